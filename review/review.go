// Package review says of the moves of a game that was played what each has cost: a
// judge, which is an agent, tells what was best and what the move played was worth.
//
// A review is a plain value, which a terminal, a page or a file shows. Backgammon is
// judged by games/backgammon/review, which knows the cube, and tells luck as well;
// every other game by what agents say of positions.
package review

import (
	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	bg "gambito/games/backgammon/review"
)

// Game is what is reviewed: a game as far as it was played.
type Game struct {
	Rules   game.Game
	Start   game.State
	Moves   []game.Move
	Names   []string     // of the players, by seat; nil if nobody knows them
	Opening int          // how many of the moves were given, not chosen
	Record  arena.Record // of the game: how and when it ended; the zero value if nobody knows
}

// Name is what the player at a seat is called.
func (g *Game) Name(p game.Player) string {
	if int(p) < len(g.Names) {
		return g.Names[p]
	}
	return g.Rules.Info().Roles[p]
}

// Class is how good a move is.
type Class string

// The classes. A move that was no decision, or that the judge does not tell of, has
// none.
const (
	Best       Class = "best" // nothing was better
	Good       Class = "good" // something was, by less than an inaccuracy
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// Classes are all of them, the best first.
var Classes = []Class{Best, Good, Inaccuracy, Mistake, Blunder}

// Mark is how players write the class behind a move, empty if it is not a bad one.
func (c Class) Mark() string {
	switch c {
	case Inaccuracy:
		return "?!"
	case Mistake:
		return "?"
	case Blunder:
		return "??"
	}
	return ""
}

// Review is what the moves of a game have cost.
type Review struct {
	Of         Game
	Judge      string // agent spec of who judged
	Thresholds Thresholds
	Verdicts   []Verdict // in the order of the game; at one ply by seat
	Sides      []Side    // by seat
	Rolls      []Roll    // of backgammon

	// Course is what the positions are worth, from the start on: Course[i][ply] to
	// player i. Where one player wins what the other loses it tells player 0's only.
	// Values that nobody told are not Known.
	Course [][]agent.Value

	// Positions is how many of the game's positions were looked at, of Total; they
	// differ if the review was stopped.
	Positions, Total int
}

// Verdict is what a move of a player has cost.
type Verdict struct {
	Ply    int // moves that were made before, what chance decided included
	Player game.Player

	Move   game.Move // of the player alone, where all move at once
	Played string    // the same as the game writes it

	// Forced says that there was no other move or, about the cube, none that anybody
	// would think of; Given that it belongs to the opening that players were given.
	// Such moves have no class and count nowhere.
	Forced, Given bool

	Best     game.Move
	BestText string
	Line     []game.Move // the best line, Best first; nil where all move at once
	LineText []string

	Before agent.Value // to Player, of the best move
	After  agent.Value // to Player, of the move played
	Loss   Loss
	Class  Class // "" if it is none

	Kind bg.Kind // of backgammon: what was to be decided
}

// Judged reports whether the verdict tells what the move has cost.
func (v *Verdict) Judged() bool { return v.Class != "" }

// Later reports whether the move wins as the best one does, but takes longer.
func (v *Verdict) Later() bool { return v.onlyTime() && v.After.Score > 0 }

// Sooner reports whether the move loses as the best one does, but sooner.
func (v *Verdict) Sooner() bool { return v.onlyTime() && v.After.Score < 0 }

// onlyTime reports whether the move has cost nothing but time.
func (v *Verdict) onlyTime() bool {
	return v.Class == Good && v.Loss.Unit == game.Stones && v.Loss.Share == 0
}

// Loss is what a move is worth less than the best one.
type Loss struct {
	Share  float64   // of the points that can be won, in percent
	Unit   game.Unit // in which Count is; "" if the values tell none
	Count  float64
	Proven bool // both values are
}

// Side is how a player did.
type Side struct {
	Player    game.Player
	Decisions int // that were judged
	Untold    int // decisions of which the judge told nothing
	Counts    map[Class]int

	// Accuracy is the mean of Accuracy over the decisions, in percent. It means
	// nothing without decisions, and at backgammon, where Errors are told.
	Accuracy float64

	Lost Loss // on average a decision; Unit is "" unless all losses have it

	Errors *Errors // of backgammon
}

// Roll is what the dice gave a player at backgammon.
type Roll struct {
	Ply    int
	Player game.Player
	Luck   float64 // equity with the roll less the mean over all rolls
}
