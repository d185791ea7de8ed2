package terminal

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Interrupts is where Ctrl-C goes: to whoever has taken it over, or else it ends
// the work.
type Interrupts struct {
	mutex sync.Mutex
	taken func()
}

// Signals returns a context that ends with the first Ctrl-C that nobody has taken
// over, or when the process is told to end. A second one ends the process even
// where work does not listen.
func Signals(ctx context.Context) (context.Context, *Interrupts) {
	ctx, cancel := context.WithCancel(ctx)
	interrupts, signals := &Interrupts{}, make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range signals {
			if s == os.Interrupt && interrupts.deliver() {
				continue
			}
			signal.Stop(signals)
			cancel()
			return
		}
	}()
	return ctx, interrupts
}

// Take has Ctrl-C call a function, until release is called.
func (i *Interrupts) Take(taken func()) (release func()) {
	if i == nil {
		return func() {}
	}
	i.set(taken)
	return func() { i.set(nil) }
}

func (i *Interrupts) set(taken func()) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	i.taken = taken
}

// deliver calls whoever has taken Ctrl-C over, if anybody has.
func (i *Interrupts) deliver() bool {
	i.mutex.Lock()
	taken := i.taken
	i.mutex.Unlock()
	if taken == nil {
		return false
	}
	taken()
	return true
}
