package main

import (
	"os"

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

// counter shows how far work has come, and remembers it for who stops it.
type counter struct {
	bar  *terminal.Progress
	last progress.Step
}

func (c *counter) show(step progress.Step) {
	c.last = step
	c.bar.Show(step)
}
