package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"gambito/arena"
	"gambito/games"
	"gambito/report"
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

// play plays an experiment, or what is left of it, and returns the run and its
// standings by what is stored.
func (p storedRun) play(s *session, db *store.Store, e *arena.Experiment, source string) (*arena.Run, *arena.Standings, error) {
	w, err := db.Begin(e, source, thisBuild())
	switch {
	case errors.As(err, new(store.ErrChanged)):
		return nil, nil, err
	case err != nil:
		return nil, nil, failure{err}
	}
	defer w.Close()
	run := arena.NewRun(e)
	if err := w.Records(run.Note); err != nil {
		return nil, nil, failure{err}
	}
	if err := p.games(s, run, w); err != nil {
		return nil, nil, err
	}
	if err := w.Finish(run.Surplus()); err != nil {
		return nil, nil, failure{err}
	}
	standings, err := standingsOf(db, w.Info())
	if err != nil {
		return nil, nil, failure{err}
	}
	return run, standings, nil
}

// games plays those that are left and shows how far it is.
func (p storedRun) games(s *session, run *arena.Run, w *store.Writer) error {
	var progress *terminal.Progress
	if !p.quiet {
		if n := run.Played(); n > 0 {
			fmt.Fprintf(os.Stderr, "gambito: %d of %d %s are stored\n", n, run.Total(), p.unit)
			if old, now := w.Info().Build.Version, thisBuild().Version; old != now && !run.Finished() {
				fmt.Fprintf(os.Stderr, "gambito: the run was begun by %s, and this is %s, whose agents may play otherwise\n", old, now)
			}
		}
		progress = terminal.NewProgress(os.Stderr, p.unit, run.Total())
		progress.From(run.Played())
	}
	err := run.Play(s.ctx, p.jobs, w.Add, func() {
		progress.ShowWith(run.Played(), run.Total(), func() []string { return report.Live(run.Standings, progress.Rows()-1) })
	})
	progress.Clear()
	if errors.Is(err, context.Canceled) {
		return failure{fmt.Errorf("%s stopped after %d of %d %s; to go on: %s", p.verb, run.Played(), run.Total(), p.unit, p.resume)}
	}
	if err != nil {
		return failure{err}
	}
	return nil
}

// standingsOf counts the stored games of a run.
func standingsOf(db *store.Store, info store.Info) (*arena.Standings, error) {
	standings := arena.NewStandings(withGames(info.Settings))
	err := db.Records(info, func(r arena.Record) error {
		standings.Add(r)
		return nil
	})
	return standings, err
}

// withGames finds the games of stored settings. Of one that there is no more
// points are not told apart from wins.
func withGames(s arena.Settings) arena.Settings {
	s.Games = slices.Clone(s.Games)
	for i, g := range s.Games {
		if found, err := games.Parse(g.ID); err == nil {
			s.Games[i].Game = found
		}
	}
	return s
}
