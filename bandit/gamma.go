package bandit

import (
	"math"
	"math/rand/v2"
)

// Dirichlet fills shares, which sum to one, from the symmetric Dirichlet
// distribution: the smaller alpha, the fewer of them are large.
func Dirichlet(alpha float64, shares []float64, r *rand.Rand) {
	sum := 0.0
	for i := range shares {
		shares[i] = gamma(alpha, r)
		sum += shares[i]
	}
	for i := range shares {
		if sum == 0 { // all drowned: alpha is tiny
			shares[i] = 1 / float64(len(shares))
			continue
		}
		shares[i] /= sum
	}
}

// gamma draws from the gamma distribution of a shape (Marsaglia and Tsang, A
// Simple Method for Generating Gamma Variables, 2000).
func gamma(shape float64, r *rand.Rand) float64 {
	if shape < 1 {
		return gamma(shape+1, r) * math.Pow(1-r.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		u := 1 - r.Float64()
		if u < 1-0.0331*x*x*x*x || math.Log(u) < x*x/2+d*(1-v+math.Log(v)) {
			return d * v
		}
	}
}
