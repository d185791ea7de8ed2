package exact

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// connect4Together is what solvers share that search one position together, or
// many positions that have much in common.
//
// They share the table of positions far from the end, which cost most. Each
// keeps the others in a table of its own: a shared one has to be so large that
// it is never in the caches, and with all positions in it a solver is no more
// than half as fast.
//
// They also share which positions are being searched just now. Before it
// searches a move a solver looks whether another is at it, and then puts it off;
// when it comes back to it the table has the answer (Kerrigan's simplified
// ABDADA). These are only hints: positions that contend for a slot do no harm.
type connect4Together struct {
	table    connect4Table
	busy     [1 << busyBits]atomic.Uint64
	visited  atomic.Uint64
	finished atomic.Bool // the position is solved: all may stop
}

const (
	busyBits = 12

	// sharedPlies is for how many plies positions are in the shared table.
	sharedPlies = 16

	// togetherHorizon is down to how many empty cells solvers look what the
	// others do: nearer to the end looking costs more than it saves.
	togetherHorizon = 18

	maxThreads = 1024
)

// SetThreads makes the solver search with n goroutines at once that share a
// table. Scores are the same for any number. How many nodes a search visits is
// the same from run to run only with one. It is called before the first search.
func (c *Connect4) SetThreads(n int) error {
	if n < 1 || n > maxThreads {
		return fmt.Errorf("%d threads: it must be 1 to %d", n, maxThreads)
	}
	if n > 1 {
		c.share(int(c.table.most))
	}
	c.helpers = nil
	for range n - 1 {
		c.helpers = append(c.helpers, c.companion())
	}
	return nil
}

// share gives the solver a table of 2^tableBits entries that companions can
// use too.
func (c *Connect4) share(tableBits int) {
	c.together = &connect4Together{table: newConnect4Table(int(c.table.keyBits), tableBits)}
	c.together.table.share()
	c.join(c.together)
}

// join makes the solver search together with others.
func (c *Connect4) join(together *connect4Together) {
	c.together, c.shared, c.sharedAbove = together, together.table, c.cells-sharedPlies
}

// companion returns another solver that searches together with c.
func (c *Connect4) companion() *Connect4 {
	h := newConnect4(c.connect4Board, newConnect4Table(int(c.table.keyBits), int(c.table.most)))
	h.join(c.together)
	return h
}

// withHelpers lets all goroutines solve the same position, and returns what the
// first of them finds. Precondition and result are those of score.
func (c *Connect4) withHelpers(solve func(w *Connect4) int) int {
	var found atomic.Int64
	var solved atomic.Bool
	run := func(w *Connect4) {
		if result := solve(w); !w.stopped && solved.CompareAndSwap(false, true) {
			found.Store(int64(result))
			c.together.finished.Store(true)
		}
	}
	var helpers sync.WaitGroup
	for _, h := range c.helpers {
		h.done, h.stopped = c.done, false
		helpers.Go(func() { run(h) })
	}
	run(c)
	helpers.Wait()
	c.together.finished.Store(false)
	c.stopped = !solved.Load()
	return int(found.Load())
}

// searchTogether is the loop of search over the moves for solvers that share a
// table. The first move, the most promising, is never put off: while it may
// refute the position, the others may not be needed.
func (c *Connect4) searchTogether(order []connect4Move, own, mask, theirs uint64, left, alpha, best int) int {
	for pass := range 2 {
		putOff := 0
		for i := range order {
			m := order[i]
			key := c.tableKey(own^mask, mask|m.stone, left-1)
			slot := &c.together.busy[key*tableScrambler>>(64-busyBits)]
			if pass == 0 && i > 0 && slot.Load() == key {
				order[putOff] = m
				putOff++
				continue
			}
			slot.Store(key)
			score := -c.search(own^mask, mask|m.stone, m.replies, theirs&^m.stone, m.threats, left-1, -alpha-1)
			slot.CompareAndSwap(key, 0)
			if c.stopped {
				return 0
			}
			if best = max(best, score); best > alpha {
				return best
			}
		}
		order = order[:putOff]
	}
	return best
}
