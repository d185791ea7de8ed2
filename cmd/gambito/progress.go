package main

import (
	"os"
	"time"

	"gambito/progress"
	"gambito/terminal"
)

// bar shows how far work has come, or nothing if that is unwanted.
func (f quietFlag) bar() *terminal.Progress {
	if f.Quiet {
		return nil
	}
	return terminal.NewProgress(os.Stderr)
}

// wait shows on a terminal that something is done which does not tell how far it
// is, until done is called. Short work shows nothing.
func wait(what string) (done func()) {
	if !terminal.NewScreen(os.Stderr).Terminal() {
		return func() {}
	}
	bar, stop, gone := terminal.NewProgress(os.Stderr), make(chan struct{}), make(chan struct{})
	bar.Begin(progress.Step{What: what})
	go func() {
		defer close(gone)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				bar.Show(progress.Step{What: what})
			case <-stop:
				bar.Clear()
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-gone
	}
}

// wait is that of all verbs, unless nothing is to be shown.
func (f quietFlag) wait(what string) (done func()) {
	if f.Quiet {
		return func() {}
	}
	return wait(what)
}

// counter shows how far work has come, and remembers it for who stops it.
type counter struct {
	bar  *terminal.Progress
	last progress.Step
}

func (c *counter) show(step progress.Step) {
	c.last = step
	c.bar.Show(step)
}
