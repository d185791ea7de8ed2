package game

import (
	"context"
	"sync"

	"gambito/crew"
)

// MoveCount is a move and the number of leaves behind it.
type MoveCount struct {
	Move   Move
	Leaves uint64
}

// Perft counts the leaves of the game tree below s: the positions after
// exactly depth moves, and one for every game that ends earlier. It works on
// up to jobs goroutines and stops with the context's error when that ends. Told,
// unless it is nil, is told now and then how many leaves were counted, never twice
// at a time.
func Perft(ctx context.Context, s State, depth, jobs int, told func(leaves uint64)) (uint64, error) {
	if depth == 0 || s.Turn() == Over {
		return 1, nil
	}
	counts, err := Divide(ctx, s, depth, jobs, told)
	var sum uint64
	for _, c := range counts {
		sum += c.Leaves
	}
	return sum, err
}

// Divide is Perft by first move. Precondition: depth > 0.
func Divide(ctx context.Context, s State, depth, jobs int, told func(leaves uint64)) ([]MoveCount, error) {
	moves := s.Moves(nil)
	counts := make([]MoveCount, len(moves))
	type worker struct {
		perftWalker
		child State
	}
	sum := &perftSum{told: told}
	workers, _ := crew.Make(jobs, len(moves), func() (*worker, error) { return &worker{perftWalker{ctx: ctx, sum: sum}, s.Clone()}, nil })
	err := crew.Do(ctx, len(moves), workers, func(_ context.Context, w *worker, i int) error {
		w.child.CopyFrom(s)
		w.child.Play(moves[i])
		counts[i] = MoveCount{moves[i], w.leaves(w.child, depth-1, 0)}
		return nil
	}, nil)
	return counts, err
}

// perftSum is what all walkers have counted so far.
type perftSum struct {
	mutex  sync.Mutex
	leaves uint64
	told   func(leaves uint64)
}

func (s *perftSum) add(leaves uint64) {
	if s.told == nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.leaves += leaves
	s.told(s.leaves)
}

// perftWalker owns one state and one move buffer a level, so that walking
// allocates only on the way down for the first time.
type perftWalker struct {
	ctx     context.Context
	sum     *perftSum
	stopped bool
	nodes   uint
	counted uint64 // since sum was told
	states  []State
	moves   [][]Move
}

// leaves counts below s, which is so many plies from where the walk began.
func (w *perftWalker) leaves(s State, depth, ply int) uint64 {
	if depth == 0 {
		return 1
	}
	if w.nodes++; w.nodes%4096 == 0 {
		w.stopped = w.ctx.Err() != nil
		w.sum.add(w.counted)
		w.counted = 0
	}
	if w.stopped {
		return 0
	}
	if ply == len(w.moves) {
		w.moves, w.states = append(w.moves, nil), append(w.states, nil)
	}
	moves := s.Moves(w.moves[ply][:0])
	w.moves[ply] = moves
	switch {
	case len(moves) == 0:
		return 1
	case depth == 1:
		return uint64(len(moves))
	}
	if w.states[ply] == nil {
		w.states[ply] = s.Clone()
	}
	child := w.states[ply]
	var sum uint64
	for _, m := range moves {
		child.CopyFrom(s)
		child.Play(m)
		sum += w.leaves(child, depth-1, ply+1)
	}
	if depth == 3 { // often enough to be told, and out of the way of the hottest loop
		w.counted += sum
	}
	return sum
}
