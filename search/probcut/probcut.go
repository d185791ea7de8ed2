// Package probcut searches games that pattern systems judge, Othello above all:
// principal variation search (Marsland and Campbell 1982) that deepens step by step,
// with windows about what it expects, a table of positions that lasts from move to
// move, moves in the order of what patterns say of them, and Multi-ProbCut (Buro
// 1997), which leaves out what a shallow search shows to be probably beyond the
// window. Near the end of a game it goes through to the last move, first with doubt
// left and then without.
//
// A Board is what it searches on. Othello is one on bare bitboards.
package probcut

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"gambito/game"
)

// Params say how a Search works.
type Params struct {
	Bytes   int   // of the table
	Threads int   // that share it; 0 for one
	Cuts    *Cuts // nil for a search that leaves nothing out
}

// Limits bound a search. Zero means none.
type Limits struct {
	Depth int           // plies
	Nodes uint64        // positions
	Time  time.Duration // to stop after
	Soft  time.Duration // after which no further iteration begins

	// Solve is from how many plies to the end on the search may go through to it
	// before depth has come that far.
	Solve int

	// Except are moves of the position that are not looked at. At least one must be left.
	Except []game.Move
}

// Line is a move and what it is worth to who makes it.
type Line struct {
	Move  game.Move
	Value int
	PV    []game.Move // that move first
}

// Result is what a search has found.
type Result struct {
	Lines []Line // the best first
	Depth int    // plies that were looked ahead
	Full  bool   // Depth leads to the end of the game
	Exact bool   // and nothing was left out on the way
	Nodes uint64
	Time  time.Duration
}

// Search searches positions one after another, and remembers what it learned. It
// belongs to one goroutine.
type Search struct {
	workers []*worker // the first leads
	table   *table
	cuts    *Cuts

	stop    atomic.Bool
	helping sync.WaitGroup // the workers that do not lead
	others  atomic.Uint64  // positions that they have looked at
}

// New returns a search on a board and on clones of it.
func New(b Board, p Params) *Search {
	s := &Search{table: newTable(p.Bytes), cuts: p.Cuts}
	for i := range max(1, p.Threads) {
		if i > 0 {
			b = b.Clone()
		}
		s.workers = append(s.workers, newWorker(s, b, i))
	}
	return s
}

// Forget forgets all positions.
func (s *Search) Forget() {
	s.helping.Wait()
	s.table.clear()
}

// errOver says that there is nothing to choose.
var errOver = errors.New("the game is over, there is no move to find")

// Run searches a position for its best move, or for so many best lines if that is more,
// and tells what it knows after every iteration, unless tell is nil. When
// ctx ends it returns what it knows; an error means that it had ended before. Other workers
// that have not noticed yet are waited for when the next search begins: on a busy machine
// they may lack a processor, and a clock would run on.
func (s *Search) Run(ctx context.Context, state game.State, limits Limits, lines int, tell func(Result)) (Result, error) {
	if state.Turn() == game.Over {
		return Result{}, errOver
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	begin := time.Now()
	s.helping.Wait()
	s.stop.Store(false)
	s.others.Store(0)
	s.table.age()
	release := context.AfterFunc(ctx, func() { s.stop.Store(true) })
	defer release()
	s.help(state, limits.Except)
	lead := s.workers[0]
	lead.begin(state, limits, begin)
	lead.deepen(max(1, lines), tell)
	s.stop.Store(true)
	lead.result.Nodes = lead.nodes + s.others.Load()
	lead.result.Time = time.Since(begin)
	return lead.result, nil
}
