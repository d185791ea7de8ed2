// Package crew does many independent pieces of work with several workers at once.
// What comes out must not depend on who does which piece: a piece is known by its
// number, and writes to a place of its own.
package crew

import (
	"context"
	"sync"
)

// Make makes workers for n pieces of work, jobs of them but no more than there are
// pieces.
func Make[W any](jobs, n int, one func() (W, error)) ([]W, error) {
	workers := make([]W, min(max(jobs, 1), n))
	for i := range workers {
		var err error
		if workers[i], err = one(); err != nil {
			return nil, err
		}
	}
	return workers, nil
}

// Do does pieces of work 0 to n−1, taken in this order, each worker in a goroutine
// of its own, one piece after the other. It stops at the first error, which is
// returned, or when ctx ends; then the error is why it did. The ctx of the pieces
// ends with the first error. done, unless it is nil, is told how many pieces are
// done, never twice at a time; nobody is told once it stops.
func Do[W any](ctx context.Context, n int, workers []W, do func(ctx context.Context, w W, piece int) error, done func(n int)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mutex sync.Mutex // of what follows, and of done
	next, finished := 0, 0
	take := func() (piece int, ok bool) {
		mutex.Lock()
		defer mutex.Unlock()
		piece = next
		next++
		return piece, piece < n && ctx.Err() == nil
	}
	tell := func() {
		mutex.Lock()
		defer mutex.Unlock()
		if finished++; done != nil && ctx.Err() == nil {
			done(finished)
		}
	}
	var all sync.WaitGroup
	for _, w := range workers[:min(len(workers), n)] {
		all.Go(func() {
			for piece, ok := take(); ok; piece, ok = take() {
				if err := do(ctx, w, piece); err != nil {
					stop(err)
					return
				}
				tell()
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
