package regress

import "math"

const (
	stretchPrior = 100 // positions that would say 1 of the factor, as if held out too
	stretchSteps = 50  // of Newton's method at most; squares take one or two
)

// stretch multiplies worths by the factor with which their sums judge best what is held
// out, all positions alike, and returns it. Positions that count less if they came to
// much draw values to zero, by about as much everywhere in a stage: a factor makes that
// good, and changes nothing about which of its positions is the best.
func (p *problem) stretch(worths []float64) float64 {
	n := p.check.count()
	if n == 0 {
		return 1
	}
	sums := make([]float64, n)
	p.check.sums(sums, worths)
	squares := 0.0
	for _, sum := range sums {
		squares += sum * sum
	}
	if squares == 0 {
		return 1
	}
	prior, factor := stretchPrior*squares/float64(n), 1.0
	for range stretchSteps {
		slope, bend := prior*(factor-1), prior // of the loss by the factor
		for i, sum := range sums {
			said, curved := p.says(factor * sum)
			slope += (said - p.check.target[i]) * sum
			bend += curved * sum * sum
		}
		if math.Abs(slope) <= tiny*bend {
			break
		}
		factor = max(factor/2, min(factor*2, factor-slope/bend)) // no leap, and never below 0
	}
	for slot := range worths {
		worths[slot] *= factor
	}
	return factor
}

// says is what a sum says a position is worth, and how fast that changes with the sum.
func (p *problem) says(sum float64) (said, slope float64) {
	if !p.score {
		return sum, 1
	}
	said = math.Tanh(sum)
	return said, 1 - said*said
}
