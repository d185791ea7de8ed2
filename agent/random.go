package agent

import (
	"context"
	"math/rand/v2"

	"gambito/game"
	"gambito/spec"
)

var randomEntry = Entry{
	Schema: spec.Schema{ID: "random", Name: "Random", About: "Plays any legal move, each equally often."},
	Make: Maker{Cube: true, New: func(g game.Game, _ spec.Values) (Agent, error) {
		a := &random{moves: make([]game.Move, 0, g.Info().MaxMoves)}
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
func (a *random) Choose(_ context.Context, s game.State, _ Limits) (game.Move, Info, error) {
	a.moves = game.MovesFor(s, a.seat, a.moves[:0])
	return a.moves[a.r.IntN(len(a.moves))], Info{}, nil
}
