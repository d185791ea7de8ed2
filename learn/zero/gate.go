package zero

import (
	"context"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/neural"
	"gambito/nn"
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

// contender is a network that plays, and its file for those who play elsewhere.
type contender struct {
	network *neural.Network
	file    []byte
}

// contend makes a network of what a model is at the moment.
func contend(m *nn.Model) (contender, error) {
	file, err := m.Encode()
	return contender{neural.Of(m), file}, err
}

// meeting is a match that a network is judged by: against another network, or, if there
// is none, against a baseline.
type meeting struct {
	Baseline string `json:"baseline,omitempty"`
	Games    int    `json:"games"`
	Seed     uint64 `json:"seed"`
}

// match prepares the games of a meeting.
func (s Settings) match(g game.Encoded, network, other *neural.Network, m meeting, jobs int) (match arena.Match, err error) {
	const name, otherName = "network", "other"
	entries := []agent.Entry{crowd.Entry(name, crowd.New(g, network, jobs), s.matchParams(g), s.PlaySims)}
	opponent := m.Baseline
	if other != nil {
		entries = append(entries, crowd.Entry(otherName, crowd.New(g, other, jobs), s.matchParams(g), s.PlaySims))
		opponent = otherName
	}
	registry := agents.New(agent.NewEnvironment(""), entries...)
	match = arena.Match{Game: g, Games: m.Games, Seed: m.Seed, Jobs: min(m.Games, crowd.Games(jobs))}
	if match.Agents, err = registry.ParseAll(name, opponent); err != nil {
		return match, err
	}
	if match.Openings, err = arena.ParseOpenings(g, matchOpenings); err != nil {
		return match, err
	}
	return match, match.Check()
}

// meet is the network's share of the points of a meeting.
func (r *Run) meet(ctx context.Context, network, other contender, m meeting) (share float64, err error) {
	var second *neural.Network
	if m.Baseline == "" {
		second = other.network
	}
	match, err := r.match(r.game, network.network, second, m, r.jobs)
	if err != nil {
		return 0, err
	}
	if r.Fleet != nil && crowd.Portable(match.Agents[1]) == nil {
		if match.Crew, err = r.matchCrew(network, other, m); err != nil {
			return 0, err
		}
	}
	var tally arena.Tally
	err = match.Run(ctx, func(r arena.Record) error {
		tally.Add(r)
		return nil
	})
	return tally.Points[0] / float64(max(tally.Games, 1)), err
}
