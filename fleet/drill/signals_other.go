//go:build !linux

package drill

import "syscall"

const (
	pause  = syscall.SIGINT
	resume = syscall.SIGINT
)
