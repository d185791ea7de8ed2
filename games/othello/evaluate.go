package othello

import (
	"fmt"
	"math/bits"

	"gambito/game"
)

// The cells that decide most in Othello: corners can never be turned over, and
// a disc on the diagonal cell next to an empty corner gives it away.
const (
	corners = 1 | 1<<7 | 1<<56 | 1<<63
	edges   = 0xff818181818181ff
)

// Worth of the features, set by hand in hundredths of a disc.
const (
	mobilityWorth  = 60  // a move more than the opponent has
	potentialWorth = 20  // an empty cell beside the opponent's discs
	cornerWorth    = 800 // a corner
	giveawayWorth  = 350 // a disc diagonally beside an empty corner
	edgeWorth      = 40  // a disc on the edge
)

// Evaluations implements game.Evaluated.
func (Game) Evaluations() []game.EvaluationInfo {
	return []game.EvaluationInfo{
		{Name: "classic", Help: "mobility, potential mobility, corners, the cells beside them, edges"},
		{Name: "discs", Help: "the difference in discs"},
	}
}

// Evaluation implements game.Evaluated.
func (Game) Evaluation(name string) (func(game.State) int, error) {
	switch name {
	case "", "classic":
		return func(s game.State) int {
			own, opp := Discs(s)
			return classic(own, opp) - classic(opp, own)
		}, nil
	case "discs":
		return func(s game.State) int {
			own, opp := Discs(s)
			return bits.OnesCount64(own) - bits.OnesCount64(opp)
		}, nil
	}
	return nil, fmt.Errorf("unknown evaluation %q: there are classic and discs", name)
}

// classic is what own's discs are worth.
func classic(own, opp uint64) int {
	empty := ^(own | opp)
	return mobilityWorth*bits.OnesCount64(Legal(own, opp)) +
		potentialWorth*bits.OnesCount64(around(opp)&empty) +
		cornerWorth*bits.OnesCount64(own&corners) -
		giveawayWorth*bits.OnesCount64(own&diagonal(empty&corners)) +
		edgeWorth*bits.OnesCount64(own&edges)
}

const (
	columnA = 0x0101010101010101
	columnH = columnA << 7
)

// around returns the cells beside some, diagonally too.
func around(b uint64) uint64 {
	row := b | b&^columnH<<1 | b&^columnA>>1
	return row | row<<8 | row>>8
}

// diagonal returns the cells diagonally beside some.
func diagonal(b uint64) uint64 {
	sides := b&^columnH<<1 | b&^columnA>>1
	return sides<<8 | sides>>8
}
