package probcut

import "gambito/game"

// Board is a position on which the search plays moves and takes them back. Values
// are for the player to move, in whole numbers: estimates lie within Most and above
// −Most, and so does what a finished game is worth.
type Board interface {
	// Set makes it a position of the game; nothing can be taken back any more.
	Set(s game.State)

	// Left is an upper bound for how many plies the game can last, passes not
	// counted: in games that fill a board the number of vacant cells.
	Left() int

	// Moves appends the legal moves. There are none if the game is over.
	Moves(buf []game.Move) []game.Move

	// Passes says whether a move only hands the turn over. It costs no depth.
	Passes(m game.Move) bool

	Play(m game.Move)
	Undo()

	// Value is an estimate of the position, which is not over.
	Value() int

	// Final is what a game that is over is worth.
	Final() int

	// Promise is the value of the position after a move for the player who makes
	// it, and how many replies there are to it, for the order of moves.
	Promise(m game.Move) (value, replies int)

	// Ahead is what a search of one ply comes to, and how many positions it looked
	// at: the best value of a position after a move, or the first that is not below
	// beta. Precondition: the game is not over and there is no pass.
	Ahead(beta int) (best, positions int)

	// Hash is the same for equal positions and different, but for accidents, for others.
	Hash() uint64

	// Clone is another board of the same kind, for another thread, at no position.
	Clone() Board
}

// Finisher is a Board that knows how to play the end of games perfectly.
type Finisher interface {
	Board

	// Near is the largest Left with which Finish is faster than a search that may leave
	// doubt, or than one that may not, and never lasts long.
	Near(doubt bool) int

	// Finish returns what the position is worth under perfect play: exactly if that
	// lies between alpha and beta, else a bound that lies beyond the same end.
	Finish(alpha, beta int) (value int, positions uint64)
}

// Most is the value that no estimate and no result exceeds.
const Most = 32000
