package zero

import (
	"context"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/neural"
	"gambito/search/mcts"
)

// params of the network in matches.
func (s Settings) matchParams(g game.Game) mcts.Params {
	p := agents.ZeroParams(g, nil)
	p.Solver = s.Resolve
	return p
}

// matchOpenings is how many random moves games at the gate begin with, so that
// they differ.
const matchOpenings = "random:4"

// meet lets a network play against another, or, if there is none, against an
// agent, and returns its share of the points.
func (s Settings) meet(ctx context.Context, g game.Encoded, network, other *neural.Network, baseline string, games, jobs int, seed uint64) (share float64, err error) {
	const name, otherName = "network", "other"
	entries := []agent.Entry{crowd.Entry(name, crowd.New(g, network, jobs), s.matchParams(g), s.PlaySims)}
	opponent := baseline
	if other != nil {
		entries = append(entries, crowd.Entry(otherName, crowd.New(g, other, jobs), s.matchParams(g), s.PlaySims))
		opponent = otherName
	}
	registry := agents.New(agent.NewEnvironment(""), entries...)
	m := arena.Match{Game: g, Games: games, Seed: seed, Jobs: min(games, crowd.Games(jobs))}
	if m.Agents, err = registry.ParseAll(name, opponent); err != nil {
		return 0, err
	}
	if m.Openings, err = arena.ParseOpenings(g, matchOpenings); err != nil {
		return 0, err
	}
	if err := m.Check(); err != nil {
		return 0, err
	}
	var tally arena.Tally
	err = m.Run(ctx, func(r arena.Record) error {
		tally.Add(r)
		return nil
	})
	return tally.Points[0] / float64(max(tally.Games, 1)), err
}
