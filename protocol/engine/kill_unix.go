//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package engine

import (
	"os"
	"syscall"
)

// kill ends a program and its process group. Precondition: it was not waited for, so
// that no other has its number.
func kill(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// killed reports whether kill has ended the program, or one like it.
func killed(s *os.ProcessState) bool {
	status, ok := s.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
