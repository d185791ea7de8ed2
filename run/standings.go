package run

import (
	"cmp"
	"context"
	"io"

	"gambito/arena"
	"gambito/store"
)

// Standings are those of the stored games of a run. While somebody writes a run of
// many games they may be a moment behind. They take no more games.
func Standings(ctx context.Context, db *store.Store, info store.Info) (*arena.Standings, error) {
	return standings(ctx, db, info, db.Locked(info.Settings.Name))
}

// few games are counted at once, so that a run whose games take long is not shown
// without the last one until the next is finished.
const few = 5000

// standings takes what was counted before, if that is exact or may lag, and else
// counts all games and keeps what comes of it.
func standings(ctx context.Context, db *store.Store, info store.Info, mayLag bool) (*arena.Standings, error) {
	info.Settings = WithGames(info.Settings)
	kept, exact, err := db.Checkpoint(info)
	if err != nil || kept != nil && (exact || mayLag && info.Games > few) {
		return kept, err
	}
	counted, err := count(ctx, db, info, arena.Filter{})
	if err != nil {
		return nil, err
	}
	if !mayLag { // else who writes the run does it
		_ = db.Keep(info, counted) // where nothing can be written it is counted again next time
	}
	return counted, nil
}

// AddMachines counts the stored games of a run by the machines of a fleet that played
// them, and adds that to standings of all its games.
func AddMachines(ctx context.Context, db *store.Store, info store.Info, s *arena.Standings) error {
	machines, err := db.Machines(ctx, info)
	s.Machines = machines
	return err
}

// Import stores the run of an archive, as store.Store.Import does, and counts its
// games.
func Import(ctx context.Context, db *store.Store, r io.Reader, how store.Import) (store.Info, error) {
	info, err := db.Import(ctx, r, how)
	if err == nil {
		_, _ = Standings(ctx, db, info) // who wants to see them counts again, and is told what was wrong
	}
	return info, err
}

// Filtered counts those of the stored games of a run that a filter chooses: by what is
// known of all of them, if that tells.
func Filtered(ctx context.Context, db *store.Store, info store.Info, f arena.Filter) (*arena.Standings, error) {
	if f == (arena.Filter{}) {
		return Standings(ctx, db, info)
	}
	if err := cmp.Or(f.Check(info.Settings), ctx.Err()); err != nil {
		return nil, err
	}
	if f.ByCounts() {
		all, err := Standings(ctx, db, info)
		if err != nil {
			return nil, err
		}
		if chosen, ok := all.Filtered(f); ok {
			return chosen, nil
		}
	}
	info.Settings = WithGames(info.Settings)
	return count(ctx, db, info, f)
}

func count(ctx context.Context, db *store.Store, info store.Info, f arena.Filter) (*arena.Standings, error) {
	counted := arena.NewStandings(info.Settings)
	err := db.Filtered(ctx, info, f, func(r arena.Record) error {
		counted.Add(r)
		return nil
	})
	return counted, err
}
