package agents

import (
	"context"
	"math"
	"math/rand/v2"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon/ahead"
	"gambito/search/mcts"
	"gambito/spec"
)

// warm draws turns of backgammon by what they are worth, the better the likelier.
// It does not tell chances: where there is a cube, who plays it would choose turns
// by them, the best ones.
type warm struct {
	of          *aheadAgent
	temperature float64
	source      rand.PCG
	weights     []float64 // buffer
}

// warmed is the agent itself if no temperature is given.
func warmed(a *aheadAgent, v spec.Values) agent.Agent {
	if t := v.Float("temperature"); t > 0 {
		return &warm{of: a, temperature: t}
	}
	return a
}

// NewGame implements Agent.
func (a *warm) NewGame(_ game.Player, seed uint64) { a.source.Seed(seed, 0) }

// Choose implements Agent.
func (a *warm) Choose(ctx context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	turns, info, err := a.of.rank(ctx, s)
	if err != nil {
		return 0, agent.Info{}, err
	}
	m := a.draw(turns)
	return m, info, nil
}

// Analyze implements Analyst: it knows what it does not always play.
func (a *warm) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	found, err := a.of.Analyze(ctx, s, q)
	if err != nil {
		return agent.Analysis{}, err
	}
	found.Move, _, err = a.Choose(ctx, s, q.Limits)
	return found, err
}

// draw takes a turn with a probability in proportion to exp(equity/temperature).
func (a *warm) draw(turns []ahead.Turn) game.Move {
	a.weights = a.weights[:0]
	for _, t := range turns {
		a.weights = append(a.weights, math.Exp(t.Equity-turns[0].Equity))
	}
	return turns[mcts.Draw(a.weights, a.temperature, rand.New(&a.source))].Move
}
