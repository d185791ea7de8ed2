package machine

import "syscall"

func physical() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(max(info.Unit, 1))
}

// addresses is how much address space the process may use, 0 if that is not limited.
func addresses() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || limit.Cur > 1<<60 {
		return 0
	}
	return limit.Cur
}
