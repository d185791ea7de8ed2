package mcts

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Tree parallelism: the threads share a tree, whose nodes they hold for as long
// as they read or change them; virtual losses keep them apart (Chaslot, Winands
// and van den Herik, Parallel Monte-Carlo Tree Search, 2008). Which simulations
// see which others depends on the machine, so results are not reproducible.
//
// Root parallelism: every thread has a tree and a share of the simulations; the
// statistics of the roots are added up in the end. Results are reproducible for
// a given number of threads.

// limits end a search.
type limits struct {
	ctx      context.Context
	budget   Budget
	deadline time.Time
	stopped  atomic.Bool
}

// work runs simulations until the limits are reached.
func (s *Search) work(l *limits) {
	if len(s.workers) == 1 {
		s.workers[0].run(l, l.budget.Simulations)
	}
	for len(s.workers) > 1 {
		var all sync.WaitGroup
		s.join(-1) // this goroutine only waits
		for i, w := range s.workers {
			share := 0 // any number
			if l.budget.Simulations > 0 {
				if share = (l.budget.Simulations + i) / len(s.workers); share == 0 {
					continue
				}
			}
			s.join(1)
			all.Go(func() {
				defer s.join(-1)
				w.run(l, share)
			})
		}
		all.Wait()
		s.join(1)
		if !s.tree.crowded.Load() {
			break
		}
		s.tree.enlarge()
	}
	for _, w := range s.workers {
		s.simulations += w.simulations
		s.depth = max(s.depth, w.depth)
		w.simulations, w.depth = 0, 0
	}
}

// run runs at most so many simulations, 0 for any number.
func (w *worker) run(l *limits, most int) {
	clock := clock{every: 1}
	for most == 0 || w.simulations < most {
		if w.shared && w.tree.crowded.Load() {
			return
		}
		if w.simulations > 0 && clock.due() && l.over() || w.tree.done(w) {
			return
		}
		if w.judged {
			n := w.p.Batch
			if most > 0 {
				n = min(n, most-w.simulations)
			}
			w.simulateBatch(n)
			continue
		}
		w.simulate()
	}
}

// clock says when to look at the time: at most so often that it costs nothing,
// but about once in clockTime.
type clock struct {
	every, left int // turns between looks, and until the next
	last        time.Time
}

const (
	clockTime  = 200 * time.Microsecond
	clockTurns = 64 // the most between looks
)

func (c *clock) due() bool {
	if c.left--; c.left > 0 {
		return false
	}
	now := time.Now()
	if passed := now.Sub(c.last); passed < clockTime/2 {
		c.every = min(2*c.every, clockTurns)
	} else if passed > clockTime {
		c.every = max(c.every/2, 1)
	}
	c.left, c.last = c.every, now
	return true
}

// over looks at the clock and the context.
func (l *limits) over() bool {
	if l.stopped.Load() {
		return true
	}
	if l.ctx.Err() != nil || !l.deadline.IsZero() && time.Now().After(l.deadline) {
		l.stopped.Store(true)
		return true
	}
	return false
}

// done reports whether more simulations could change nothing: the root is
// proven, or the budget of positions is spent.
func (t *tree) done(w *worker) bool {
	if !t.p.Solver && t.budget == 0 {
		return false
	}
	root := &t.nodes[0]
	if w.shared {
		root.hold()
		defer root.release()
	}
	return root.visits > 0 && (t.p.Solver && t.nodeBounds(root).proven() || t.budget > 0 && t.full())
}
