package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/battleship"
	"gambito/spec"
)

var hunterEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "hunter", Name: "Hunter",
		About: "Plays battleship: places ships at random, and shoots where most of the fleets that are drawn to fit have a ship.",
		Options: []spec.Option{
			{Name: "worlds", Type: spec.Int, Default: "200", Min: 1, Max: 100_000, Help: "fleets a shot"},
		},
	},
	Make: agent.Maker{
		Veiled: true,
		Fits:   ofShips,
		Resolve: func(g game.Game, v spec.Values) (spec.Values, error) {
			if !ofShips(g) {
				return v, fmt.Errorf("it plays battleship, not %s", g.Info().ID)
			}
			return v, nil
		},
		New: func(o agent.Order) (agent.Agent, error) {
			a := &hunter{game: o.Game, worlds: o.Values.Int("worlds")}
			a.random = rand.New(&a.source)
			return a, nil
		},
	},
}

// ofShips reports whether a game is battleship.
func ofShips(g game.Game) bool {
	_, ok := g.(*battleship.Game)
	return ok
}

// hunter shoots where ships are likely.
type hunter struct {
	game   game.Game
	worlds int
	seat   game.Player
	source rand.PCG
	random *rand.Rand
	counts []int
}

// NewGame implements agent.Agent.
func (a *hunter) NewGame(seat game.Player, seed uint64) {
	a.seat = seat
	a.source.Seed(seed, 0)
}

// Choose implements agent.Agent.
func (a *hunter) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	begin := time.Now()
	moves := s.Moves(nil)
	world := s.Clone().(*battleship.State)
	first, shooting := world.Shot(0)
	if !shooting {
		return moves[a.random.IntN(len(moves))], agent.Info{}, nil
	}
	worlds := a.worlds
	if limits.Simulations > 0 {
		worlds = min(worlds, limits.Simulations)
	}
	a.counts = append(a.counts[:0], make([]int, a.game.Info().MaxMoves)...)
	drawn := 0
	for drawn < worlds && (drawn == 0 || ctx.Err() == nil) {
		world.CopyFrom(s)
		world.Redeal(a.seat, a.random)
		world.Count(a.seat, a.counts)
		drawn++
	}
	best, ties := moves[0], 0
	for _, m := range moves {
		switch n, most := a.counts[m-first], a.counts[best-first]; {
		case n > most:
			best, ties = m, 1
		case n == most:
			if ties++; a.random.IntN(ties) == 0 {
				best = m
			}
		}
	}
	return best, agent.Info{Simulations: drawn, Time: time.Since(begin)}, nil
}
