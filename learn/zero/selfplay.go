package zero

import (
	"context"
	"math/rand/v2"
	"sync"

	"gambito/agents"
	"gambito/crew"
	"gambito/game"
	"gambito/learn/crowd"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/search/mcts"
)

// params are those of searches of self-play.
func (s Settings) params(g game.Game, judge mcts.Evaluator) mcts.Params {
	p := agents.ZeroParams(g, judge)
	p.Solver = s.Resolve
	p.Memory = 16 << 20
	if s.Considered > 0 {
		p.Gumbel = &mcts.Gumbel{Moves: s.Considered, Scale: s.ValueScale, Noise: true}
	} else {
		p.Noise = mcts.Noise{Alpha: s.NoiseAlpha, Share: s.NoiseShare}
	}
	return p
}

// selfPlay plays the games of a round of these numbers, and hands each to done as it
// ends, one at a time. It stops with the context's error.
func (s Settings) selfPlay(ctx context.Context, g game.Encoded, network *neural.Network, round, jobs int, numbers []int, done func(*replay.Game) error) error {
	all, err := s.newPlayers(g, network, round, jobs)
	if err != nil {
		return err
	}
	var mutex sync.Mutex
	places := make([]struct{}, crowd.Games(jobs))
	return crew.Do(ctx, len(numbers), places, func(ctx context.Context, _ struct{}, i int) error {
		played, err := all.play(ctx, numbers[i])
		if err == nil {
			mutex.Lock()
			defer mutex.Unlock()
			err = done(played)
		}
		return err
	}, nil)
}

// players play games of a round, which share batches. They are for any number of
// goroutines.
type players struct {
	Settings
	game     game.Encoded
	round    int
	judge    *neural.Judge
	teachers teachers

	idle crew.Idle[*player]
}

func (s Settings) newPlayers(g game.Encoded, network *neural.Network, round, jobs int) (*players, error) {
	t, err := s.newTeachers(g, jobs)
	return &players{Settings: s, game: g, round: round, judge: crowd.New(g, network, jobs), teachers: t}, err
}

// play plays the game of a number, and has it corrected.
func (all *players) play(ctx context.Context, number int) (*replay.Game, error) {
	p, err := all.idle.Take(func() (*player, error) { return all.newPlayer(all.game, all.judge) })
	if err != nil {
		return nil, err
	}
	played, err := p.play(ctx, all.round, number)
	all.idle.Give(p)
	if err == nil {
		err = all.teachers.correct(ctx, all.game.New(), played, all.Solved)
	}
	return played, err
}

// player plays games against itself.
type player struct {
	Settings
	game   game.Encoded
	search *mcts.Search
	judge  *neural.Judge
	source rand.PCG
	r      *rand.Rand
}

func (s Settings) newPlayer(g game.Encoded, judge *neural.Judge) (*player, error) {
	search, err := mcts.New(g, s.params(g, judge))
	p := &player{Settings: s, game: g, search: search, judge: judge}
	p.r = rand.New(&p.source)
	return p, err
}

// play plays a game. What it does depends on nothing but the network, the seed
// and the numbers of the round and the game.
func (p *player) play(ctx context.Context, round, number int) (*replay.Game, error) {
	p.source.Seed(p.Seed, uint64(round)<<32|uint64(number))
	p.search.NewGame(0, p.r.Uint64())
	g := &replay.Game{Round: round, Number: number}
	s := p.open(g)
	given := false
	for s.Turn() != game.Over {
		moves := s.Moves(nil)
		m, found := moves[0], replay.Found{Skip: true}
		switch {
		case len(moves) == 1:
		case given:
			m = p.likeliest(s, moves)
		default:
			var err error
			if m, found, err = p.choose(ctx, s, len(g.Moves)); err != nil {
				return nil, err
			}
			given = p.Resign > 0 && found.Value < -p.Resign
		}
		g.Moves, g.Found = append(g.Moves, m), append(g.Found, found)
		s.Play(m)
	}
	g.Score = s.Score(0)
	return g, nil
}

// open begins a game, perhaps with random moves, which are not to be learnt.
func (p *player) open(g *replay.Game) game.State {
	plies := 0
	if p.r.Float64() < p.OpeningShare {
		plies = p.OpeningLeast + p.r.IntN(p.Opening-p.OpeningLeast+1)
	}
	s := p.game.New()
	for range plies {
		m, ok := game.RandomMove(s, p.r, nil)
		if !ok {
			break
		}
		g.Moves, g.Found = append(g.Moves, m), append(g.Found, replay.Found{Skip: true})
		s.Play(m)
	}
	if s.Turn() == game.Over { // nothing is left to play
		g.Moves, g.Found = g.Moves[:0], g.Found[:0]
		return p.open(g)
	}
	return s
}

// choose searches.
func (p *player) choose(ctx context.Context, s game.State, ply int) (game.Move, replay.Found, error) {
	full := p.r.Float64() < p.FullShare
	simulations := p.Fast
	if full {
		simulations = p.Simulations
	}
	p.search.Forget()
	r, err := p.search.Run(ctx, s, mcts.Budget{Simulations: simulations})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, replay.Found{}, err
	}
	found := replay.Found{Valued: true, Value: max(-1, min(1, r.Value))}
	found.Proven = r.Proven && (r.Value == 1 || r.Value == -1) // a proven draw may hide a win elsewhere
	if full {
		found.Shares = p.shares(r)
	}
	m := r.Move
	if p.Considered == 0 && ply < p.Warm {
		m = r.Draw(1, p.r)
	}
	return m, found, nil
}

// leastShare is the least that is kept of a move's likelihood.
const leastShare = 0.002

// shares are how likely the moves should be.
func (p *player) shares(r mcts.Result) (shares []replay.Share) {
	sum := 0
	for _, m := range r.Moves {
		sum += m.Visits
	}
	for i, m := range r.Moves {
		share := 0.0
		switch {
		case p.Considered > 0:
			share = r.Improved[i]
		case sum > 0:
			share = float64(m.Visits) / float64(sum)
		case m.Move == r.Move:
			share = 1
		}
		if share >= leastShare {
			shares = append(shares, replay.Share{Move: m.Move, Share: share})
		}
	}
	return shares
}

// likeliest is the network's own move.
func (p *player) likeliest(s game.State, moves []game.Move) game.Move {
	asked := []mcts.Position{{State: s, Moves: moves, Priors: make([]float32, len(moves))}}
	p.judge.Evaluate(asked)
	best := 0
	for i, prior := range asked[0].Priors {
		if prior > asked[0].Priors[best] {
			best = i
		}
	}
	return moves[best]
}
