package exact

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gambito/game"
	"gambito/progress"
)

// Small solves any game of two players outright, by looking at every position
// that matters and remembering each by its hash: who wins under perfect play,
// 1 for the player to move, 0 for a draw, −1. It is for games of up to some
// tens of millions of positions. Two positions of equal hash would be taken
// for one; with 64 bits and ten million positions the chance of that anywhere
// is about 3 in a million.
type Small struct {
	full  bool
	limit int

	longRun sized // that is solved, if it is, see Check

	known  map[uint64]int8
	before map[uint64]int8 // what the solver knew that this one is a fork of
	nodes  uint64
	watch  progress.Func
	ctx    context.Context
	err    error
	levels []level
	wins   []game.Move // buffer
}

// level is what the walk owns at one depth.
type level struct {
	state game.State
	moves []game.Move
}

// ErrTooLarge is returned when a game has more positions than are kept.
var ErrTooLarge = errors.New("the game has too many positions to be solved outright")

// NewSmall returns a solver for g that keeps up to limit positions. With full
// it values every position that can be reached instead of only those that a
// proof needs.
func NewSmall(g game.Game, limit int, full bool) (*Small, error) {
	if err := checkOutright(g); err != nil {
		return nil, err
	}
	return &Small{full: full, limit: limit, longRun: longRun(g), known: map[uint64]int8{}}, nil
}

// Fork returns a solver that knows all positions that t knows, keeps up to limit
// more, and shares nothing else with t or another fork: forks may be used by
// different goroutines. Once it has forks, t must not be used itself.
// Precondition: t is not a fork.
func (t *Small) Fork(limit int) *Small {
	return &Small{full: t.full, limit: limit, longRun: t.longRun, known: map[uint64]int8{}, before: t.known}
}

// Reset forgets every position that the solver has found itself.
func (t *Small) Reset() {
	clear(t.known)
	t.nodes = 0
}

// Nodes is how many positions were looked at since Reset.
func (t *Small) Nodes() uint64 { return t.nodes }

// Watch implements Solver.
func (t *Small) Watch(f progress.Func) { t.watch = f }

// Size is how many different positions are known.
func (t *Small) Size() int { return len(t.known) + len(t.before) }

// Solve returns the value of a position for the player to move. Precondition:
// the game is not over.
func (t *Small) Solve(ctx context.Context, s game.State) (int, error) {
	var v int8
	err := t.start(ctx, func() { v = t.value(s, 0) })
	return int(v), err
}

// start runs what solves positions. The limit is for what one of them needs: when
// what is known from others is in its way that is forgotten.
func (t *Small) start(ctx context.Context, solve func()) error {
	before := len(t.known)
	t.ctx, t.err = ctx, nil
	solve()
	if before > 0 && errors.Is(t.err, ErrTooLarge) {
		clear(t.known)
		t.err = nil
		solve()
	}
	return t.err
}

// SolveMoves returns the value of every move for the player to move.
func (t *Small) SolveMoves(ctx context.Context, s game.State) ([]MoveScore, error) {
	var scores []MoveScore
	child := s.Clone()
	err := t.start(ctx, func() {
		scores = scores[:0]
		for _, m := range s.Moves(nil) {
			child.CopyFrom(s)
			child.Play(m)
			scores = append(scores, MoveScore{m, int(t.after(child, s.Turn(), 0))})
		}
	})
	return scores, err
}

// SolveBest returns the value of a position for the player to move and a move
// that attains it: one that wins at once, if there is one, else the first of
// State.Moves. Precondition: the game is not over.
func (t *Small) SolveBest(ctx context.Context, s game.State) (value int, best game.Move, err error) {
	moves, child := s.Moves(nil), s.Clone()
	for _, m := range moves {
		child.CopyFrom(s)
		if child.Play(m); child.Turn() == game.Over && child.Score(s.Turn()) > 0 {
			return 1, m, ctx.Err()
		}
	}
	err = t.start(ctx, func() {
		value = math.MinInt8
		for _, m := range moves {
			child.CopyFrom(s)
			child.Play(m)
			if v := int(t.after(child, s.Turn(), 0)); v > value {
				value, best = v, m
			}
			if value == 1 || t.err != nil {
				break
			}
		}
	})
	return value, best, err
}

// SolveAllBest returns the value of a position for the player to move and all
// moves that attain it, ascending. Precondition: the game is not over.
func (t *Small) SolveAllBest(ctx context.Context, s game.State) (value int, best []game.Move, err error) {
	scores, err := t.SolveMoves(ctx, s)
	value = math.MinInt8
	for _, m := range scores {
		if m.Score > value {
			value, best = m.Score, best[:0]
		}
		if m.Score == value {
			best = append(best, m.Move)
		}
	}
	return value, best, err
}

// after is the value of a position for the player who moved into it.
func (t *Small) after(s game.State, mover game.Player, depth int) int8 {
	switch s.Turn() {
	case game.Over:
		return sign(s.Score(mover))
	case mover:
		return t.value(s, depth)
	}
	return -t.value(s, depth)
}

func sign(score float64) int8 {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return -1
	}
	return 0
}

// value is the value of a position for the player to move. The best child
// decides; a won one is enough, unless everything is to be valued.
func (t *Small) value(s game.State, depth int) int8 {
	if t.nodes++; t.nodes%64 == 0 { // positions of a rulesheet may take milliseconds
		if t.nodes%4096 == 0 {
			t.watch.Tell(visited, int(t.nodes), 0)
		}
		if t.ctx.Err() != nil {
			t.err = t.ctx.Err()
		}
	}
	if t.err != nil {
		return 0
	}
	player := s.Turn()
	if finder, ok := s.(game.WinFinder); ok && !t.full {
		if t.wins = finder.WinningMoves(t.wins[:0]); len(t.wins) > 0 {
			return 1
		}
	}
	hash := s.Hash()
	if v, ok := t.before[hash]; ok {
		return v
	}
	if v, ok := t.known[hash]; ok {
		return v
	}
	if depth == len(t.levels) {
		t.levels = append(t.levels, level{state: s.Clone()})
	}
	moves := s.Moves(t.levels[depth].moves[:0])
	t.levels[depth].moves = moves
	child := t.levels[depth].state
	best := int8(math.MinInt8)
	for _, m := range moves {
		child.CopyFrom(s)
		child.Play(m)
		best = max(best, t.after(child, player, depth+1))
		if t.err != nil {
			return 0
		}
		if best == 1 && !t.full {
			break
		}
	}
	if len(t.known) >= t.limit {
		t.err = fmt.Errorf("%w: there are more than %d", ErrTooLarge, t.limit)
		return 0
	}
	t.known[hash] = best
	return best
}
