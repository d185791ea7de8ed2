package genetic

import (
	"math"
	"math/rand/v2"
)

// fraction is how many bits of a real number's place are behind the point. A place is
// how far the number is above the range's low end, and half more, so that as much of
// it is rounded to each whole number.
const fraction = 16

// crossReal mixes two chromosomes of real numbers.
func (c coder) crossReal(x Crossover, a, b []int, r *rand.Rand) {
	share := r.Float64()
	for i := range a {
		p, q := float64(a[i]), float64(b[i])
		switch x {
		case Arithmetic:
			p, q = share*p+(1-share)*q, share*q+(1-share)*p
		case Blend:
			p, q = blend(p, q, r), blend(p, q, r)
		case Simulated:
			p, q = simulated(p, q, r)
		}
		a[i], b[i] = c.within(i, p), c.within(i, q)
	}
}

// within brings a number into its range.
func (c coder) within(place int, x float64) int {
	low, high := c.limits(place)
	return int(min(max(math.Round(x), float64(low)), float64(high)))
}

// blend draws between two numbers, and half as far beyond each.
func blend(p, q float64, r *rand.Rand) float64 {
	const beyond = 0.5
	low, high := min(p, q), max(p, q)
	width := high - low
	return low - beyond*width + r.Float64()*(1+2*beyond)*width
}

// simulated draws two numbers with the mean of the parents', mostly near them.
func simulated(p, q float64, r *rand.Rand) (float64, float64) {
	const index = 2 // the larger, the nearer
	u, spread := r.Float64(), 0.0
	if u <= 0.5 {
		spread = math.Pow(2*u, 1.0/(index+1))
	} else {
		spread = math.Pow(1/(2*(1-u)), 1.0/(index+1))
	}
	return ((1+spread)*p + (1-spread)*q) / 2, ((1-spread)*p + (1+spread)*q) / 2
}

// nearest is the whole number of the range that is nearest to a floating-point number
// given by its bits; what is no number is the low end.
func (r Range) nearest(bits []int) int {
	code := uint32(0)
	for _, bit := range bits {
		code = code<<1 | uint32(bit)
	}
	x := float64(math.Float32frombits(code))
	if math.IsNaN(x) {
		return r.Low
	}
	return int(min(max(math.Round(x), float64(r.Low)), float64(r.High)))
}

// tens is 10 to the power n, which is at most 10.
func tens(n int) uint64 {
	power := uint64(1)
	for range n {
		power *= 10
	}
	return power
}

// appendDigits adds the smallest decimal code of a number.
func appendDigits(chromosome []int, r Range, gene, digits int) []int {
	values := uint64(r.values())
	code := (uint64(gene-r.Low)*tens(digits) + values - 1) / values
	for d := digits - 1; d >= 0; d-- {
		chromosome = append(chromosome, int(code/tens(d)%10))
	}
	return chromosome
}

// ofDigits reads a decimal code: codes are spread evenly over the range.
func (r Range) ofDigits(digits []int) int {
	code := uint64(0)
	for _, d := range digits {
		code = 10*code + uint64(d)
	}
	return r.Low + int(code*uint64(r.values())/tens(len(digits)))
}
