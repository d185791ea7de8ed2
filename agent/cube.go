package agent

import (
	"context"

	"gambito/game"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	"gambito/games/backgammon/review"
)

// cubePlayer lets an agent that knows nothing of the doubling cube play with it.
// An agent that tells chances plays for the best equity that follows from them,
// the cube and the score, of the turns that look good to the networks of td. Of
// others the turns are as in a game without cube, and the chances that turn the
// cube are those of the networks.
type cubePlayer struct {
	turns Agent
	judge review.Judge // with a quick look, by the networks, if the agent tells chances
}

func newCubePlayer(turns Agent) *cubePlayer {
	networks := Networks()
	a := &cubePlayer{turns: turns, judge: review.Judge{Chances: networks, Model: cube.NewModel(cube.Live)}}
	if chances, ok := turns.(cube.Evaluator); ok {
		a.judge.Chances, a.judge.Quick, a.judge.Margin = chances, networks, review.Narrow
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
	case st.Dice().Rolled() && a.judge.Quick == nil:
		return a.turns.Choose(ctx, st.Chequers(), limits)
	case st.Dice().Rolled():
		return a.turn(ctx, st, stakes)
	case !st.Offered() && !stakes.MayDouble():
		return match.Roll, Info{}, nil
	}
	d, _, _ := a.judge.Cube(st.Board(), st.Side(), stakes)
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

func (a *cubePlayer) turn(ctx context.Context, st *match.State, s cube.Stakes) (game.Move, Info, error) {
	if moves := st.Moves(nil); len(moves) == 1 {
		return moves[0], Info{}, nil
	}
	ratings, err := a.judge.Turns(ctx, st.Board(), st.Side(), st.Dice(), s)
	if err != nil {
		return 0, Info{}, err
	}
	return ratings[0].Move, Info{Value: ratings[0].Equity, Judged: true}, nil
}
