package drill

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"gambito/process"
)

// actor is a part that processes play, one after the other: a worker, say, which is
// killed and started again. What they say goes to one file.
type actor struct {
	name    string
	command func() *exec.Cmd
	ended   func(exit) // is told when a process ends that nobody has killed
	log     string     // file

	hands sync.Mutex // of the fault that has hold of it: one at a time

	mutex   sync.Mutex // of what follows
	process *exec.Cmd  // nil if none runs
	waited  chan struct{}
	killed  bool // or asked to end
	last    exit // of the process before
	starts  int
}

// exit is how a process has ended.
type exit struct {
	code int
	said string // its last words
}

// start starts a process, unless one runs.
func (a *actor) start() error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.process != nil {
		return nil
	}
	log, err := os.OpenFile(a.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close() // the process has its own
	a.starts++
	c := a.command()
	fmt.Fprintf(log, "--- %s, start %d, %s: %s\n", a.name, a.starts, time.Now().Format("15:04:05.000"), strings.Join(c.Args[1:], " "))
	begin, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	c.Stdout, c.Stderr = log, log
	if err := process.Start(c); err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	a.process, a.waited, a.killed = c, make(chan struct{}), false
	go a.watch(c, a.waited, begin)
	return nil
}

// watch waits for the end of a process.
func (a *actor) watch(c *exec.Cmd, waited chan struct{}, begin int64) {
	c.Wait()
	e := exit{c.ProcessState.ExitCode(), lastWords(a.log, begin)}
	a.mutex.Lock()
	killed := a.killed
	a.process, a.last = nil, e
	a.mutex.Unlock()
	close(waited)
	if !killed && a.ended != nil {
		a.ended(e)
	}
}

// lastWords are the last lines of a file after a place.
func lastWords(name string, begin int64) string {
	f, err := os.Open(name)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	const most = 4 << 10
	if info, err := f.Stat(); err == nil && info.Size()-begin > most {
		begin = info.Size() - most
	}
	text, err := io.ReadAll(io.NewSectionReader(f, begin, most))
	if err != nil {
		return err.Error()
	}
	return string(bytes.TrimSpace(text))
}

// runs reports whether a process runs.
func (a *actor) runs() bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.process != nil
}

// signal sends a signal, and reports whether somebody got it.
func (a *actor) signal(s syscall.Signal) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.process != nil && a.process.Process.Signal(s) == nil
}

// pid is the number of the process, 0 if none runs.
func (a *actor) pid() int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.process == nil {
		return 0
	}
	return a.process.Process.Pid
}

// kill ends the process at once, and reports whether there was one.
func (a *actor) kill() bool {
	a.mutex.Lock()
	waited := a.waited
	hit := a.process != nil
	if hit {
		a.killed = true
		a.process.Process.Kill()
	}
	a.mutex.Unlock()
	if hit {
		<-waited
	}
	return hit
}

// leave asks the process to end with a signal, and returns how it did. One that does not
// in time is killed.
func (a *actor) leave(s syscall.Signal, patience time.Duration) (e exit, hit, left bool) {
	a.mutex.Lock()
	waited := a.waited
	hit = a.process != nil
	if hit {
		a.killed = true
		a.process.Process.Signal(s)
	}
	a.mutex.Unlock()
	if !hit {
		return exit{}, false, true
	}
	select {
	case <-waited:
		a.mutex.Lock()
		defer a.mutex.Unlock()
		return a.last, true, true
	case <-time.After(patience):
		a.testify()
		return exit{}, true, false
	}
}

// testify ends a process that hangs so that it tells where.
func (a *actor) testify() {
	a.mutex.Lock()
	waited := a.waited
	if a.process == nil {
		waited = nil
	} else {
		a.killed = true
		a.process.Process.Signal(syscall.SIGQUIT)
	}
	a.mutex.Unlock()
	if waited == nil {
		return
	}
	select {
	case <-waited:
	case <-time.After(2 * time.Second):
		a.kill()
	}
}
