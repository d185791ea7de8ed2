package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gambito/arena"
	"gambito/build"
	"gambito/crew"
	"gambito/fleet"
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
	fleet  *coordinator // who plays in place of this process, or nil
}

// stopped tells why a run has not come to its end, and how it goes on.
func (p storedRun) stopped(r *run.Run, err error) error {
	var aside fleet.ErrAside
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("%s stopped after %d of %d %s; to go on: %s", p.verb, r.Played(), r.Total(), p.unit, p.resume)}
	case errors.As(err, &aside):
		return failure{fmt.Errorf("%s; all other games are stored; to try again: %s", givenUp(r, aside.Units), p.resume)}
	case crew.InDoubt(err) != nil:
		return failure{fmt.Errorf("%w; to play them again: %s", err, p.resume)}
	}
	return failure{err}
}

// givenUp names games that no worker has brought to an end.
func givenUp(r *run.Run, places []int) string {
	const shown = 5
	var list []string
	for _, place := range places[:min(shown, len(places))] {
		k := r.Plan.At(place)
		two := r.Plan.Pairings[k.Pairing]
		list = append(list, fmt.Sprintf("number %d of %s against %s at %s", k.Number, r.Experiment.Entrants[two[0]].Name, r.Experiment.Entrants[two[1]].Name,
			r.Experiment.Venues[k.Game].Game.Info().ID))
	}
	if more := len(places) - shown; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%s given up, for every worker that played one was lost: %s", counted(len(places), "game"), strings.Join(list, "; "))
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
	err := r.Play(s.ctx, p.fleet.crew(p.jobs), func(news arena.News) {
		step := progress.Step{What: p.unit, Done: news.Played, Total: news.Total}
		p.fleet.show(bar, func() {
			bar.ShowWith(step, func() []string { return report.Live(r.Standings, bar.Rows()-1) })
		})
	})
	p.fleet.show(nil, bar.Clear)
	if err != nil {
		return nil, p.stopped(r, err)
	}
	standings, err := r.Stored(s.ctx)
	if err != nil {
		return nil, failure{err}
	}
	return standings, nil
}
