package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"gambito/agent"
	"gambito/files"
	"gambito/game"
	"gambito/spec"
	"gambito/theory/extensive"
)

var strategyEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "strategy", Name: "Strategy of a file",
		About: "For games with secrets: makes moves as often as a strategy says that gambito train has learned.",
		Options: []spec.Option{
			{Name: "file", Type: spec.File, Help: "folder of gambito train, or the file strategy.json in it"},
		},
	},
	Make: agent.Maker{
		Veiled: true,
		Resolve: func(g game.Game, v spec.Values) (spec.Values, error) {
			if !v.Has("file") {
				return v, fmt.Errorf("file=FOLDER is missing: what gambito train %s has learned", g.Info().ID)
			}
			return resolveVeiled(g, v)
		},
		Open: func(e *agent.Environment, _, name string) ([]byte, error) {
			content, err := e.Read(filepath.Join(name, extensive.StrategyFile))
			if err != nil {
				content, err = e.Read(name)
			}
			return content, err
		},
		New: func(o agent.Order) (agent.Agent, error) {
			f := o.File("file")
			content, err := files.Unseal(f.Content)
			var table extensive.Table
			if err == nil {
				table, err = extensive.ReadTable(o.Game, content)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			a := &strategyAgent{game: o.Game, table: table}
			a.random = rand.New(&a.source)
			return a, nil
		},
	},
}

// strategyAgent plays by a table of what is seen.
type strategyAgent struct {
	game   game.Game
	table  extensive.Table
	seat   game.Player
	source rand.PCG
	random *rand.Rand
}

// NewGame implements agent.Agent.
func (a *strategyAgent) NewGame(seat game.Player, seed uint64) {
	a.seat = seat
	a.source.Seed(seed, 0)
}

// Choose implements agent.Agent.
func (a *strategyAgent) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	shares, err := a.Mix(ctx, s, limits)
	if err != nil {
		return 0, agent.Info{}, err
	}
	return s.Moves(nil)[drawn(shares, a.random)], agent.Info{}, nil
}

// Mix implements agent.Mixer.
func (a *strategyAgent) Mix(_ context.Context, s game.State, _ agent.Limits) ([]float64, error) {
	return a.table.Mix(s.(game.Veiled), a.seat)
}
