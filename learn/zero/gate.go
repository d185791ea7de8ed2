package zero

import (
	"context"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/neural"
	"gambito/spec"
)

// guest is a network as an agent of matches in which many games are played at
// once.
type guest struct {
	agent.Agent
	gatherer *neural.Gatherer
}

// Choose implements agent.Agent. Only while it searches does it ask.
func (g guest) Choose(ctx context.Context, s game.State, limits agent.Limits) (game.Move, agent.Info, error) {
	g.gatherer.Join(1)
	defer g.gatherer.Join(-1)
	return g.Agent.Choose(ctx, s, limits)
}

// entry lets a match name a network.
func (s Settings) entry(id string, c *crowd) agent.Entry {
	return agent.Entry{
		Schema: spec.Schema{ID: id, Name: id},
		Make: agent.Maker{New: func(g game.Game, _ spec.Values) (agent.Agent, error) {
			p := agent.ZeroParams(g, c.judge)
			p.Solver, p.Memory = s.Resolve, 16<<20
			a, err := agent.FromParams(g, p, s.PlaySims)
			return guest{a, c.gatherer}, err
		}},
	}
}

// matchOpenings is how many random moves games at the gate begin with, so that
// they differ.
const matchOpenings = "random:4"

// meet lets a network play against another, or, if there is none, against an
// agent, and returns its share of the points.
func (s Settings) meet(ctx context.Context, g game.Encoded, network, other *neural.Network, baseline string, games, jobs int, seed uint64) (share float64, err error) {
	const name, otherName = "network", "other"
	c := newCrowd(g, network, jobs, selfPlayBatch)
	defer c.gatherer.Close()
	entries := []agent.Entry{s.entry(name, c)}
	opponent := baseline
	if other != nil {
		o := newCrowd(g, other, jobs, selfPlayBatch)
		defer o.gatherer.Close()
		entries = append(entries, s.entry(otherName, o))
		opponent = otherName
	}
	registry := agent.NewRegistry(entries...)
	m := arena.Match{Game: g, Games: games, Seed: seed, Jobs: min(games, 2*jobs*selfPlayBatch)}
	for i, text := range []string{name, opponent} {
		if m.Agents[i], err = registry.Parse(text); err != nil {
			return 0, err
		}
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
