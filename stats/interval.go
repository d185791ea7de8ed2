// Package stats has the statistics of experiments as pure functions on
// numbers: it knows neither games nor agents.
//
// One file a topic, each with its formula and source. Levels and error
// probabilities lie strictly between 0 and 1, shares between 0 and 1, and
// counts are not negative: breaking that is a fault of the caller and panics.
// Samples are finite numbers: tests refuse others, and any wrong shape of their
// data, with an error; sums and quantiles pass them on. Given that, no function
// returns NaN, and none an infinity unless its comment says so.
package stats

import (
	"fmt"
	"math"
)

// Interval is an estimate of a quantity and the bounds of its confidence
// interval.
type Interval struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Wilson is WilsonAt with a level of 95 %.
func Wilson(successes, trials int) Interval { return WilsonAt(successes, trials, 0.95) }

// WilsonAt estimates a probability from successes in independent trials, with
// Wilson's score interval (E. B. Wilson, JASA 22, 1927): with p = successes/n
// and z the normal quantile of the level,
//
//	(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
//
// It never leaves [0, 1] and nearly holds its level for small numbers too.
// Without trials nothing is known: the interval is [0, 1], the estimate ½.
func WilsonAt(successes, trials int, level float64) Interval {
	mustCount(successes, trials)
	z := twoSidedQuantile(level)
	if trials == 0 {
		return Interval{Estimate: 0.5, Low: 0, High: 1}
	}
	return wilson(float64(successes)/float64(trials), float64(trials), z)
}

func wilson(p, n, z float64) Interval {
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	// Rounding must not push a bound past the estimate at the ends.
	return Interval{Estimate: p, Low: max(0, min(p, centre-half)), High: min(1, max(p, centre+half))}
}

func mustCount(successes, trials int) {
	if successes < 0 || successes > trials {
		panic(fmt.Sprintf("stats: %d successes in %d trials", successes, trials))
	}
}

func mustLevel(level float64) {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("stats: a level of %g is not between 0 and 1", level))
	}
}

// MeanOf is the mean of independent estimates, with an interval that follows from
// theirs: what lies below an estimate, and what lies above, adds up by squares (G. Y.
// Zou, A. Donner: Statistics in Medicine 27, 2008, pp. 1693–1702).
func MeanOf(estimates ...Interval) (mean Interval) {
	n := float64(len(estimates))
	var below, above float64
	for _, e := range estimates {
		mean.Estimate += e.Estimate / n
		below = math.Hypot(below, (e.Estimate-e.Low)/n)
		above = math.Hypot(above, (e.High-e.Estimate)/n)
	}
	mean.Low, mean.High = mean.Estimate-below, mean.Estimate+above
	return mean
}
