// Package exact solves games: it finds what a position is worth under perfect
// play of both sides, and proves it by searching everything that matters.
// Connect 4 and Othello endgames have solvers of their own that work on bare
// bitboards; any other game that is small enough is solved outright.
package exact

import (
	"context"

	"gambito/game"
	"gambito/progress"
)

// Solver finds the exact score of positions of one game. It belongs to one
// goroutine and remembers what it has found out until it is reset.
type Solver interface {
	// Solve returns the score for the player to move. Precondition: the game
	// is not over.
	Solve(ctx context.Context, s game.State) (int, error)

	// SolveMoves returns the score of every legal move for the player who
	// makes it, in the order of the moves.
	SolveMoves(ctx context.Context, s game.State) ([]MoveScore, error)

	// SolveBest returns the score of a position and one of the moves that
	// attain it, by the rule that the solver states. Precondition: the game is
	// not over.
	SolveBest(ctx context.Context, s game.State) (score int, best game.Move, err error)

	// SolveAllBest is SolveBest that returns all such moves, ascending.
	SolveAllBest(ctx context.Context, s game.State) (score int, best []game.Move, err error)

	// Check says why solving s would take longer than anybody waits for, if that
	// can be told beforehand. Solve tries it nevertheless.
	Check(s game.State) error

	// Watch has f told now and then, while something is solved, how many positions
	// were visited since Reset; how many there will be nobody knows. It is called
	// before anything is solved.
	Watch(f progress.Func)

	// Nodes is how many positions were visited since Reset.
	Nodes() uint64

	// Reset forgets everything.
	Reset()
}

// visited is what solvers count.
const visited = "positions"

// MoveScore is a legal move and what it is worth to the player who makes it.
type MoveScore struct {
	Move  game.Move
	Score int
}

// BestScore is the score of a position whose moves have these, of which there is
// one at least.
func BestScore(scores []MoveScore) int {
	best := scores[0].Score
	for _, m := range scores {
		best = max(best, m.Score)
	}
	return best
}
