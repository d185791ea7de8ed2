package bandit

import (
	"fmt"
	"math/rand/v2"
)

// Layered is one policy near the root of a tree and another from a depth on. At the root
// the final decision counts alone, and below what a position is worth: Tolpin and
// Shimony, MCTS Based on Simple Regret (AAAI 2012), take UCBSqrt there and UCB here.
type Layered struct {
	Top, Below Policy
	From       int // depth from which on Below chooses
}

// NewLayered returns a policy of two, both given as policies or as what Parse makes.
func NewLayered(top, below any, from int) (Layered, error) {
	l := Layered{From: from}
	var okTop, okBelow bool
	l.Top, okTop = top.(Policy)
	l.Below, okBelow = below.(Policy)
	for _, p := range []any{top, below} {
		if _, opens := p.(Opener); opens {
			okTop = false
		}
	}
	if !okTop || !okBelow {
		return l, fmt.Errorf("a policy with weights or priors of its own does not go with another below")
	}
	return l, nil
}

func (p Layered) at(c Context) Policy {
	if c.Depth >= p.From {
		return p.Below
	}
	return p.Top
}

// Select implements Policy.
func (p Layered) Select(arms []Arm, c Context, r *rand.Rand) int {
	return p.at(c).Select(arms, c, r)
}

// Terms implements Teller.
func (p Layered) Terms(arms []Arm, c Context, r *rand.Rand) []Terms {
	return p.at(c).(Teller).Terms(arms, c, r)
}
