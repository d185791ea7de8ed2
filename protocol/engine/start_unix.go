//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package engine

import (
	"os/exec"
	"syscall"
)

// start starts a program at the head of a process group of its own.
func start(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c.Start()
}
