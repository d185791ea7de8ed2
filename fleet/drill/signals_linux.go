package drill

import "syscall"

// Signals that stop a process for a while and let it go on.
const (
	pause  = syscall.SIGSTOP
	resume = syscall.SIGCONT
)
