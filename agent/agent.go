// Package agent says what a player is to the rest of gambito, and makes
// players from agent specs such as "random" or "mcts:sims=1000".
package agent

import (
	"context"
	"errors"
	"time"

	"gambito/game"
)

// Agent chooses moves. It belongs to one goroutine.
type Agent interface {
	// NewGame prepares for another game, in which the agent plays for the
	// player seat. What it does from then on depends only on the seat, the
	// seed, the positions and the limits it is given (and on the clock, where
	// it is limited by time), never on games before.
	NewGame(seat game.Player, seed uint64)

	// Choose returns one of game.MovesFor(s, seat) and leaves s as it is.
	// Precondition: game.ToMove(s, seat). It returns soon after ctx ends,
	// with its error or a move.
	Choose(ctx context.Context, s game.State, limits Limits) (game.Move, Info, error)
}

// What Choose returns instead of a move to give up the game, or to break it
// off together with whatever it is part of: a person has left the table.
var (
	ErrResigned = errors.New("resigned")
	ErrQuit     = errors.New("quit")
)

// Limits bound the work on one move, on top of what the agent's spec says.
// Zero means no limit.
type Limits struct {
	Simulations int
	Nodes       int
	Depth       int
	Time        time.Duration
}

// Info is what an agent tells about its choice. Fields that mean nothing to
// it are zero.
type Info struct {
	Value       float64       // expected score of the player to move
	PV          []game.Move   // the moves it expects, its own first
	Simulations int           // playouts or evaluations of a tree search
	Nodes       int           // positions visited
	Depth       int           // plies looked ahead
	Time        time.Duration // spent on the move
}
