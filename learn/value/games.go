package value

import (
	"context"
	"fmt"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/bandit"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/progress"
	"gambito/search/mcts"
)

// Names of the network version in matches.
const (
	withNetwork = "network"
	withNoise   = "network-noise"
)

// opponents says who meets in a stage.
func (s Settings) opponents(stage int) [2]string {
	plain := fmt.Sprintf("uct:sims=%d", s.Simulations)
	if stage == 0 {
		return [2]string{plain, plain}
	}
	return [2]string{withNetwork, []string{withNoise, "random", plain}[stage%3]}
}

// params are those of UCT in which a network judges.
func params(noise float64) mcts.Params {
	p := mcts.Params{Policy: bandit.UCB{Alpha: 1}, Rewards: mcts.Zero, Final: mcts.Mean}
	if noise > 0 {
		p.Policy = bandit.Noisy{UCB: bandit.UCB{Alpha: 1}, Sigma: noise}
	}
	return p
}

// match prepares games between two, of whom any may be the network version.
func (s Settings) match(g game.Encoded, network *neural.Network, who [2]string, games, simulations, opening int, seed uint64, jobs int) (m arena.Match, err error) {
	m = arena.Match{Game: g, Games: games, Seed: seed, Jobs: jobs}
	var entries []agent.Entry
	if network != nil {
		judge := crowd.New(g, network, jobs)
		entries = []agent.Entry{crowd.Entry(withNetwork, judge, params(0), simulations), crowd.Entry(withNoise, judge, params(s.Noise), simulations)}
		m.Jobs = min(crowd.Games(jobs), games)
	}
	registry := agents.New(agent.NewEnvironment(""), entries...)
	if m.Agents, err = registry.ParseAll(who[:]...); err != nil {
		return m, err
	}
	if opening > 0 {
		if m.Openings, err = arena.ParseOpenings(g, fmt.Sprintf("random:%d", opening)); err != nil {
			return m, err
		}
	}
	return m, m.Check()
}

// play plays the games of a stage from number first on and hands them over in
// order. What plays depends on the stage and the network.
func (s Settings) play(ctx context.Context, g game.Encoded, network *neural.Network, stage, first, jobs int, done func(*replay.Game) error) error {
	m, err := s.match(g, network, s.opponents(stage), s.Games, s.Simulations, s.Opening, s.Seed+uint64(stage)*1_000_003, jobs)
	if err != nil {
		return err
	}
	m.From = first
	return m.Run(ctx, func(r arena.Record) error {
		if r.Number != first { // those between were stopped
			return nil
		}
		first++
		played, err := fromRecord(g, r, stage)
		if err != nil {
			return err
		}
		return done(played)
	})
}

// FirstGames plays the games of the first stage, plain UCT against itself,
// and tells how many are played.
func (s Settings) FirstGames(ctx context.Context, g game.Encoded, jobs int, tell progress.Func) (games []*replay.Game, err error) {
	told := tell.Count("games", s.Games)
	err = s.play(ctx, g, nil, 0, 0, jobs, func(played *replay.Game) error {
		games = append(games, played)
		told(len(games))
		return nil
	})
	return games, err
}

// fromRecord reads the moves of a game.
func fromRecord(g game.Game, r arena.Record, stage int) (*replay.Game, error) {
	s := g.New()
	moves, err := game.ParseLine(g, s, r.Moves)
	if err == nil && s.Turn() != game.Over {
		err = fmt.Errorf("game %d was not finished: %v", r.Number, r.Reason)
	}
	if err != nil {
		return nil, err
	}
	return &replay.Game{Round: stage, Number: r.Number, Moves: moves, Score: s.Score(0)}, nil
}

// measureOpening is how many random moves measured games begin with.
const measureOpening = 4

// against is the share of the points of the network version against plain UCT.
func (s Settings) against(ctx context.Context, g game.Encoded, network *neural.Network, stage, jobs int) (float64, error) {
	who := [2]string{withNetwork, fmt.Sprintf("uct:sims=%d", s.PlaySims)}
	m, err := s.match(g, network, who, s.Measure, s.PlaySims, measureOpening, s.Seed+uint64(stage)*1_000_003+1, jobs)
	if err != nil {
		return 0, err
	}
	var tally arena.Tally
	err = m.Run(ctx, func(r arena.Record) error {
		tally.Add(r)
		return nil
	})
	return tally.Points[0] / float64(max(tally.Games, 1)), err
}
