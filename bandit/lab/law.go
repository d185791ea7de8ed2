package lab

import (
	"fmt"
	"math"
)

// Law is how an arm pays.
type Law interface {
	// Mean is the expected reward.
	Mean() float64

	// Reward maps 64 random bits to a reward.
	Reward(random uint64) float64
}

// Bernoulli pays 1 with a probability, else 0.
type Bernoulli float64

// Mean implements Law.
func (p Bernoulli) Mean() float64 { return float64(p) }

// Reward implements Law.
func (p Bernoulli) Reward(random uint64) float64 { return float64(hit(random, p.threshold())) }

// threshold is p in 2⁶³rds.
func (p Bernoulli) threshold() uint64 { return uint64(float64(p) * (1 << 63)) }

// hit is 1 if 63 random bits are below the threshold, else 0: the sign of the
// difference, for the sake of loops that must not guess.
func hit(random, threshold uint64) uint64 { return (random>>1 - threshold) >> 63 }

// Constant always pays the same.
type Constant float64

// Mean implements Law.
func (c Constant) Mean() float64 { return float64(c) }

// Reward implements Law.
func (c Constant) Reward(uint64) float64 { return float64(c) }

// Gaussian pays by a normal law of a centre and a deviation σ, given that the
// reward lies between 0 and 1.
type Gaussian struct{ Centre, Sigma float64 }

// normal is the distribution function of the standard normal law.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// Mean implements Law: the mean of the truncated law is not its centre.
func (g Gaussian) Mean() float64 {
	a, b := -g.Centre/g.Sigma, (1-g.Centre)/g.Sigma
	density := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
	return g.Centre + g.Sigma*(density(a)-density(b))/(normal(b)-normal(a))
}

// Reward implements Law, by the inverse of the distribution function.
func (g Gaussian) Reward(random uint64) float64 {
	low, high := normal(-g.Centre/g.Sigma), normal((1-g.Centre)/g.Sigma)
	u := low + (high-low)*unit(random)
	return min(1, max(0, g.Centre-g.Sigma*math.Sqrt2*math.Erfcinv(2*u)))
}

// NewGaussian makes a truncated normal law; the centre lies between 0 and 1,
// where the formulas are accurate.
func NewGaussian(centre, sigma float64) (Gaussian, error) {
	if !(centre >= 0 && centre <= 1 && sigma >= 1e-3 && sigma <= 1e3) {
		return Gaussian{}, fmt.Errorf("a Gaussian arm of centre %v and deviation %v: the centre must lie between 0 and 1, the deviation between 0.001 and 1000", centre, sigma)
	}
	return Gaussian{centre, sigma}, nil
}
