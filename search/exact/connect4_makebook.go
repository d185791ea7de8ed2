package exact

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"gambito/games/connect4"
)

const (
	makeBookTableBits = 23 // of each job: 64 MiB
	makeBookBatch     = 64 // neighbours that a job solves with one table
)

// MakeBook solves all positions of g up to a ply: those of the last ply by
// search, with the given number of jobs at once, the others from them. A job
// solves a batch of neighbours in the order of keys, which have much in common,
// with one table. The book is the same for any number of jobs. progress, if not
// nil, is told how many searches are done; it is never called twice at once.
func MakeBook(ctx context.Context, g *connect4.Game, plies, jobs int, progress func(done, total int)) (*Book, error) {
	columns, rows, _ := g.Size()
	if plies < 0 || plies > min(columns*rows, 255) {
		return nil, fmt.Errorf("a book of %d plies: the board has %d cells", plies, columns*rows)
	}
	jobs = max(jobs, 1)
	solvers := make([]*Connect4, jobs)
	for i := range solvers {
		var err error
		if solvers[i], err = NewConnect4(g, makeBookTableBits); err != nil {
			return nil, err
		}
	}
	board := &solvers[0].connect4Board
	levels := [][]uint64{{board.key(0, 0)}}
	for ply := range plies {
		levels = append(levels, board.successors(levels[ply]))
	}

	last := levels[plies]
	scores := make([]int8, len(last))
	if err := solveAll(ctx, solvers, last, scores, progress); err != nil {
		return nil, err
	}
	known := make(map[uint64]int8)
	for i, key := range last {
		known[key] = scores[i]
	}
	for ply := plies - 1; ply >= 0; ply-- {
		for _, key := range levels[ply] {
			known[key] = board.scoreFrom(known, key)
		}
	}

	b := &Book{board: *board, plies: plies, keys: slices.Concat(levels...)}
	slices.Sort(b.keys)
	b.scores = make([]int8, len(b.keys))
	for i, key := range b.keys {
		b.scores[i] = known[key]
	}
	return b, nil
}

// solveAll writes the scores of the keys.
func solveAll(ctx context.Context, solvers []*Connect4, keys []uint64, scores []int8, progress func(done, total int)) error {
	var next atomic.Int64
	var report sync.Mutex
	done := 0
	var jobs sync.WaitGroup
	for _, c := range solvers {
		jobs.Go(func() {
			c.done = ctx.Done()
			for {
				from := int(next.Add(makeBookBatch)) - makeBookBatch
				if from >= len(keys) {
					return
				}
				c.Reset()
				for i := from; i < min(from+makeBookBatch, len(keys)); i++ {
					own, mask, _ := c.unkey(keys[i])
					score := c.score(own, mask)
					if c.stopped {
						return
					}
					scores[i] = int8(score)
					report.Lock()
					done++
					if progress != nil {
						progress(done, len(keys))
					}
					report.Unlock()
				}
			}
		})
	}
	jobs.Wait()
	if done < len(keys) {
		return ctx.Err()
	}
	return nil
}

// successors returns the canonical keys of the positions one move after those
// given in which the game is not over, ascending.
func (b *connect4Board) successors(keys []uint64) []uint64 {
	var next []uint64
	for _, key := range keys {
		own, mask, _ := b.unkey(key)
		for t := b.targets(mask); t != 0; t &= t - 1 {
			stone := t & -t
			if !b.won(own|stone) && mask|stone != b.board {
				next = append(next, b.canonicalKey(own^mask, mask|stone))
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// scoreFrom returns the score of a position from those of the positions a move
// later.
func (b *connect4Board) scoreFrom(known map[uint64]int8, key uint64) int8 {
	own, mask, _ := b.unkey(key)
	left := b.left(mask)
	best := lossScore(left, 1)
	for t := b.targets(mask); t != 0; t &= t - 1 {
		stone := t & -t
		score := 0
		switch {
		case b.won(own | stone):
			score = winScore(left, 1)
		case mask|stone != b.board:
			score = -int(known[b.canonicalKey(own^mask, mask|stone)])
		}
		best = max(best, score)
	}
	return int8(best)
}
