package agent

import (
	"context"

	"gambito/game"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	"gambito/games/backgammon/neural"
	"gambito/games/backgammon/review"
)

// cubePlayer lets an agent that knows nothing of the doubling cube play with it.
// An agent that tells chances plays for the best equity that follows from them,
// the cube and the score. Of others the turns are as in a game without cube, and
// the chances that turn the cube are those of the networks of td.
type cubePlayer struct {
	turns    Agent
	networks review.Judge
	own      *review.Judge // nil if the agent tells no chances
}

func newCubePlayer(turns Agent) *cubePlayer {
	model := cube.NewModel(cube.Live)
	a := &cubePlayer{turns: turns}
	a.networks = review.Judge{Chances: neural.NewEvaluator(neural.Default(), bearoffTables()), Model: model}
	if chances, ok := turns.(cube.Evaluator); ok {
		a.own = &review.Judge{Chances: chances, Model: model}
	}
	return a
}

// NewGame implements Agent.
func (a *cubePlayer) NewGame(seat game.Player, seed uint64) { a.turns.NewGame(seat, seed) }

// Choose implements Agent.
func (a *cubePlayer) Choose(ctx context.Context, s game.State, limits Limits) (game.Move, Info, error) {
	st := s.(*match.State)
	stakes := cube.Of(st)
	switch {
	case st.Dice().Rolled() && a.own == nil:
		return a.turns.Choose(ctx, st.Chequers(), limits)
	case st.Dice().Rolled():
		return a.turn(ctx, st, stakes)
	case !st.Offered() && !stakes.MayDouble():
		return match.Roll, Info{}, nil
	}
	judge := a.own
	if judge == nil {
		judge = &a.networks
	}
	d, _, _ := judge.Cube(st.Board(), st.Side(), stakes)
	switch {
	case st.Offered() && d.Take:
		return match.Take, Info{}, nil
	case st.Offered():
		return match.Drop, Info{}, nil
	case d.Action.Doubles():
		return match.Double, Info{}, nil
	}
	return match.Roll, Info{}, nil
}

// Of the turns that look best to the networks of td so many, and no worse than
// that, are looked at by the agent.
const (
	cubeWidth  = 8
	cubeMargin = 0.16
)

func (a *cubePlayer) turn(ctx context.Context, st *match.State, s cube.Stakes) (game.Move, Info, error) {
	ratings := a.networks.Turns(st.Board(), st.Side(), st.Dice(), s)
	best := ratings[0]
	for i, r := range ratings {
		if err := ctx.Err(); err != nil {
			return 0, Info{}, err
		}
		if len(ratings) == 1 || i >= cubeWidth || ratings[0].Equity-r.Equity > cubeMargin {
			break
		}
		if r = a.own.Turn(st.Board(), st.Side(), r.Move, s); i == 0 || r.Equity > best.Equity {
			best = r
		}
	}
	return best.Move, Info{Value: best.Equity}, nil
}
