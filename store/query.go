package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gambito/arena"
)

// MostGames is how many games a page has at most.
const MostGames = 1000

// Query chooses a page of a run's games, in the order of game, pairing and number.
type Query struct {
	arena.Filter
	After *arena.Key // games behind this one, which need not be there
	Limit int        // how many at most; 0 for MostGames
}

// errEnough ends a search.
var errEnough = errors.New("enough")

// Games returns a page of a run's games and whether there are more behind it. What
// the filter says must be possible, see arena.Filter.Check.
func (s *Store) Games(info Info, q Query) (page []arena.Record, more bool, err error) {
	limit := q.Limit
	if limit <= 0 || limit > MostGames {
		limit = MostGames
	}
	q.Limit = limit + 1
	find := s.search
	if rare(q.Filter) {
		find = s.searchAtOnce
	}
	err = find(context.Background(), info, q, func(r arena.Record) error {
		if len(page) == limit {
			more = true
			return errEnough
		}
		page = append(page, r)
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return page, more, err
}

// ErrNoGame says that a run has no such game.
var ErrNoGame = errors.New("there is no such game")

// Game returns one game of a run; an error may be ErrNoGame.
func (s *Store) Game(info Info, k arena.Key) (found arena.Record, err error) {
	missing := fmt.Errorf("run %s: game %d, pairing %d, number %d: %w", info.Settings.Name, k.Game, k.Pairing, k.Number, ErrNoGame)
	if info.Settings.Plan().Index(k) < 0 {
		return found, missing
	}
	before := k
	before.Number--
	q := Query{Filter: arena.Filter{Game: &k.Game, Pairing: &k.Pairing}, After: &before, Limit: 1}
	err = s.search(context.Background(), info, q, func(r arena.Record) error {
		found = r
		return errEnough
	})
	switch {
	case errors.Is(err, errEnough) && found.Key() == k:
		return found, nil
	case err == nil, errors.Is(err, errEnough):
		return arena.Record{}, missing
	}
	return found, err
}

// Records calls do on the games of a run in the order (game, pairing, number)
// and stops at its first error.
func (s *Store) Records(info Info, do func(arena.Record) error) error {
	return s.Filtered(context.Background(), info, arena.Filter{}, do)
}

// Filtered is Records of the games that a filter chooses. All are of one moment,
// whatever others write meanwhile.
func (s *Store) Filtered(ctx context.Context, info Info, f arena.Filter, do func(arena.Record) error) error {
	if err := f.Check(info.Settings); err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	if err := s.complete(tx, info); err != nil {
		return err
	}
	return s.searchIn(ctx, tx, info, Query{Filter: f, Limit: -1}, do)
}

// complete makes sure that no game of a run is lost. More than were counted may be there,
// if an earlier gambito has written them.
func (s *Store) complete(tx *sql.Tx, info Info) error {
	if !s.counts() {
		return nil
	}
	var counted, stored int
	err := tx.QueryRow("SELECT COALESCE((SELECT games FROM counts WHERE run = @run), 0), (SELECT COUNT(*) FROM games WHERE run = @run)",
		sql.Named("run", info.id)).Scan(&counted, &stored)
	if err == nil && stored < counted {
		err = fmt.Errorf("run %s has %d games, and %d were stored: it is damaged: restore it from a copy, or play the others again: gambito runs resume %[1]s", info.Settings.Name, stored, counted)
	}
	return s.explain(err)
}

// search calls do on the games behind q.After that the filter chooses, on as many as
// the limit says in each span (−1: all), until it returns an error.
func (s *Store) search(ctx context.Context, info Info, q Query, do func(arena.Record) error) error {
	if err := q.Filter.Check(info.Settings); err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	return s.searchIn(ctx, tx, info, q, do)
}

// searchIn is search within a transaction.
func (s *Store) searchIn(ctx context.Context, tx *sql.Tx, info Info, q Query, do func(arena.Record) error) error {
	return s.searchSpans(ctx, tx, info, q, spans(info.Settings, q), do)
}

// searchSpans is searchIn some spans alone.
func (s *Store) searchSpans(ctx context.Context, tx *sql.Tx, info Info, q Query, list []span, do func(arena.Record) error) error {
	if len(list) == 0 {
		return nil
	}
	find, err := tx.PrepareContext(ctx, `SELECT game, pairing, number, seats, opening, moves, result, reason,
		faults, simulations, nodes, seconds, `+s.from(q.Filter)+` WHERE `+list[0].condition()+conditions(q.Filter)+` ORDER BY game, pairing, number LIMIT @limit`)
	if err != nil {
		return s.explain(err)
	}
	defer find.Close()
	reading := newReader(info.Settings)
	if err := s.readNames(ctx, tx, reading); err != nil {
		return s.explain(err)
	}
	for _, span := range list {
		values := append(span.values(info.Settings, q), sql.Named("run", info.id))
		if err := s.readSpan(ctx, find, values, reading, do); err != nil {
			return err
		}
	}
	return nil
}

// from is where games are found, and the columns that not every version has.
func (s *Store) from(f arena.Filter) string {
	build, machine, checksum, games := "NULL", "NULL", "NULL", " FROM games"
	if s.counts() && otherwise(f) {
		games += " INDEXED BY games_ended_otherwise"
	}
	if s.version >= 2 {
		build = "build"
	}
	if s.version >= withMachines {
		machine = "machine"
	}
	if s.version >= withChecksums {
		checksum = "checksum"
	}
	return build + ", " + machine + ", " + checksum + games
}

// readNames reads what is known of who played games.
func (s *Store) readNames(ctx context.Context, tx *sql.Tx, r *reader) (err error) {
	if s.version >= 2 {
		r.builds, err = numbered(ctx, tx, "builds", "version")
	}
	if err == nil && s.version >= withMachines {
		r.machines, err = numbered(ctx, tx, "machines", "name")
	}
	return err
}

// numbered reads the texts of a table by their numbers, which takes less time than to
// join it to millions of games.
func numbered(ctx context.Context, tx *sql.Tx, table, column string) (map[any]string, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, "+column+" FROM "+table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := map[any]string{}
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return nil, err
		}
		list[id] = text
	}
	return list, rows.Err()
}

// readSpan calls do on what a search finds in one span.
func (s *Store) readSpan(ctx context.Context, find *sql.Stmt, values []any, reading *reader, do func(arena.Record) error) error {
	rows, err := find.QueryContext(ctx, values...)
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := reading.record(rows)
		if err != nil {
			return s.explain(err)
		}
		if err := do(r); err != nil {
			return err
		}
	}
	return s.explain(rows.Err())
}
