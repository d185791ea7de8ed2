//go:build !linux

package drill

import (
	"errors"
	"syscall"
)

// Supported is why there can be no drill on this system, or nil.
var Supported = errors.New("a fire drill stops processes and fills disks in ways that only Linux has")

const (
	pause  = syscall.SIGINT
	resume = syscall.SIGINT
)
