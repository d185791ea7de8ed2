// Package exact solves games: it finds what a position is worth under perfect
// play of both sides, and proves it by searching everything that matters.
// Connect 4 and Othello endgames have solvers of their own that work on bare
// bitboards; any other game that is small enough is solved outright.
package exact

import (
	"context"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
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

	// Nodes is how many positions were visited since Reset.
	Nodes() uint64

	// Reset forgets everything.
	Reset()
}

// MoveScore is a legal move and what it is worth to the player who makes it.
type MoveScore struct {
	Move  game.Move
	Score int
}

// Sizes of the tables and of the largest game that is solved outright.
const (
	connect4Bits   = 24
	othelloBits    = 20
	smallPositions = 60_000_000
)

// New returns the solver for a game, with a book where there is one. Scores are
// what type Connect4 and type Othello say, of other games 1, 0 and −1.
func New(g game.Game) (Solver, error) {
	switch g := g.(type) {
	case *connect4.Game:
		if _, _, run := g.Size(); run == 4 {
			c, err := NewConnect4(g, connect4Bits)
			if err != nil {
				return nil, err
			}
			return c, c.UseStandardBook()
		}
	case othello.Game:
		return NewOthello(othelloBits), nil
	}
	return NewSmall(g, smallPositions, false)
}
