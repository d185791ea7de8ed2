package fit

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"gambito/crew"
	"gambito/game"
	"gambito/games/othello"
	"gambito/progress"
	"gambito/search/exact"
	"gambito/search/minimax"
)

// How the games are played that weights are fitted to.
const (
	openingLeast, openingMost = 4, 16 // random plies at the start
	searchDepth               = 4     // of the moves after that
	blunder                   = 20    // one in this many is random instead
	solvedEmpties             = 14    // from here on play is perfect
)

// labelled is a position and how its game ended: the difference of discs for
// the side to move, empties counted for the winner.
type labelled struct {
	own, opp uint64
	result   int
}

// player plays games against itself.
type player struct {
	search *minimax.Search
	solver *exact.Othello
	moves  []game.Move
}

func newPlayer() (*player, error) {
	g := othello.New()
	// The games must not depend on the weights that come out of them.
	evaluate, err := g.Evaluation("hand")
	if err != nil {
		return nil, err
	}
	search, err := minimax.New(g, minimax.Params{
		Algorithm: minimax.AlphaBeta, Depth: searchDepth, Evaluate: evaluate, Order: true, Deepen: true,
	})
	return &player{search: search, solver: exact.NewOthello(16)}, err
}

// play plays one game and returns the positions that searches and solver have
// played out: those after the last random move.
func (p *player) play(ctx context.Context, r *rand.Rand) (positions []labelled, err error) {
	p.search.Reset()
	p.solver.Reset()
	s := othello.New().New()
	opening := openingLeast + r.IntN(openingMost-openingLeast+1)
	var movers []game.Player
	for ply := 0; s.Turn() != game.Over; ply++ {
		own, opp := othello.Discs(s)
		solved := bits.OnesCount64(own|opp) >= 64-solvedEmpties
		if !solved && (ply < opening || r.IntN(blunder) == 0) {
			p.moves = s.Moves(p.moves[:0])
			s.Play(p.moves[r.IntN(len(p.moves))])
			positions, movers = positions[:0], movers[:0]
			continue
		}
		positions, movers = append(positions, labelled{own: own, opp: opp}), append(movers, s.Turn())
		m, err := p.choose(ctx, s, solved)
		if err != nil {
			return nil, err
		}
		s.Play(m)
	}
	result := final(othello.Discs(s)) // black's
	for i, mover := range movers {
		positions[i].result = result
		if mover != 0 {
			positions[i].result = -result
		}
	}
	return positions, nil
}

// choose returns the best move of a position, as far as search or solver see.
func (p *player) choose(ctx context.Context, s game.State, solve bool) (game.Move, error) {
	if solve {
		_, m, err := p.solver.SolveBest(ctx, s)
		return m, err
	}
	found, err := p.search.Run(ctx, s)
	if err == nil {
		err = ctx.Err() // a search that was cut short is no reason to go on
	}
	return found.Move, err
}

// final is the result of a game that is over.
func final(own, opp uint64) int {
	difference := bits.OnesCount64(own) - bits.OnesCount64(opp)
	empties := bits.OnesCount64(^(own | opp))
	switch {
	case difference > 0:
		return difference + empties
	case difference < 0:
		return difference - empties
	}
	return 0
}

// play is how one worker plays a game, with random numbers of the game's own,
// and what it keeps of it.
type play[T any] func(ctx context.Context, r *rand.Rand) ([]T, error)

// playAll returns what is kept of every game, by its number, and tells how many
// are played. Each game has a generator of its own, so that they do not depend on
// the number of jobs.
func playAll[T any](ctx context.Context, s Settings, newPlay func() (play[T], error), tell progress.Func) ([][]T, error) {
	kept := make([][]T, s.Games)
	plays, err := crew.Make(s.Jobs, s.Games, newPlay)
	if err != nil {
		return nil, err
	}
	err = crew.Do(ctx, s.Games, plays, func(ctx context.Context, play play[T], n int) (err error) {
		kept[n], err = play(ctx, rand.New(rand.NewPCG(s.Seed, uint64(n))))
		return err
	}, tell.Count("games", s.Games))
	return kept, err
}
