package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/othello"
	"gambito/progress"
	"gambito/search/exact"
)

// Solving is how positions are solved.
type Solving struct {
	Memory int64                // bytes that it may take
	Tell   func(agent.Analysis) // is told of every move that is solved; nil if nobody wants to know
	Pause  func()               // is called now and then, and may wait; nil for nobody
}

// solvedEmpties is from how many empty cells on Othello is solved where somebody waits
// for all moves.
const solvedEmpties = 24

// positionBytes is what a position of a game that is solved outright takes, with what
// maps take beside.
const positionBytes = 48

// Truth is what every move of a position is worth with perfect play, the best first:
// by the solvers of package exact, and in backgammon by the tables of the end of the
// game. The error says why that cannot be told, or is that of ctx.
func Truth(ctx context.Context, e *agent.Environment, g game.Game, s game.State, o Solving) (agent.Analysis, error) {
	if plain, ok := s.(*backgammon.State); ok {
		return bearoffTruth(e, g, plain)
	}
	solver, err := truthSolver(g, s, o)
	if err != nil {
		return agent.Analysis{}, err
	}
	if o.Pause != nil {
		solver.Watch(func(progress.Step) { o.Pause() })
	}
	begin := time.Now()
	found := agent.Analysis{}
	for _, m := range s.Moves(nil) {
		line, err := solvedMove(ctx, solver, g, s, m)
		if err != nil {
			return found, err
		}
		add(&found, line)
		found.Nodes, found.Time = int(solver.Nodes()), time.Since(begin)
		if o.Tell != nil {
			o.Tell(found.Clone())
		}
	}
	if len(found.Lines) == 0 {
		return found, errors.New("the game is over")
	}
	return found, nil
}

// truthSolver makes the solver for a position, or says why it would be in vain.
func truthSolver(g game.Game, s game.State, o Solving) (exact.Solver, error) {
	method, err := exact.MethodOf(g)
	if err != nil {
		return nil, err
	}
	if method == exact.ByOthello {
		own, opp := othello.Discs(s)
		if empty := 64 - bits.OnesCount64(own|opp); empty > solvedEmpties {
			return nil, fmt.Errorf("nobody knows what a position of Othello with %d empty cells is worth: it is solved from %d on", empty, solvedEmpties)
		}
	}
	megabytes := max(1, int(min(o.Memory, 64<<20)>>20))
	solver, err := exact.For(g, exact.Options{Memory: megabytes, Positions: max(1000, int(o.Memory/positionBytes))})
	if err == nil {
		err = solver.Check(s)
	}
	return solver, err
}

// add puts a line where it belongs among those that are known, the best first.
func add(found *agent.Analysis, line agent.Line) {
	at, _ := slices.BinarySearchFunc(found.Lines, line, func(x, y agent.Line) int {
		return cmp.Or(cmp.Compare(y.Value.Score, x.Value.Score), cmp.Compare(y.Value.Count, x.Value.Count), cmp.Compare(x.Move, y.Move))
	})
	found.Lines = slices.Insert(found.Lines, at, line)
	best := found.Lines[0]
	found.Move, found.Value, found.PV = best.Move, best.Value, best.PV
}

// solvedMove solves the position after a move.
func solvedMove(ctx context.Context, solver exact.Solver, g game.Game, s game.State, m game.Move) (agent.Line, error) {
	line := agent.Line{Move: m, PV: []game.Move{m}}
	after := s.Clone()
	after.Play(m)
	if after.Turn() == game.Over {
		line.Value = agent.Ended(g, after, s.Turn())
		line.Value.Plies = 1
		return line, nil
	}
	score, err := solver.Solve(ctx, after)
	if line.Value = Solved(g, after, score); after.Turn() != s.Turn() {
		line.Value = line.Value.Negated()
	}
	if line.Value.Plies > 0 {
		line.Value.Plies++
	}
	return line, err
}

// bearoffTruth looks up all turns of a position near the end.
func bearoffTruth(e *agent.Environment, g game.Game, s *backgammon.State) (found agent.Analysis, err error) {
	if !s.Dice().Rolled() {
		return found, errors.New("backgammon: chance decides in that position; add its outcome to the moves")
	}
	begin, p := time.Now(), s.Side()
	for side := range game.Player(2) {
		if home, ok := bearoff.HomeOf(s.Board(), side); !ok || home.Men() > bearoff.SmallMen {
			return found, fmt.Errorf("backgammon is known exactly where all men are home and neither side has more than %d", bearoff.SmallMen)
		}
	}
	tables := bearoffTables(e)
	for _, m := range s.Moves(nil) {
		after := *s.Board()
		after.Play(p, m)
		own, _ := bearoff.HomeOf(&after, p)
		other, _ := bearoff.HomeOf(&after, p^1)
		wins, _ := tables.Exact(other, own) // there are no more men than before
		value := agent.Proof(g, 1-2*wins)
		value.Unit, value.Count = game.Equity, value.Score
		add(&found, agent.Line{Move: m, PV: []game.Move{m}, Value: value})
	}
	found.Time = time.Since(begin)
	return found, nil
}
