package value

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/bandit"
	"gambito/crew"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/nn"
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
	if stage == 0 || s.Once {
		return [2]string{plain, plain}
	}
	self := [2]string{withNetwork, withNoise}
	if s.BothNoisy {
		self[0] = withNoise
	}
	random, uct := [2]string{withNetwork, "random"}, [2]string{withNetwork, plain}
	switch s.Opponent {
	case MeetsSelf:
		return self
	case MeetsRand:
		return random
	case MeetsUCT:
		return uct
	}
	return [][2]string{self, random, uct}[stage%3]
}

// params are those of UCT in which a network judges.
func params(noise float64) mcts.Params {
	p := mcts.Params{Policy: bandit.UCB{Alpha: 1}, Rewards: mcts.Zero, Final: mcts.Mean}
	if noise > 0 {
		p.Policy = bandit.Noisy{UCB: bandit.UCB{Alpha: 1}, Sigma: noise}
	}
	return p
}

// meeting is games between two, of whom any may be the network version.
type meeting struct {
	who         [2]string
	games       int
	simulations int
	opening     int // random moves that games begin with
	seed        uint64
}

// stage are the games of a stage.
func (s Settings) stage(stage int) meeting {
	return meeting{s.opponents(stage), s.Games, s.Simulations, s.Opening, s.Seed + uint64(stage)*1_000_003}
}

// measureOpening is how many random moves measured games begin with.
const measureOpening = 4

// measuring are the games that tell how strong the network of a stage is: against plain
// UCT.
func (s Settings) measuring(stage int) meeting {
	who := [2]string{withNetwork, fmt.Sprintf("uct:sims=%d", s.PlaySims)}
	return meeting{who, s.Measure, s.PlaySims, measureOpening, s.Seed + uint64(stage)*1_000_003 + 1}
}

// match prepares the games of a meeting.
func (s Settings) match(g game.Encoded, network *neural.Network, meet meeting, jobs int) (m arena.Match, err error) {
	m = arena.Match{Game: g, Games: meet.games, Seed: meet.seed, Jobs: jobs}
	var entries []agent.Entry
	if network != nil {
		judge := crowd.New(g, network, jobs)
		entries = []agent.Entry{crowd.Entry(withNetwork, judge, params(0), meet.simulations), crowd.Entry(withNoise, judge, params(s.Noise), meet.simulations)}
		m.Jobs = min(crowd.Games(jobs), meet.games)
	}
	registry := agents.New(agent.NewEnvironment(""), entries...)
	if m.Agents, err = registry.ParseAll(meet.who[:]...); err != nil {
		return m, err
	}
	if meet.opening > 0 {
		if m.Openings, err = arena.ParseOpenings(g, fmt.Sprintf("random:%d", meet.opening)); err != nil {
			return m, err
		}
	}
	return m, m.Check()
}

// play plays the games of a stage of these numbers and hands them over as they end, one
// at a time. What plays depends on the stage and the network.
func (s Settings) play(ctx context.Context, g game.Encoded, network *neural.Network, stage, jobs int, numbers []int, done func(*replay.Game) error) error {
	m, err := s.match(g, network, s.stage(stage), jobs)
	if err != nil {
		return err
	}
	single, err := m.Single()
	if err != nil {
		return err
	}
	var mutex sync.Mutex
	return crew.Do(ctx, len(numbers), make([]struct{}, max(m.Jobs, 1)), func(ctx context.Context, _ struct{}, i int) error {
		r, err := single.Play(ctx, numbers[i])
		if err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		return hand(g, r, stage, done)
	}, nil)
}

// FirstGames plays the games of the first stage, plain UCT against itself,
// and tells how many are played. A fleet plays them, if there is one.
func (s Settings) FirstGames(ctx context.Context, g game.Encoded, jobs int, fleet crew.Fleet, tell progress.Func) ([]*replay.Game, error) {
	return s.firstGames(ctx, g, jobs, fleet, tell, nil, func(*replay.Game) error { return nil })
}

// FirstGamesIn is FirstGames for whoever may be stopped: every game is kept in a file, and
// those that are in it are not played again.
func (s Settings) FirstGamesIn(ctx context.Context, name string, g game.Encoded, jobs int, fleet crew.Fleet, tell progress.Func) (games []*replay.Game, err error) {
	file, have, err := replay.Open(name, g)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return s.firstGames(ctx, g, jobs, fleet, tell, have, func(played *replay.Game) error { return file.Add(played) })
}

// firstGames plays those that there are not yet.
func (s Settings) firstGames(ctx context.Context, g game.Encoded, jobs int, fleet crew.Fleet, tell progress.Func, games []*replay.Game, keep func(*replay.Game) error) ([]*replay.Game, error) {
	numbers := map[int]bool{}
	for _, played := range games {
		numbers[played.Number] = true
	}
	left := missing(s.Games, numbers)
	if len(left) == 0 {
		inOrder(games)
		return games, nil
	}
	told := tell.Count("games", s.Games)
	done := func(played *replay.Game) error {
		if err := keep(played); err != nil {
			return err
		}
		games = append(games, played)
		told(len(games))
		return nil
	}
	var err error
	if fleet != nil {
		err = s.playAway(ctx, fleet, s.Game, g, nil, 0, left, done)
	} else {
		err = s.play(ctx, g, nil, 0, jobs, left, done)
	}
	inOrder(games)
	return games, err
}

// missing are the numbers of games that are not there.
func missing(games int, have map[int]bool) (numbers []int) {
	for n := range games {
		if !have[n] {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// inOrder sorts games by stage and number.
func inOrder(games []*replay.Game) {
	slices.SortFunc(games, func(a, b *replay.Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Number, b.Number))
	})
}

// hand hands a game over.
func hand(g game.Game, r arena.Record, stage int, done func(*replay.Game) error) error {
	played, err := fromRecord(g, r, stage)
	if err != nil {
		return err
	}
	return done(played)
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

// against is the share of the points of the network version against plain UCT.
func (r *Run) against(ctx context.Context, m *nn.Model, stage int) (float64, error) {
	match, err := r.match(r.game, neural.Of(m), r.measuring(stage), r.jobs)
	if err != nil {
		return 0, err
	}
	if r.Fleet != nil {
		if match.Crew, err = r.away(r.Fleet, filepath.Base(r.dir), r.game, m, stage, true); err != nil {
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
