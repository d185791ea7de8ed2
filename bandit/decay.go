package bandit

import (
	"math"
	"math/rand/v2"

	"gambito/spec"
)

// UCBDecay is UCB whose exploration starts high and decays with time, as Kozelek
// proposes (Methods of MCTS and the Game Arimaa, master's thesis, Prague 2009)
// without fixing how:
//
//	x̄ᵢ + √(α(t) ln t / Tᵢ), α(t) = end + (α − end)·2^(−t/half)
//
// α is the weight of exploration at first, end the weight it goes to, half the
// number of pulls in which it comes half the way.
type UCBDecay struct{ Alpha, End, Half float64 }

var ucbDecayEntry = Entry{
	Name: "ucb-decay", Help: "UCB whose exploration decays with time",
	Index: "x̄ᵢ + √(α(t) ln t / Tᵢ), α(t) = end + (α − end)·2^(−t/half)",
	Parameters: []spec.Option{
		{Name: "alpha", Type: spec.Float, Default: "2", Min: 0, Max: most, Scale: spec.Logarithmic, Vary: []string{"0.5", "1", "2"}, Help: "weight of exploration at first"},
		{Name: "end", Type: spec.Float, Default: "0.1", Min: 0, Max: most, Scale: spec.Logarithmic, Vary: []string{"0.02", "0.1", "0.4"}, Help: "weight of exploration in the end"},
		{Name: "half", Type: spec.Float, Default: "100", Min: 1, Max: 1e12, Scale: spec.Logarithmic, Vary: []string{"30", "100", "300", "1000"}, Help: "pulls in which it comes half the way"},
	},
	new: func(v []float64) any { return UCBDecay{v[0], v[1], v[2]} },
}

// Select implements Policy.
func (p UCBDecay) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.alpha(c.Total)*log(c.Total))
}

// Terms implements Teller.
func (p UCBDecay) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.alpha(c.Total)*log(c.Total))
}

func (p UCBDecay) alpha(total int) float64 {
	return p.End + (p.Alpha-p.End)*math.Exp2(-float64(total)/p.Half)
}
