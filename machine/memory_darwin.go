package machine

import "golang.org/x/sys/unix"

func physical() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}

func addresses() uint64 { return 0 }
