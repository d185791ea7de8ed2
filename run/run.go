// Package run is the life of a stored experiment: begin it or go on with it, have
// its games played and kept, finish it. The command line, a page and a fleet do it
// through this package, so that they do the same.
package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/build"
	"gambito/crew"
	"gambito/games"
	"gambito/store"
)

// Run is a stored experiment under way. While it is open nobody else can write
// it. It is not for several goroutines.
type Run struct {
	*arena.Run
	store  *store.Store
	writer *store.Writer
	next   time.Time // when standings are kept again
}

// Begin takes up the run of an experiment, which was checked, or makes it; source
// is the text it was read from. Games that are stored are noted. Errors are
// store.ErrChanged, store.ErrLocked and those of the disk.
func Begin(db *store.Store, e *arena.Experiment, source string) (*Run, error) {
	w, err := db.Begin(e, source, build.This())
	if err != nil {
		return nil, err
	}
	r := &Run{Run: arena.NewRun(e), store: db, writer: w}
	err = w.Records(r.Note)
	if err == nil {
		err = w.Found(r.Played())
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return r, nil
}

// Resume takes up a stored run by its name, from what is stored alone. Files that
// are not what they were are refused.
func Resume(db *store.Store, name string, agents *agent.Registry) (*Run, error) {
	info, err := db.Run(name)
	if err != nil {
		return nil, err
	}
	e, err := info.Settings.Experiment(agents, games.Parse)
	if err != nil {
		return nil, store.ErrChanged{Err: err}
	}
	return Begin(db, e, info.Source)
}

// Look notes what is stored of an experiment and leaves it as it is.
func Look(db *store.Store, e *arena.Experiment) (*arena.Run, error) {
	r := arena.NewRun(e)
	info, err := db.Run(e.Name)
	if errors.As(err, new(store.ErrNoRun)) {
		return r, nil
	}
	if err == nil {
		err = db.Same(info, e)
	}
	if err == nil {
		err = db.Records(info, r.Note)
	}
	return r, err
}

// BegunBy is the gambito that began the run.
func (r *Run) BegunBy() build.Info { return r.writer.Info().Build }

// Play has a crew play the games that are left and finishes the run. A game is on
// the disk before it counts, and before tell is told of it. Standings are kept now
// and then, so that others need not count all games, and when it ends.
func (r *Run) Play(ctx context.Context, players arena.Crew, tell func(arena.News)) error {
	if err := r.Run.Play(ctx, players, r.add, tell); err != nil {
		_ = r.store.Keep(r.writer.Info(), r.Standings) // what has failed is told
		return r.retract(err)
	}
	all, err := store.NewCheckpoint(r.Standings)
	if err != nil {
		return err
	}
	return r.writer.Finish(r.Surplus(), all)
}

// retract takes back the games of machines whose results an error puts in doubt.
func (r *Run) retract(err error) error {
	games := 0
	for _, machine := range crew.InDoubt(err) {
		n, failed := r.TakeBack(machine)
		if failed != nil {
			return errors.Join(err, failed)
		}
		games += n
	}
	if games == 0 {
		return err
	}
	return fmt.Errorf("%w; %d games were taken back", err, games)
}

// TakeBack removes the games that a machine of a fleet has played, and says how many:
// Play plays them again.
func (r *Run) TakeBack(machine string) (games int, err error) {
	if games, err = r.writer.TakeBack(machine); err != nil || games == 0 {
		return 0, err
	}
	left := arena.NewRun(r.Experiment)
	if err := r.writer.Records(left.Note); err != nil {
		return games, err
	}
	r.Run = left
	return games, nil
}

// keepPause is the least time between two times that standings are kept, keepShare
// how many times as long as they take nothing of the kind is done after it.
var keepPause, keepShare = time.Second, 200

// add stores finished games.
func (r *Run) add(batch []arena.Record) error {
	begun := time.Now()
	if begun.Before(r.next) {
		return r.writer.Add(batch)
	}
	before, err := store.NewCheckpoint(r.Standings)
	if err != nil {
		return err
	}
	r.next = begun.Add(max(keepPause, time.Duration(keepShare)*time.Since(begun)))
	return r.writer.AddCounted(batch, before)
}

// Stored counts what is stored, which is what a report does.
func (r *Run) Stored(ctx context.Context) (*arena.Standings, error) {
	return standings(ctx, r.store, r.writer.Info(), false)
}

// Close lets others write the run.
func (r *Run) Close() error { return r.writer.Close() }

// Crew is this process with so many jobs.
func Crew(jobs int) arena.Crew { return arena.Local{Jobs: jobs, Build: build.This().Version} }

// WithGames finds the games of stored settings. Of one that there is no more
// points are not told apart from wins.
func WithGames(s arena.Settings) arena.Settings {
	s.Games = slices.Clone(s.Games)
	for i, g := range s.Games {
		if found, err := games.Parse(g.ID); err == nil {
			s.Games[i].Game = found
		}
	}
	return s
}
