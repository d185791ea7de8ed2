package main

import (
	"fmt"
	"os"

	"gambito/fleet"
	"gambito/fleet/drill"
)

// fleetImpostorCmd is a worker that answers wrongly, for drills alone.
type fleetImpostorCmd struct {
	URL  string `arg:"" help:"Where the fleet is."`
	As   string `required:"" enum:"garbage,liar,mortal" help:"What it does."`
	Name string `required:"" help:"What it is called."`
}

// Run works until it is stopped, or found out.
func (c fleetImpostorCmd) Run(s *session) error {
	if err := drill.Allowed(c.As); err != nil {
		return err
	}
	link, err := fleet.Connect(s.ctx, fleet.Options{URL: c.URL, Name: c.Name})
	if err != nil {
		return failure{err}
	}
	defer link.Close()
	cache, err := os.MkdirTemp("", "gambito-impostor-")
	if err != nil {
		return failure{err}
	}
	defer os.RemoveAll(cache)
	kinds := drill.Pervert(fleetKinds(), c.As, func() { notice(drill.AtWork) })
	w := fleet.NewWorker(link, kinds, fleet.WorkerOptions{Name: c.Name, Jobs: 1, Cache: cache, Tell: func(line string) {
		fmt.Fprintln(os.Stderr, line)
	}})
	if err := w.Run(s.ctx); err != nil {
		return failure{err}
	}
	return nil
}
