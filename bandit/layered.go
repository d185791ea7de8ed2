package bandit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gambito/formula"
)

// Layered is several policies that share a tree, each in places of its own. At the root
// the final decision counts alone, and below what a position is worth: Tolpin and
// Shimony, MCTS Based on Simple Regret (AAAI 2012), take UCBSqrt there and UCB here.
type Layered struct {
	of  *places[Policy]
	all []Policy
}

// Layer is a policy, as Parse makes it, and where it chooses: where a formula of the
// number of arms, the depth and the side is above 0, as d<3 and (d<3)*(K>20) are.
type Layer struct {
	Policy any
	Where  formula.Formula
}

// placeVariables are those of Variables that say where a choice is.
var placeVariables = Variables[:visits]

// Below is a layer from a depth on.
func Below(policy any, depth int) (Layer, error) {
	where, err := formula.Parse(fmt.Sprintf("d>%d", depth-1), placeVariables...)
	return Layer{policy, where}, err
}

// ParseLayers reads layers such as ucb-tuned@d<3|ucb-alpha1@(d>2)*(K>20).
func ParseLayers(text string) (layers []Layer, err error) {
	for part := range strings.SplitSeq(text, "|") {
		policy, where, ok := strings.Cut(part, "@")
		if !ok {
			return nil, fmt.Errorf("%q does not say where it chooses, as ucb-tuned@d<3 does", part)
		}
		var l Layer
		if l.Policy, err = Parse(policy); err == nil {
			l.Where, err = formula.Parse(where, placeVariables...)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", part, err)
		}
		layers = append(layers, l)
	}
	return layers, nil
}

// NewLayered returns a policy that is the first of the layers whose place it is, and
// another, as Parse makes it, elsewhere.
func NewLayered(elsewhere any, layers []Layer) (Layered, error) {
	l := Layered{of: &places[Policy]{}}
	for _, made := range append(slices.Clone(layers), Layer{Policy: elsewhere}) {
		policy, ok := made.Policy.(Policy)
		if _, opens := made.Policy.(Opener); opens || !ok {
			return l, fmt.Errorf("a policy with weights or priors of its own shares no tree with another")
		}
		l.all = append(l.all, policy)
	}
	for _, layer := range layers {
		l.of.byDepth, l.of.byOwn = l.of.byDepth || layer.Where.Uses(1), l.of.byOwn || layer.Where.Uses(2)
	}
	l.of.make = func(c Context) Policy {
		for i, layer := range layers {
			if layer.Where.Value(c.variables()) > 0 {
				return l.all[i]
			}
		}
		return l.all[len(layers)]
	}
	return l, nil
}

// Select implements Policy.
func (p Layered) Select(arms []Arm, c Context, r *rand.Rand) int {
	return p.of.at(c).Select(arms, c, r)
}

// Terms implements Teller.
func (p Layered) Terms(arms []Arm, c Context, r *rand.Rand) []Terms {
	return p.of.at(c).(Teller).Terms(arms, c, r)
}
