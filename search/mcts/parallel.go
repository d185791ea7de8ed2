package mcts

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Tree parallelism: the threads share a tree, which one of them at a time reads
// and changes. It walks down several times in a row, then plays these games out
// while others have the tree, and counts the results when its turn comes again:
// the busy part of the tree moves from the cache of one core to that of another
// once a turn, which costs more than all the rest if it happens at every node.
// Virtual losses keep the walks apart (Chaslot, Winands and van den Herik,
// Parallel Monte-Carlo Tree Search, 2008). Which simulations see which others
// depends on the machine, so results are not reproducible.
//
// Root parallelism: every thread has a tree and a share of the simulations; the
// statistics of the roots are added up in the end. Results are reproducible for
// a given number of threads.

const (
	// sharedCrew is how many walks a thread makes at a time on a tree that it
	// shares, and turnVisits how many visits of the root it takes for each of
	// them: few walks should be under way while little is known.
	sharedCrew = 8
	turnVisits = 32
)

// shared reports whether threads share a tree.
func (p *Params) shared() bool { return p.Threads > 1 && !p.RootParallel }

// crewSize is how many workers a thread has: one for every simulation that it
// has under way, unless those of a batch take turns on one.
func (p *Params) crewSize() int {
	if p.shared() && !p.judges() {
		return sharedCrew
	}
	return 1
}

// limits end a search.
type limits struct {
	ctx      context.Context
	budget   Budget
	deadline time.Time
	stopped  atomic.Bool
	watch    *watch // whom the first thread tells what is known; nil for nobody
}

// work runs simulations until the limits are reached.
func (s *Search) work(l *limits) {
	size, claims := s.p.crewSize(), s.claims(l.budget)
	for _, w := range s.workers {
		w.shared = s.p.shared() && !claims
	}
	run := func(crew []*worker, share int) {
		switch w := crew[0]; {
		case claims:
			w.runClaims(l, share)
		case w.shared:
			w.tree.runShared(l, crew, share)
		default:
			w.run(l, share)
		}
	}
	if s.p.Threads == 1 {
		run(s.workers, l.budget.Simulations)
	}
	for s.p.Threads > 1 {
		var all sync.WaitGroup
		s.join(-1) // this goroutine only waits
		for i := range s.p.Threads {
			share := 0 // any number
			if l.budget.Simulations > 0 {
				if share = (l.budget.Simulations + i) / s.p.Threads; share == 0 {
					continue
				}
			}
			crew := s.workers[i*size : (i+1)*size]
			s.join(1)
			all.Go(func() {
				defer s.join(-1)
				run(crew, share)
			})
		}
		all.Wait()
		s.join(1)
		if !s.tree.crowded {
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

// run runs at most so many simulations, 0 for any number, on a tree that is the
// worker's own.
func (w *worker) run(l *limits, most int) {
	clock := clock{every: 1}
	for most == 0 || w.simulations < most {
		if w.simulations > 0 && clock.due() && l.over() || w.tree.done() || w.perfect() {
			return
		}
		l.tell(w)
		if w.adapt != nil {
			w.nextVariant()
		}
		if w.judged {
			w.simulateBatch(atMost(w.p.Batch, most, w.simulations))
			continue
		}
		w.simulate()
	}
}

// runShared is run for the workers of one of the threads that share the tree.
func (t *tree) runShared(l *limits, crew []*worker, most int) {
	t.hold()
	defer t.release()
	clock := clock{every: 1}
	for done := 0; most == 0 || done < most; {
		if done > 0 && clock.due() && l.over() || t.done() || slices.ContainsFunc(crew, (*worker).perfect) {
			return
		}
		l.tell(crew[0])
		if first := crew[0]; first.judged {
			n := atMost(t.p.Batch, most, done)
			first.simulateBatch(n)
			done += n
			continue
		}
		n := atMost(min(len(crew), 1+int(t.nodes[0].visits)/turnVisits), most, done)
		for _, w := range crew[:n] {
			w.descend()
		}
		t.release()
		for _, w := range crew[:n] {
			w.evaluate()
		}
		t.hold()
		for _, w := range crew[:n] {
			w.backup()
		}
		done += n
	}
}

// atMost is n, or as many as are left of most if that is a limit.
func atMost(n, most, done int) int {
	if most > 0 {
		return min(n, most-done)
	}
	return n
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
func (t *tree) done() bool {
	if !t.p.Solver && t.budget == 0 {
		return false
	}
	root := &t.nodes[0]
	return root.visits > 0 && (t.p.Solver && t.nodeBounds(root).proven() || t.budget > 0 && t.nodeCount >= t.maxNodes)
}
