// Package game says what a game is to the rest of gambito: its rules (Game),
// one position of it (State), and the capabilities a game may have beyond
// that. It imports nothing of gambito; every search, agent and command works
// on these interfaces alone. Games themselves come from package games; one of your
// own implements Game and State and has package gametest check the laws stated here.
package game

// Move is one legal action. Its numbering belongs to the game: the same
// action has the same number in every position.
type Move uint32

// Player is a seat at the board: 0, 1, … in the order of Info.Roles.
type Player int8

// What State.Turn answers when no single player is to move.
const (
	Over     Player = -1 // the game has ended
	Together Player = -2 // all players move at once, see Simultaneous
	Chance   Player = -4 // dice, cards or the like decide, see Stochastic
)

// Nobody owns what belongs to no player, and has won while nobody has.
const Nobody Player = -3

// Info describes a game.
type Info struct {
	ID       string   // the game spec that makes this very game, such as "connect4:8x6"
	Name     string   // what people call it
	Roles    []string // what each player is called; player 0 moves first
	MaxScore float64  // nobody wins more; 0 means 1
	Stake    Stake    // what scores are amounts of, if they are; "" with a MaxScore above 1 means points
	MaxMoves int      // no position has more legal moves
	MaxPlies int      // no game from the start position is longer, passes and rolls included; where the rules set no bound, none that anybody will see

	// GeneralSum says that the scores need not sum to zero: a puzzle for one
	// player, or a game, for two as for more, in which what one wins others need
	// not lose. Each player then wants its own score to be high, whatever the
	// others have; MaxScore is the best there is and −MaxScore the worst. Searches that turn one
	// player's score into the other's, and comparisons that count wins of one over
	// the other, refuse such games.
	GeneralSum bool
}

// Stake is what players win from each other.
type Stake string

// The stakes.
const (
	InPoints Stake = "points"
	InChips  Stake = "chips"
	InBlinds Stake = "big blinds"
)

// Amounts is what scores are amounts of; "" of games that are won, drawn or lost and no
// more.
func (i Info) Amounts() Stake {
	switch {
	case i.MaxScore <= 1:
		return ""
	case i.Stake == "":
		return InPoints
	}
	return i.Stake
}

// Players is the number of seats.
func (i Info) Players() int { return len(i.Roles) }

// Game is the rules of one game. It is immutable and safe for concurrent use.
//
// Errors of the parsers are one line that says what is wrong and what would be
// right. Parsers never panic, whatever the text.
type Game interface {
	Info() Info

	// New returns the start position.
	New() State

	// ParseMove reads a move that is legal in s.
	// Law: ParseMove(s, FormatMove(s, m)) == m for every legal m.
	ParseMove(s State, text string) (Move, error)

	// FormatMove writes m, which is legal in s, as players of the game do.
	FormatMove(s State, m Move) string

	// ParsePosition reads what FormatPosition writes.
	// Law: FormatPosition(ParsePosition(text)) == text for every text that
	// FormatPosition made, and the two positions are equal in all that follows.
	ParsePosition(text string) (State, error)

	// FormatPosition writes s as one line. Two positions are equal iff their
	// texts are.
	FormatPosition(s State) string
}

// State is one position, changed in place by Play. It belongs to one goroutine.
type State interface {
	// Turn is the player to move, or Over, Together or Chance.
	Turn() Player

	// Moves appends the legal moves to buf, ascending and without repeats.
	// There is none iff the game is over; a pass is a move. Where all
	// players move at once they are the joint moves, where chance decides
	// its outcomes.
	Moves(buf []Move) []Move

	// Play makes a move. Precondition: it is legal.
	Play(m Move)

	// Score is what p has won: 1 for a win, 0 for a draw, −1 for a loss
	// (more where a game counts more). The scores of all players sum to
	// zero unless Info.GeneralSum. Precondition: the game is over.
	Score(p Player) float64

	// Hash is equal for equal positions and different, but for accidents of
	// 64 bits, for different ones.
	Hash() uint64

	// CopyFrom makes this position equal to src, a state of the same game.
	CopyFrom(src State)

	// Clone returns a new state equal to this one.
	Clone() State
}
