package zero

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/learn/replay"
	"gambito/learn/truth"
	"gambito/search/exact"
)

// A run may learn from a teacher instead of from itself: games are played with
// mistakes, and an exact solver says of every position what it is worth and
// which moves keep that. What is learnt so is no self-play, and the model says
// so in its notes.

// SolverTeacher is the name of that teacher.
const SolverTeacher = "solver"

// mistakes is the share of moves of a taught game that are drawn at random.
const mistakes = 0.35

// TaughtOpenings says how games begin of which every position is solved: in
// Connect 4 and Othello with random moves to where solving takes milliseconds.
func TaughtOpenings(g game.Game) (share float64, least, most int) {
	switch g.(type) {
	case *connect4.Game:
		return 1, 12, 20
	case othello.Game:
		return 1, 46, 52
	}
	return 0.5, 1, 4
}

// taughtGames plays the games of a round that are not yet there, as selfPlay
// does.
func (s Settings) taughtGames(ctx context.Context, g game.Encoded, round, jobs int, have map[int]bool, done func(*replay.Game) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var mutex sync.Mutex
	var all sync.WaitGroup
	for range jobs {
		solver, err := truth.Solver(g)
		if err != nil {
			return err
		}
		all.Go(func() {
			for n := int(next.Add(1)) - 1; n < s.Games; n = int(next.Add(1)) - 1 {
				if have[n] {
					continue
				}
				taught, err := s.taught(ctx, g, solver, round, n)
				if err == nil {
					mutex.Lock()
					err = done(taught)
					mutex.Unlock()
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// taught plays a game and has its positions solved.
func (s Settings) taught(ctx context.Context, g game.Encoded, solver exact.Solver, round, number int) (*replay.Game, error) {
	p := player{Settings: s, game: g, r: rand.New(rand.NewPCG(s.Seed, uint64(round)<<32|uint64(number)))}
	taught := &replay.Game{Round: round, Number: number}
	at := p.open(taught)
	for at.Turn() != game.Over {
		moves := at.Moves(nil)
		outcomes, err := truth.Outcomes(ctx, solver, at)
		if err != nil {
			return nil, err
		}
		best := slices.Max(outcomes)
		var keep []game.Move
		for i, m := range moves {
			if outcomes[i] == best {
				keep = append(keep, m)
			}
		}
		found := replay.Found{Valued: true, Proven: true, Value: best}
		for _, m := range keep {
			found.Shares = append(found.Shares, replay.Share{Move: m, Share: 1 / float64(len(keep))})
		}
		m := keep[p.r.IntN(len(keep))]
		if p.r.Float64() < mistakes {
			m = moves[p.r.IntN(len(moves))]
		}
		taught.Moves, taught.Found = append(taught.Moves, m), append(taught.Found, found)
		at.Play(m)
	}
	taught.Score = at.Score(0)
	return taught, nil
}
