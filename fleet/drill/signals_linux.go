package drill

import "syscall"

// Supported is why there can be no drill on this system, or nil.
var Supported error

// Signals that stop a process for a while and let it go on.
const (
	pause  = syscall.SIGSTOP
	resume = syscall.SIGCONT
)
