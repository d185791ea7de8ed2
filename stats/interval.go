// Package stats has the statistics of experiments as pure functions on
// numbers: it knows neither games nor agents.
package stats

import "math"

// Interval is an estimate of a quantity and the bounds of its confidence
// interval.
type Interval struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Wilson estimates a probability from successes in independent trials, with
// Wilson's 95 % score interval (E. B. Wilson, JASA 22, 1927): it never leaves
// [0, 1] and holds its level for small numbers too. Without trials nothing is
// known: the interval is [0, 1].
func Wilson(successes, trials int) Interval {
	if trials == 0 {
		return Interval{Estimate: 0.5, Low: 0, High: 1}
	}
	n := float64(trials)
	p := float64(successes) / n
	centre := (p + z95*z95/(2*n)) / (1 + z95*z95/n)
	half := z95 / (1 + z95*z95/n) * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n))
	return Interval{Estimate: p, Low: max(0, centre-half), High: min(1, centre+half)}
}
