// Package tuples teaches pattern systems (package ntuple) a game by play against
// itself. What a system says of a position, to the player to move, is moved toward
// what follows from the positions after it:
//
//	td     toward what it says of the next position, and in part λ toward later ones;
//	       nothing is learned from moves that were tried at random, nor through them
//	       (Sutton 1988; Thill, Koch and Konen 2012)
//	q      as td, but a position where a move was tried at random is moved toward
//	       what the best move leads to (Watkins 1989: Q-learning, with traces that
//	       end at such moves)
//	sarsa  toward what the move that was made leads to, the best or not (Rummery and
//	       Niranjan 1994)
//	mc     toward the result of the game
//
// In a game without chance a move is worth what the position behind it is worth, with
// the sign turned: the action values Q(s, a) of the methods are values of positions
// after moves, and all moves that lead to one position share one value. If the one set of
// a system is all cells of the board, that is a table of all positions.
//
// The size of steps may be each worth's own, by temporal coherence: worths that are
// pushed to and fro learn slowly (Beal and Smith 1999; with an exponential transfer,
// Bagheri, Thill, Koch and Konen 2016).
//
// Games are played in batches, by all cores, with the worths that were there when the
// batch began, and learned from one after the other. So results depend on the settings
// alone, never on the number of workers.
package tuples

import (
	"context"
	"math/rand/v2"

	"gambito/crew"
	"gambito/game"
	"gambito/learn/truth"
	"gambito/ntuple"
)

// Run is learning under way.
type Run struct {
	Settings Settings
	Done     int // games learned from
	History  []Measurement

	// Fleet, if there is one, plays the games to learn from. What is learned is the same.
	Fleet crew.Fleet

	game    game.Celled
	brain   *brain
	learner *learner
	players []*player
	games   []selfGame

	exam     *truth.Exam // nil if there is none
	examined bool        // whether there is one was found out
}

// NewRun begins with worths of zero.
func NewRun(s Settings, g game.Celled) (*Run, error) {
	system, err := s.system(g)
	if err != nil {
		return nil, err
	}
	b := newBrain(g, ntuple.NewWeights(system))
	return &Run{Settings: s, game: g, brain: b, learner: newLearner(b, s)}, nil
}

// Finished reports whether all games are learned from.
func (r *Run) Finished() bool { return r.Done >= r.Settings.Games }

// Batch plays a batch of games and learns from it. If ctx ends or a fleet fails, nothing
// of it has been learned.
func (r *Run) Batch(ctx context.Context, jobs int) error {
	count := min(r.Settings.Batch, r.Settings.Games-r.Done)
	for len(r.games) < count {
		r.games = append(r.games, selfGame{})
	}
	games := r.games[:count]
	if err := r.play(ctx, games, jobs); err != nil {
		return err
	}
	for i := range games {
		r.learner.learn(&games[i], r.Settings.rate(r.Done+i))
	}
	r.Done += count
	return nil
}

// play plays the next games, here or elsewhere.
func (r *Run) play(ctx context.Context, games []selfGame, jobs int) error {
	if r.Fleet != nil {
		return r.playAway(ctx, games)
	}
	for len(r.players) < jobs {
		r.players = append(r.players, newPlayer(r.brain))
	}
	return crew.Do(ctx, len(games), r.players[:jobs], func(_ context.Context, p *player, i int) error {
		p.selfPlay(&games[i], r.Settings, r.Done+i)
		return nil
	}, nil)
}

// source is the randomness of a game.
func (s Settings) source(number int) *rand.Rand {
	return rand.New(rand.NewPCG(s.Seed, uint64(number)))
}
