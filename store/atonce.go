package store

import (
	"context"
	"database/sql"
	"runtime"
	"sync"

	"gambito/arena"
)

// searchAtOnce is search on several cores, a span each, for filters that leave next to
// nothing. Games come in the same order.
func (s *Store) searchAtOnce(ctx context.Context, info Info, q Query, do func(arena.Record) error) error {
	if err := q.Filter.Check(info.Settings); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	list := spans(info.Settings, q)
	found := make([]chan findings, len(list)) // in each of which nobody waits to write
	for i := range found {
		found[i] = make(chan findings, 1)
	}
	next := make(chan int)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	for range min(len(list), runtime.GOMAXPROCS(0)) {
		work.Go(func() {
			for i := range next {
				found[i] <- s.searchOne(ctx, info, q, list[i])
			}
		})
	}
	work.Go(func() {
		defer close(next)
		for i := range list {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	for i := range list {
		var f findings
		select {
		case f = <-found[i]:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, r := range f.games {
			if err := do(r); err != nil {
				return err
			}
		}
		if f.err != nil {
			return f.err
		}
	}
	return nil
}

// findings are the games of a span.
type findings struct {
	games []arena.Record
	err   error
}

// searchOne searches one span.
func (s *Store) searchOne(ctx context.Context, info Info, q Query, one span) (f findings) {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return findings{err: s.explain(err)}
	}
	defer tx.Rollback()
	f.err = s.searchSpans(ctx, tx, info, q, []span{one}, func(r arena.Record) error {
		f.games = append(f.games, r)
		return nil
	})
	return f
}
