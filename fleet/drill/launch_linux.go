package drill

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// Supported is why there can be no drill on this system, or nil.
var Supported error

// starter is the thread that starts processes. The kernel ends them with the thread that
// has started them, hence one that lives as long as the drill: not even kill -9 of the
// drill leaves any behind.
var starter = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range work {
			do()
		}
	}()
	return work
})

// launch starts a process in a group of its own, so that Ctrl-C does not reach it.
func launch(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	done := make(chan error)
	starter() <- func() { done <- c.Start() }
	return <-done
}

// Signals that stop a process for a while and let it go on.
const (
	pause  = syscall.SIGSTOP
	resume = syscall.SIGCONT
)
