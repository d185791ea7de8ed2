//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package process

import (
	"os/exec"
	"syscall"
)

// Start starts a program at the head of a process group of its own.
func Start(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c.Start()
}
