//go:build !linux

package drill

import (
	"errors"
	"os/exec"
	"syscall"
)

// Supported is why there can be no drill on this system, or nil.
var Supported = errors.New("a fire drill stops processes and fills disks in ways that only Linux has")

func launch(c *exec.Cmd) error { return c.Start() }

const (
	pause  = syscall.SIGINT
	resume = syscall.SIGINT
)
