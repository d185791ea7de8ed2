// Package minimax searches games of two players who move in turn, by the whole
// family of minimax algorithms: each in a file of its own, with its source and
// what it keeps true, over one common machinery of limits, move ordering and
// transposition table. All of them find the value of plain minimax to the same
// depth; they differ in how many positions they look at. Begin with New and a Params
// that names one of them and a limit.
package minimax

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gambito/game"
)

// Win is the value of a won game; evaluations lie strictly between −Win and
// Win. Wins have the same value however far away, so that values do not depend
// on the path to a position; deepening step by step finds the nearest first.
const Win = 1_000_000

// infinity is beyond every value.
const infinity = 1 << 30

// maxDepth is how deep a search goes at the most.
const maxDepth = 512

// Evaluation estimates a position for the player to move.
type Evaluation func(s game.State) int

// Params say how to search. The zero value of a limit is no limit; at least
// one must be set.
type Params struct {
	Algorithm Algorithm
	Pruning   Pruning // in place of an algorithm: Expectiminimax, and how it prunes
	Depth     int
	Nodes     uint64 // a search that is to stop still counts the positions on its way out
	Time      time.Duration

	Evaluate  Evaluation // nil: 0 everywhere
	Scale     int        // the value of a score of 1; 0 means Win
	Range     int        // no value is beyond ± this; 0 means Win
	TableBits int        // the table has 2^TableBits entries; 0: no table
	Order     bool       // try promising moves first, see order.go
	Quiesce   bool       // see wins by one more move at the leaves
	Deepen    bool       // search to depth 1, 2, … instead of to Depth at once
	Trace     Tracer     // told of every visit; nil: nobody
}

// Result is what a search found.
type Result struct {
	Move  game.Move   // none if there is no PV
	Value float64     // for the player to move, at a root where chance decides for player 0
	Exact bool        // Value is that of minimax; Best Node Search and B* may only know a bound
	PV    []game.Move // ends where chance decides
	Nodes uint64
	Depth int // to which the search was finished
	Time  time.Duration

	// Plies is in how many plies the game ends if Value is ±Win, the winner hurries
	// and the loser holds out: the first depth that saw it. Only a search that
	// deepens step by step knows, else it is 0. The PV may be shorter, as moves that
	// lose are all the same to the search.
	Plies int
	Lines []Line // all moves, best first, where they were asked for
}

// Search is a search that can be run again and again; it keeps its table.
type Search struct {
	params Params
	game   game.Game
	table  *table
	chance bool // has a part in the game

	root     game.State
	state    game.State   // the position at the present node
	undoer   game.Undoer  // state, if it can take moves back
	copies   []game.State // else the positions on the path
	ply      int
	side     [maxDepth + 2]game.Player // whose view values take at every ply of the path
	moves    [maxDepth + 2][]game.Move
	order    order
	ranks    bool        // the moves of the root, see lines.go
	left     []game.Move // moves of the root that are left out
	hint     game.Move   // what to try first at a root with moves left out
	guess    int         // the value of the depth before
	pv       [maxDepth + 2][]game.Move
	chances  [maxDepth + 2][]outcome
	wins     []game.Move // buffer
	ctx      context.Context
	deadline time.Time
	nodes    uint64
	stopped  bool
}

// New prepares a search of g.
func New(g game.Game, p Params) (*Search, error) {
	if p.Depth == 0 && p.Nodes == 0 && p.Time == 0 {
		return nil, errors.New("a search needs a limit: depth, nodes or time")
	}
	if p.Depth < 0 || p.Depth > maxDepth {
		return nil, fmt.Errorf("a depth of %d is not possible: it may be 1 to %d", p.Depth, maxDepth)
	}
	if p.TableBits < 0 || p.TableBits > maxTableBits {
		return nil, fmt.Errorf("a table of 2^%d entries is not possible: it may be 2^%d at most", p.TableBits, maxTableBits)
	}
	if n := g.Info().Players(); n != 2 {
		return nil, fmt.Errorf("minimax is for two players, and %s has %d", g.Info().ID, n)
	}
	if g.Info().GeneralSum {
		return nil, fmt.Errorf("minimax is for players of whom one wins what the other loses, which is not so in %s", g.Info().ID)
	}
	if g.New().Turn() == game.Together {
		return nil, fmt.Errorf("minimax is for players who move in turn, and in %s they move at once", g.Info().ID)
	}
	if game.OfSecrets(g) {
		return nil, fmt.Errorf("minimax is for players who see everything, and those of %s do not", g.Info().ID)
	}
	switch {
	case p.Pruning != "":
		if p.Algorithm = expectiminimax; !slices.Contains(Prunings, p.Pruning) {
			return nil, fmt.Errorf("unknown pruning %q: there are %v", p.Pruning, Prunings)
		}
	case p.Algorithm == nil:
		return nil, errors.New("a search needs an algorithm")
	case game.OfChance(g):
		return nil, fmt.Errorf("%s is a game of chance, which expectiminimax searches and no other of the family", g.Info().ID)
	}
	if p.Scale == 0 {
		p.Scale = Win
	}
	if p.Range == 0 {
		p.Range = Win
	}
	s := &Search{params: p, game: g, chance: game.OfChance(g), hint: noMove}
	if p.TableBits > 0 {
		s.table = newTable(p.TableBits)
	}
	return s, nil
}

// Limit replaces the limits; at least one must be set.
func (s *Search) Limit(depth int, nodes uint64, time time.Duration) {
	s.params.Depth, s.params.Nodes, s.params.Time = depth, nodes, time
}

// Reset forgets what earlier searches have found out.
func (s *Search) Reset() {
	s.order = order{}
	if s.table != nil {
		s.table.reset()
	}
}

// Run searches from a position, which it leaves as it is. When a limit or ctx
// ends it early, the result is that of the last depth that was finished; the
// error is that of ctx if not even depth 1 was.
func (s *Search) Run(ctx context.Context, root game.State) (Result, error) {
	return s.RunLines(ctx, root, 0, nil)
}

// RunLines is Run that ranks the moves of the root: so many lines, the best moves,
// have their own values and principal variations, the others a bound from above, in
// the order in which the search prefers them. A depth is finished when all of that
// is found. With no line asked for, and at a root where chance decides, there are
// none; with one the result is otherwise that of Run. A search for more goes on when
// the best move is proved to win, until that is so for all lines.
//
// After every depth that was finished tell, if it is not nil, is given the result so
// far, to keep. It is called on this goroutine: the search waits for it.
func (s *Search) RunLines(ctx context.Context, root game.State, lines int, tell func(Result)) (Result, error) {
	begin := time.Now()
	s.begin(ctx, root, begin)
	first, last := 1, s.params.Depth
	if last == 0 {
		last = maxDepth
	}
	if !s.params.Deepen {
		first = last
	}
	moves := root.Moves(nil)
	if len(moves) == 0 {
		return Result{}, errors.New("the game is over")
	}
	best := Result{}
	var ranked *ranking
	if root.Turn() != game.Chance {
		best = Result{Move: moves[0], PV: moves[:1:1]}
		if lines > 0 {
			ranked = newRanking(moves, lines)
		}
	}
	for depth := first; depth <= last; depth++ {
		done := s.deepen(&best, ranked, depth)
		if s.stopped {
			break
		}
		best.Nodes, best.Time = s.nodes, time.Since(begin)
		if tell != nil {
			tell(best.clone())
		}
		if done || depth >= s.game.Info().MaxPlies {
			break
		}
	}
	best.Nodes, best.Time = s.nodes, time.Since(begin)
	if best.Depth == 0 && ctx.Err() != nil {
		return best, ctx.Err()
	}
	return best, nil
}

// deepen searches to a depth, makes best the result unless the search is stopped,
// and reports whether there is nothing more to find.
func (s *Search) deepen(best *Result, ranked *ranking, depth int) (done bool) {
	var found Result
	if ranked == nil {
		found = s.params.Algorithm(s, depth)
	} else {
		found = ranked.deepen(s, depth)
	}
	if s.stopped {
		return false
	}
	before := Line{}
	if best.Depth > 0 {
		before = best.line()
	}
	now := found.line()
	lost := s.lost(now)
	if !lost || best.Depth == 0 { // a lost game is played as before the loss was seen
		best.Move, best.PV = found.Move, found.PV
	}
	best.Value, best.Exact, best.Depth = found.Value, found.Exact, depth
	if !s.won(before) {
		best.Plies = s.plies(before, now, depth)
	}
	if ranked != nil {
		best.Lines = ranked.lines
		return ranked.settled()
	}
	return lost || s.won(now)
}

// clone is a copy that shares nothing.
func (r Result) clone() Result {
	r.PV = slices.Clone(r.PV)
	r.Lines = slices.Clone(r.Lines)
	for i := range r.Lines {
		r.Lines[i].PV = slices.Clone(r.Lines[i].PV)
	}
	return r
}

func (s *Search) begin(ctx context.Context, root game.State, now time.Time) {
	s.ctx, s.root = ctx, root
	s.state = root.Clone()
	s.undoer, _ = s.state.(game.Undoer)
	s.copies = append(s.copies[:0], s.state)
	s.ply, s.nodes, s.stopped, s.guess = 0, 0, false, 0
	s.side[0] = max(root.Turn(), 0)
	s.deadline = time.Time{}
	if s.params.Time > 0 {
		s.deadline = now.Add(s.params.Time)
	}
	if s.table != nil {
		s.table.newSearch()
	}
}

// play makes a move on the way down.
func (s *Search) play(m game.Move) {
	mover := s.side[s.ply]
	if s.undoer == nil {
		if len(s.copies) == s.ply+1 {
			s.copies = append(s.copies, s.state.Clone())
		}
		s.copies[s.ply+1].CopyFrom(s.state)
		s.state = s.copies[s.ply+1]
	}
	s.state.Play(m)
	s.ply++
	switch turn := s.state.Turn(); turn {
	case game.Over:
		s.side[s.ply] = mover ^ 1
	case game.Chance:
		s.side[s.ply] = mover
	default:
		s.side[s.ply] = turn
	}
	s.pv[s.ply] = s.pv[s.ply][:0]
	if s.params.Trace != nil {
		s.params.Trace.Play(m)
	}
}

// undo takes it back on the way up.
func (s *Search) undo(m game.Move) {
	s.ply--
	if s.undoer != nil {
		s.undoer.Undo(m)
	} else {
		s.state = s.copies[s.ply]
	}
	if s.params.Trace != nil {
		s.params.Trace.Undo()
	}
}

// turned is how the position after the latest move sees a window of the player
// who made it: values change sign with the player, which is not at every move
// in every game.
func (s *Search) turned(alpha, beta int) (sign, a, b int) {
	if s.side[s.ply] == s.side[s.ply-1] {
		return 1, alpha, beta
	}
	return -1, -beta, -alpha
}

// visit is visitExpected for the windows of whole numbers.
func (s *Search) visit(alpha, beta int) { s.visitExpected(float64(alpha), float64(beta)) }

// visitExpected counts a position and looks at the limits now and then.
func (s *Search) visitExpected(alpha, beta float64) {
	s.nodes++
	if s.params.Trace != nil {
		s.params.Trace.Visit(s.side[s.ply], alpha, beta)
	}
	if s.params.Nodes > 0 && s.nodes > s.params.Nodes {
		s.stopped = true
	}
	if s.nodes%1024 == 0 && (s.ctx.Err() != nil || !s.deadline.IsZero() && time.Now().After(s.deadline)) {
		s.stopped = true
	}
}

// leaf returns the value of a position that is not searched any deeper, for
// the player whose view it takes, and whether it is such a position.
func (s *Search) leaf(depth int) (int, bool) {
	if s.state.Turn() == game.Over {
		return s.leafValue(int(s.state.Score(s.side[s.ply]) * float64(s.params.Scale))), true
	}
	if depth > 0 {
		return 0, false
	}
	return s.leafValue(s.evaluate()), true
}

// value tells the tracer the value of the present position, which comes from its
// moves.
func (s *Search) value(v int) int {
	if s.params.Trace != nil {
		s.params.Trace.Value(float64(v), FromMoves)
	}
	return v
}

// leafValue is value at a leaf.
func (s *Search) leafValue(v int) int {
	if s.params.Trace != nil {
		s.params.Trace.Value(float64(v), FromLeaf)
	}
	return v
}

// tabled is value where the table knows it.
func (s *Search) tabled(v int) int {
	if s.params.Trace != nil {
		s.params.Trace.Value(float64(v), FromTable)
	}
	return v
}

// evaluate estimates the present position, wins by one more move included
// where that is asked for.
func (s *Search) evaluate() int {
	if s.params.Quiesce {
		if finder, ok := s.state.(game.WinFinder); ok {
			if s.wins = finder.WinningMoves(s.wins[:0]); len(s.wins) > 0 {
				return Win
			}
		}
	}
	if s.params.Evaluate == nil {
		return 0
	}
	return min(max(s.params.Evaluate(s.state), -Win+1), Win-1)
}

// improve notes that m, the latest move, is the best so far: it and what
// follows it become the principal variation of the position before.
func (s *Search) improve(m game.Move) {
	s.pv[s.ply] = append(append(s.pv[s.ply][:0], m), s.pv[s.ply+1]...)
}

// found is the result of an algorithm that has kept the principal variation.
func (s *Search) found(value int) Result {
	r := Result{Value: float64(value), Exact: true, PV: slices.Clone(s.pv[0])}
	if len(r.PV) == 0 { // the search was stopped before its first move
		r.PV = s.root.Moves(nil)[:1]
	}
	r.Move = r.PV[0]
	return r
}
