package agent

import (
	"context"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	"gambito/games/backgammon/pubeval"
	"gambito/games/backgammon/rollout"
)

// cubePlayer lets an agent that knows nothing of the doubling cube play with it:
// the agent plays the turns, and the cube is turned by the chances of positions,
// the agent's own if it can tell them, else those of games that Pubeval plays
// against itself.
type cubePlayer struct {
	turns  Agent
	chance cube.Evaluator // nil if the agent has none
	roller rollout.Roller
	model  *cube.Model
}

func newCubePlayer(turns Agent) *cubePlayer {
	a := &cubePlayer{turns: turns, model: cube.NewModel(cube.Live), roller: rollout.Roller{Policy: pubeval.Best}}
	a.chance, _ = turns.(cube.Evaluator)
	return a
}

// NewGame implements Agent.
func (a *cubePlayer) NewGame(seat game.Player, seed uint64) {
	a.roller.Seed = seed
	a.turns.NewGame(seat, seed)
}

// Choose implements Agent.
func (a *cubePlayer) Choose(ctx context.Context, s game.State, limits Limits) (game.Move, Info, error) {
	st := s.(*match.State)
	if st.Dice().Rolled() {
		return a.turns.Choose(ctx, st.Chequers(), limits)
	}
	stakes := cube.StakesOf(st.Table().Match, st.Side())
	if !st.Offered() && !stakes.MayDouble() {
		return match.Roll, Info{}, nil
	}
	d := a.decide(ctx, st.Board(), st.Side(), stakes)
	switch {
	case ctx.Err() != nil:
		return 0, Info{}, ctx.Err()
	case st.Offered() && d.Take:
		return match.Take, Info{}, nil
	case st.Offered():
		return match.Drop, Info{}, nil
	case d.Action.Doubles():
		return match.Double, Info{}, nil
	}
	return match.Roll, Info{}, nil
}

// A decision by games is made in steps, until it is clear.
const (
	cubeStep  = 36
	cubeGames = 1296
)

func (a *cubePlayer) decide(ctx context.Context, b *backgammon.Board, p game.Player, s cube.Stakes) cube.Decision {
	if a.chance != nil {
		return a.model.Decide(a.chance.Evaluate(b, p), s)
	}
	for t := (rollout.Tally{}); ; {
		a.roller.Play(&t, b, p, cubeStep)
		d := a.model.Decide(t.Chances(), s)
		if t.Games >= cubeGames || ctx.Err() != nil || a.clear(&t, s, d) {
			return d
		}
	}
}

// clear reports whether a decision stays the same if the chance to win is off
// by twice its standard error.
func (a *cubePlayer) clear(t *rollout.Tally, s cube.Stakes, d cube.Decision) bool {
	for _, sign := range []float64{-1, 1} {
		other := a.model.Decide(t.Shifted(2*sign), s)
		if other.Action.Doubles() != d.Action.Doubles() || other.Take != d.Take {
			return false
		}
	}
	return true
}
