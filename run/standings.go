package run

import (
	"context"

	"gambito/arena"
	"gambito/store"
)

// Standings counts the stored games of a run.
func Standings(ctx context.Context, db *store.Store, info store.Info) (*arena.Standings, error) {
	return Filtered(ctx, db, info, arena.Filter{})
}

// Filtered counts those of the stored games of a run that a filter chooses.
func Filtered(ctx context.Context, db *store.Store, info store.Info, f arena.Filter) (*arena.Standings, error) {
	standings := arena.NewStandings(WithGames(info.Settings))
	err := db.Filtered(info, f, func(r arena.Record) error {
		standings.Add(r)
		return ctx.Err()
	})
	return standings, err
}
