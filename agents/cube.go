package agents

import (
	"context"
	"sync"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	"gambito/games/backgammon/networks"
	"gambito/games/backgammon/review"
)

// cubePlayer lets an agent that knows nothing of the doubling cube play with it.
// An agent that tells chances plays for the best equity that follows from them,
// the cube and the score, of the turns that look good to the networks of td. Of
// others the turns are as in a game without cube, and the chances that turn the
// cube are those of the networks.
type cubePlayer struct {
	turns agent.Agent
	judge review.Expert // with a quick look, by the networks, if the agent tells chances
}

// doublingCube lets all agents for backgammon play with the cube.
var doublingCube = agent.Decorator{
	Simple: func(g game.Game) (game.Game, bool) {
		m, ok := g.(*match.Game)
		if !ok {
			return nil, false
		}
		return m.Plain(), true
	},
	Decorate: func(turns agent.Agent, e *agent.Environment) (agent.Agent, error) {
		return newCubePlayer(turns, Networks(e)), nil
	},
	Uses: sync.OnceValue(func() []agent.Artefact {
		return []agent.Artefact{{Option: "cube", Name: standardTD, Digest: agent.Digest(networks.Standard)}}
	}),
}

func newCubePlayer(turns agent.Agent, networks *networks.Estimator) *cubePlayer {
	a := &cubePlayer{turns: turns, judge: review.Expert{Chances: networks, Model: cube.NewModel(cube.Live)}}
	if chances, ok := turns.(backgammon.Estimator); ok {
		a.judge.Chances, a.judge.Quick, a.judge.Margin = chances, networks, review.Narrow
	}
	return a
}

// NewGame implements Agent.
func (a *cubePlayer) NewGame(seat game.Player, seed uint64) { a.turns.NewGame(seat, seed) }

// Choose implements Agent. What a game is worth for money counts as often as the
// cube shows; what that means for a match it does not say.
func (a *cubePlayer) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	st := s.(*match.State)
	m, info, err := a.choose(ctx, st, limits)
	if st.OfMatch() {
		info.Value = agent.Value{}
	} else {
		stake := float64(st.Cube())
		info.Value.Score *= stake
		info.Value.Count *= stake
		info.Value.Chances = nil // of the men, without the cube
	}
	return m, info, err
}

func (a *cubePlayer) choose(ctx context.Context, st *match.State, limits agent.Limits) (game.Move, agent.Info, error) {
	stakes := cube.Of(st)
	switch {
	case st.Dice().Rolled() && a.judge.Quick == nil:
		return a.turns.Choose(ctx, st.Chequers(), limits)
	case st.Dice().Rolled():
		return a.turn(ctx, st, stakes)
	case !st.Offered() && !stakes.MayDouble():
		return match.Roll, agent.Info{}, nil
	}
	d, _, _ := a.judge.Cube(st.Board(), st.Side(), stakes)
	switch {
	case st.Offered() && d.Take:
		return match.Take, agent.Info{}, nil
	case st.Offered():
		return match.Drop, agent.Info{}, nil
	case d.Action.Doubles():
		return match.Double, agent.Info{}, nil
	}
	return match.Roll, agent.Info{}, nil
}

func (a *cubePlayer) turn(ctx context.Context, st *match.State, s cube.Stakes) (game.Move, agent.Info, error) {
	if moves := st.Moves(nil); len(moves) == 1 {
		return moves[0], agent.Info{}, nil
	}
	ratings, err := a.judge.Turns(ctx, st.Board(), st.Side(), st.Dice(), s)
	if err != nil {
		return 0, agent.Info{}, err
	}
	return ratings[0].Move, agent.Info{Value: agent.Value{Known: true, Score: ratings[0].Equity, Unit: game.Equity, Count: ratings[0].Equity}}, nil
}
