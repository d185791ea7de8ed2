package agents

import (
	"context"
	"math/rand/v2"

	"gambito/agent"
	"gambito/game"
	"gambito/spec"
)

var randomEntry = agent.Entry{
	Schema: spec.Schema{ID: "random", Name: "Random", About: "Plays any legal move, each equally often."},
	Make: agent.Maker{Whole: true, Veiled: true, New: func(o agent.Order) (agent.Agent, error) {
		a := &random{moves: make([]game.Move, 0, o.Game.Info().MaxMoves)}
		a.r = rand.New(&a.source)
		return a, nil
	}},
}

type random struct {
	source rand.PCG
	r      *rand.Rand
	seat   game.Player
	moves  []game.Move
}

// NewGame implements Agent.
func (a *random) NewGame(seat game.Player, seed uint64) {
	a.seat = seat
	a.source.Seed(seed, 0)
}

// Choose implements Agent.
func (a *random) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	a.moves = game.MovesFor(s, a.seat, a.moves[:0])
	return a.moves[a.r.IntN(len(a.moves))], agent.Info{}, nil
}

// Mix implements agent.Mixer.
func (a *random) Mix(_ context.Context, s game.State, _ agent.Limits) ([]float64, error) {
	a.moves = game.MovesFor(s, a.seat, a.moves[:0])
	shares := make([]float64, len(a.moves))
	for i := range shares {
		shares[i] = 1 / float64(len(shares))
	}
	return shares, nil
}
