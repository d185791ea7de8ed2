package mcts

import "time"

// watch is who is told what a search has found while it runs.
type watch struct {
	every time.Duration
	tell  func(Result)
	next  time.Time
	turns int // since the time was looked at
}

// watchTurns is how many simulations, or batches of them, pass between looks at the
// time.
const watchTurns = 64

// Watch has tell told about every so often what searches have found so far; nil
// ends that. It is called by a goroutine that searches, which waits meanwhile, and
// may ask for the Top and the PV. What it is told changes nothing of the result.
// Threads that have a tree each tell nothing before they are done.
func (s *Search) Watch(every time.Duration, tell func(Result)) {
	s.watch = nil
	if tell != nil && !(s.p.RootParallel && s.p.Threads > 1) {
		s.watch = &watch{every: every, tell: tell}
	}
}

// tell tells if it is time to. Precondition: nobody else has the tree.
func (l *limits) tell(w *worker) {
	if l.watch == nil || w != w.search.workers[0] {
		return
	}
	l.watch.look(w)
}

func (t *watch) look(w *worker) {
	if t.turns++; t.turns < watchTurns && !w.judged {
		return
	}
	t.turns = 0
	now := time.Now()
	if t.next.IsZero() {
		t.next = now.Add(t.every)
	}
	if now.Before(t.next) {
		return
	}
	t.next = now.Add(t.every)
	s := w.search
	done, depth := s.simulations, s.depth
	s.simulations += w.simulations
	s.depth = max(s.depth, w.depth)
	if root := &w.tree.nodes[0]; !root.claimed && root.visits > 0 {
		source := w.source          // the final choice may draw lots
		r := s.result([]*worker{w}) // others may be writing down their games
		w.source = source
		if s.p.shared() { // others count for themselves
			r.Simulations = int(w.tree.nodes[0].visits) - s.reused
		}
		t.tell(r)
	}
	s.simulations, s.depth = done, depth
}
