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
	mutex  sync.Mutex
	taken  bool
	stop   func() // what Ctrl-C stops while it is taken over; nil: nothing
	missed int    // how often in a row it has stopped nothing
}

// mostMissed is how often Ctrl-C may stop nothing before it ends the work.
const mostMissed = 2

// Signals returns a context that ends with the first Ctrl-C that nobody has taken
// over, or when the process is told to end. Another one then ends the process even
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

// Take has Ctrl-C end nothing but what Stops names, until release is called.
func (i *Interrupts) Take() (release func()) {
	if i == nil {
		return func() {}
	}
	i.set(true, nil)
	return func() { i.set(false, nil) }
}

// Stops has Ctrl-C, if it is taken over, call a function once, until release is
// called.
func (i *Interrupts) Stops(stop func()) (release func()) {
	if i == nil {
		return func() {}
	}
	i.mutex.Lock()
	taken := i.taken
	i.mutex.Unlock()
	i.set(taken, stop)
	return func() { i.set(taken, nil) }
}

func (i *Interrupts) set(taken bool, stop func()) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	i.taken, i.stop, i.missed = taken, stop, 0
}

// deliver stops what is to be stopped. It reports false when Ctrl-C ends the work:
// nobody has taken it over, or nobody listens.
func (i *Interrupts) deliver() bool {
	i.mutex.Lock()
	stop, taken := i.stop, i.taken
	if i.stop = nil; stop == nil {
		i.missed++
	}
	missed := i.missed
	i.mutex.Unlock()
	if taken && stop != nil {
		stop()
	}
	return taken && missed <= mostMissed
}
