package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gambito/arena"
	"gambito/build"
	"gambito/progress"
	"gambito/report"
	"gambito/run"
	"gambito/store"
	"gambito/terminal"
)

// storedRun plays experiments and stores their games.
type storedRun struct {
	verb   string
	resume string // the command that goes on
	unit   string // what progress counts, such as games
	jobs   int
	quiet  bool
}

// begin takes up the run of an experiment.
func (p storedRun) begin(db *store.Store, e *arena.Experiment, source string) (*run.Run, error) {
	r, err := run.Begin(db, e, source)
	return r, notBegun(err)
}

// notBegun tells an experiment that has changed, which is bad input, from other
// failures.
func notBegun(err error) error {
	if err == nil || errors.As(err, new(store.ErrChanged)) {
		return err
	}
	return failure{err}
}

// play plays what is left of a run, shows how far it is, and returns the standings
// by what is stored.
func (p storedRun) play(s *session, r *run.Run) (*arena.Standings, error) {
	var bar *terminal.Progress
	if !p.quiet {
		if n := r.Played(); n > 0 {
			fmt.Fprintf(os.Stderr, "gambito: %d of %d %s are stored\n", n, r.Total(), p.unit)
			if old, now := r.BegunBy().Version, build.This().Version; old != now && !r.Finished() {
				fmt.Fprintf(os.Stderr, "gambito: the run was begun by %s, and this is %s, whose agents may play otherwise\n", old, now)
			}
		}
		bar = terminal.NewProgress(os.Stderr)
		bar.Begin(progress.Step{What: p.unit, Done: r.Played(), Total: r.Total()})
	}
	err := r.Play(s.ctx, run.Crew(p.jobs), func(news arena.News) {
		step := progress.Step{What: p.unit, Done: news.Played, Total: news.Total}
		bar.ShowWith(step, func() []string { return report.Live(r.Standings, bar.Rows()-1) })
	})
	bar.Clear()
	if errors.Is(err, context.Canceled) {
		return nil, failure{fmt.Errorf("%s stopped after %d of %d %s; to go on: %s", p.verb, r.Played(), r.Total(), p.unit, p.resume)}
	}
	if err != nil {
		return nil, failure{err}
	}
	standings, err := r.Stored(s.ctx)
	if err != nil {
		return nil, failure{err}
	}
	return standings, nil
}
