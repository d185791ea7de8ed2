package stats

import (
	"fmt"
	"math"
)

// outcomes counts how often each of some scores was made. The scores are
// evenly spaced from 0 to 1: three for games, five for pairs.
type outcomes struct {
	counts, scores []float64
}

func newOutcomes(counts []int) outcomes {
	o := outcomes{make([]float64, len(counts)), make([]float64, len(counts))}
	for i, n := range counts {
		if n < 0 {
			panic(fmt.Sprintf("stats: a count of %d", n))
		}
		o.counts[i] = float64(n)
		o.scores[i] = float64(i) / float64(len(counts)-1)
	}
	return o
}

func (o outcomes) total() (n float64) {
	for _, c := range o.counts {
		n += c
	}
	return n
}

// moments are mean and variance of a score, ½ and 0 without any.
func (o outcomes) moments() (mean, variance float64) {
	n := o.total()
	if n == 0 {
		return 0.5, 0
	}
	for i, c := range o.counts {
		mean += c * o.scores[i] / n
	}
	for i, c := range o.counts {
		variance += c * (o.scores[i] - mean) * (o.scores[i] - mean) / n
	}
	return mean, variance
}

// tilt solves Σ wᵢvᵢ/(1 + θvᵢ) = 0 for the θ that keeps every 1 + θvᵢ positive.
// The distribution that maximises the likelihood of weights w under Σ pᵢvᵢ = 0
// is then pᵢ = wᵢ/(1 + θvᵢ) (A. B. Owen, "Empirical likelihood", 2001, chapter
// 2). The sum falls in θ, so bisection finds its root; where a value of weight
// 0 stops θ before the root, the end is the solution and that value takes the
// probability left over. There must be values on both sides of 0.
func tilt(weights, values []float64) float64 {
	smallest, largest := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		smallest, largest = min(smallest, v), max(largest, v)
	}
	low, high := -1/largest, -1/smallest
	for range 64 { // halves the range to less than its rounding
		theta := low + (high-low)/2
		if theta <= low || theta >= high {
			break
		}
		sum := 0.0
		for i, v := range values {
			if weights[i] > 0 {
				sum += weights[i] * v / (1 + theta*v)
			}
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	return low + (high-low)/2
}

// deficit is by how much the logarithm of the likelihood falls short of its
// maximum when the mean score must be s, strictly between 0 and 1:
// Σ nᵢ ln(1 + θ(xᵢ − s)).
func (o outcomes) deficit(s float64) float64 {
	values := make([]float64, len(o.scores))
	for i, x := range o.scores {
		values[i] = x - s
	}
	theta := tilt(o.counts, values)
	sum := 0.0
	for i, v := range values {
		if o.counts[i] > 0 {
			sum += o.counts[i] * math.Log1p(theta*v)
		}
	}
	return max(0, sum)
}

// score is the mean score with its profile-likelihood interval: all s whose
// deficit is at most half the χ² quantile with one degree of freedom (S. S.
// Wilks, Annals of Mathematical Statistics 9, 1938). Unlike mean ± z·σ/√n it
// stays in [0, 1] and has a width when all scores are equal.
func (o outcomes) score(level float64) Interval {
	z := twoSidedQuantile(level)
	if o.total() == 0 {
		return Interval{Estimate: 0.5, Low: 0, High: 1}
	}
	mean, _ := o.moments()
	bound := func(end float64) float64 {
		inside, outside := mean, end
		for range 60 {
			s := (inside + outside) / 2
			if s <= 0 || s >= 1 {
				break
			}
			if o.deficit(s) <= z*z/2 {
				inside = s
			} else {
				outside = s
			}
		}
		return inside
	}
	i := Interval{Estimate: mean, Low: 0, High: 1}
	if mean > 0 {
		i.Low = bound(0)
	}
	if mean < 1 {
		i.High = bound(1)
	}
	return i
}

// superior is the likelihood that the mean score is above ½: the normal
// distribution at the signed root of twice the deficit of ½. It agrees with score's
// intervals, which leave ½ out at 95 % just where it is above 97.5 % or below 2.5 %,
// and for many games with the usual Φ((mean − ½)√n/σ), which says 1 or nothing when
// all scores are equal. Without any it is ½.
func (o outcomes) superior() float64 {
	mean, _ := o.moments()
	return normalCDF(math.Copysign(math.Sqrt(2*o.deficit(0.5)), mean-0.5))
}
