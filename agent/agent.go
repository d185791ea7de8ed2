// Package agent says what a player is to the rest of gambito, and makes
// players from agent specs such as "random" or "mcts:sims=1000". Those that come
// with gambito are in package agents, which is where to begin; one of your own is
// an Agent and an Entry that tells its options and makes it.
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

// What Choose returns instead of a move to give up the game, for a program whose
// move is not legal, or to break the game off together with whatever it is part of: a
// person has left the table.
var (
	ErrResigned = errors.New("resigned")
	ErrIllegal  = errors.New("not legal")
	ErrQuit     = errors.New("quit")
)

// Limits bound the work on one move, on top of what the agent's spec says.
// Zero means no limit.
type Limits struct {
	Simulations int
	Nodes       int
	Depth       int
	Time        time.Duration

	// Clock is what is left of the player's time for the whole game, 0 if it has none.
	// Time is then a share of it for those who have no plan of their own.
	Clock time.Duration `json:"-"`
}

// Info is what an agent tells about its choice. Fields that mean nothing to
// it are zero.
type Info struct {
	Value       Value         // to the player to move
	PV          []game.Move   // the moves it expects, its own first
	Simulations int           // playouts or evaluations of a tree search
	Nodes       int           // positions visited
	Depth       int           // plies looked ahead
	Time        time.Duration // spent on the move
}

// Ponderer is an Agent that makes use of time in which it need not choose.
type Ponderer interface {
	Agent

	// Ponder thinks about s, which it leaves as it is, whoever has to move in
	// it, until ctx ends or the limits are reached. Precondition: the game is
	// not over.
	Ponder(ctx context.Context, s game.State, limits Limits)
}

// Watcher is an Agent that is told all moves of a game, its own, those of others
// and of chance, in their order. Of a game in which players do not see everything it is told
// its own alone.
type Watcher interface {
	Agent

	// Watch is called before m is made in s, which it leaves as it is. An
	// error breaks the game off.
	Watch(ctx context.Context, s game.State, m game.Move) error

	// Leave is called when a game has ended, for whatever reason.
	Leave()
}

// Mixer is an Agent that can be asked how it mixes its moves.
type Mixer interface {
	Agent

	// Mix is how likely Choose is to return each of game.MovesFor(s, seat); they sum to
	// one. The rest is as with Choose.
	Mix(ctx context.Context, s game.State, limits Limits) ([]float64, error)
}
