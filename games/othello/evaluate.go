package othello

import (
	"fmt"
	"math/bits"

	"gambito/game"
)

// Evaluations implements game.Evaluated.
func (Game) Evaluations() []game.EvaluationInfo {
	return []game.EvaluationInfo{
		{Name: "classic", Help: "mobility, corners and the cells beside them, edges, stability, parity; weights fitted to games", Scale: 3400, Unit: 100, Leaf: true},
		{Name: "hand", Help: "mobility, potential mobility, corners, the cells beside them, edges; worths set by hand", Scale: 2400, Unit: 100},
		{Name: "discs", Help: "the difference in discs", Scale: 53},
	}
}

// Evaluation implements game.Evaluated.
func (Game) Evaluation(name string) (func(game.State) int, error) {
	switch name {
	case "", "classic":
		return func(s game.State) int { return classic(Discs(s)) }, nil
	case "hand":
		return func(s game.State) int {
			own, opp := Discs(s)
			return hand(own, opp) - hand(opp, own)
		}, nil
	case "discs":
		return func(s game.State) int { return difference(Discs(s)) }, nil
	}
	return nil, fmt.Errorf("unknown evaluation %q: there are classic, hand and discs", name)
}

// classic is the expected difference of discs at the end for the side to move,
// in hundredths of a disc: the features by the weights of the phase.
func classic(own, opp uint64) (value int) {
	phase := Phase(own, opp)
	for feature, count := range Features(own, opp) {
		value += weights[feature][phase] * count
	}
	return value
}

// Worth of the features of hand, in hundredths of a disc. It is what classic
// has to beat, and it plays the games that classic is fitted to.
const (
	mobilityWorth  = 60  // a move more than the opponent has
	potentialWorth = 20  // an empty cell beside the opponent's discs
	cornerWorth    = 800 // a corner
	giveawayWorth  = 350 // a disc diagonally beside an empty corner
	edgeWorth      = 40  // a disc on the edge
)

// hand is what own's discs are worth.
func hand(own, opp uint64) int {
	empty := ^(own | opp)
	return mobilityWorth*bits.OnesCount64(Legal(own, opp)) +
		potentialWorth*bits.OnesCount64(around(opp)&empty) +
		cornerWorth*bits.OnesCount64(own&corners) -
		giveawayWorth*bits.OnesCount64(own&diagonal(empty&corners)) +
		edgeWorth*bits.OnesCount64(own&edges)
}
