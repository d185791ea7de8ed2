package mcts

import (
	"math"
	"math/rand/v2"

	"gambito/game"
)

// Draw returns the index of one of the weights with a probability in proportion
// to its power of 1/temperature: the greater the temperature, the more even.
// Weights are not negative, and one is positive.
func Draw(weights []float64, temperature float64, r *rand.Rand) int {
	greatest := 0.0
	for _, w := range weights {
		greatest = max(greatest, w)
	}
	sum := 0.0
	for _, w := range weights {
		sum += math.Pow(w/greatest, 1/temperature)
	}
	x, last := sum*r.Float64(), 0
	for i, w := range weights {
		share := math.Pow(w/greatest, 1/temperature)
		if share > 0 {
			last = i
		}
		if x -= share; x < 0 {
			return i
		}
	}
	return last // rounding left nothing
}

// Draw returns one of the moves, drawn by their visits; the best if it is proven
// or none has visits.
func (r Result) Draw(temperature float64, random *rand.Rand) game.Move {
	weights := make([]float64, len(r.Moves))
	for i, m := range r.Moves {
		weights[i] = float64(m.Visits)
	}
	if r.Proven || len(r.Moves) == 0 || r.Moves[0].Visits == 0 {
		return r.Move
	}
	return r.Moves[Draw(weights, temperature, random)].Move
}
