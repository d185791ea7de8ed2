//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package process

import (
	"os"
	"syscall"
)

// Kill ends a program and its process group. Precondition: it was not waited for, so
// that no other has its number.
func Kill(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// Killed reports whether Kill has ended the program, or one like it.
func Killed(s *os.ProcessState) bool {
	status, ok := s.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
