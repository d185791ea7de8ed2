// Package process starts programs that end with gambito, and ends them.
package process

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// starter is the thread that starts programs. The kernel ends a program with the
// thread that has started it, hence one that lives as long as gambito: so not even
// kill -9 leaves them behind, though it may what they have started themselves.
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

// Start starts a program at the head of a process group of its own.
func Start(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	done := make(chan error)
	starter() <- func() { done <- c.Start() }
	return <-done
}
