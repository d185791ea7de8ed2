//go:build unix

package extensive

import "syscall"

// userTime is the time that this process has computed, in nanoseconds.
func userTime() int64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Utime.Nano()
}
