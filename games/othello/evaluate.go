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
		{Name: "squares", Help: "worths of the cells alone, as Yoshioka, Ishii and Ito (1999) set them by hand"},
	}
}

// Evaluation implements game.Evaluated.
func (g Game) Evaluation(name string) (func(game.State) int, error) {
	kind, text, given := game.CutWeights(name)
	if kind == "" && !given {
		kind = "classic"
	}
	list := g.Weights(kind)
	numbers := game.Defaults(list)
	if given && list != nil {
		var err error
		if numbers, err = game.ParseWeights(list, text); err != nil {
			return nil, fmt.Errorf("evaluation %q: %w", name, err)
		}
	}
	switch {
	case kind == "classic":
		return classicBy(numbers), nil
	case kind == "hand":
		worths := worths(numbers)
		return func(s game.State) int {
			own, opp := Discs(s)
			return worths.of(own, opp) - worths.of(opp, own)
		}, nil
	case name == "discs":
		return func(s game.State) int { return difference(Discs(s)) }, nil
	case name == "squares":
		return func(s game.State) int { return squares(Discs(s)) }, nil
	}
	return nil, fmt.Errorf("unknown evaluation %q: there are classic, hand, discs and squares", name)
}

// classicBy is classic with weights by feature, and by phase for each.
func classicBy(numbers []int) func(game.State) int {
	var w [FeatureCount][Phases]int
	for i, n := range numbers {
		w[i/Phases][i%Phases] = n
	}
	return func(s game.State) int {
		own, opp := Discs(s)
		return classic(own, opp, &w)
	}
}

// classic is the expected difference of discs at the end for the side to move,
// in hundredths of a disc: the features by the weights of the phase.
func classic(own, opp uint64, weights *[FeatureCount][Phases]int) (value int) {
	phase := Phase(own, opp)
	for feature, count := range Features(own, opp) {
		value += weights[feature][phase] * count
	}
	return value
}

// worths are those of the features of hand, in hundredths of a disc. Its defaults are
// what classic has to beat, and play the games that classic is fitted to.
type worths [5]int

// of is what own's discs are worth.
func (w *worths) of(own, opp uint64) int {
	empty := ^(own | opp)
	return w[0]*bits.OnesCount64(Legal(own, opp)) +
		w[1]*bits.OnesCount64(around(opp)&empty) +
		w[2]*bits.OnesCount64(own&corners) -
		w[3]*bits.OnesCount64(own&diagonal(empty&corners)) +
		w[4]*bits.OnesCount64(own&edges)
}

// What the weights may be, in hundredths of a disc: so that no position is worth as much
// as a game that is won.
const (
	mostWorth  = 2000
	mostWeight = 2500
)

// Weights implements game.Weighted.
func (Game) Weights(name string) []game.Weight {
	switch name {
	case "hand":
		return []game.Weight{
			{Name: "a move more than the opponent has", High: mostWorth, Default: 60},
			{Name: "an empty cell beside the opponent's discs", High: mostWorth, Default: 20},
			{Name: "a corner", High: mostWorth, Default: 800},
			{Name: "less for a disc diagonally beside an empty corner", High: mostWorth, Default: 350},
			{Name: "a disc on the edge", High: mostWorth, Default: 40},
		}
	case "classic":
		list := make([]game.Weight, 0, FeatureCount*Phases)
		for feature, phases := range weights {
			for phase, weight := range phases {
				list = append(list, game.Weight{Name: featureWords[feature] + phaseWords[phase], Low: -mostWeight, High: mostWeight, Default: weight})
			}
		}
		return list
	}
	return nil
}

// featureWords say what the features are.
var featureWords = [FeatureCount]string{
	"moves", "moves onto a corner", "empty cells beside the other's discs", "discs beside empty cells",
	"corners", "discs diagonally beside an empty corner", "discs beside an empty corner on the edge",
	"discs on the edge", "discs held for good", "discs", "who fills the last cell", "the right to move",
}

// phaseWords say in which of the phases.
var phaseWords = [Phases]string{", discs 4 to 18", ", discs 19 to 33", ", discs 34 to 48", ", discs 49 to 64"}
