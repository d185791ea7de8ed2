package stats

import (
	"fmt"
	"math"
)

// Verdict says whether a measured value agrees with a published one.
type Verdict string

const (
	// Agrees: the difference is within what chance makes of equal truths. It is
	// no proof of equality: Difference says how much could hide.
	Agrees Verdict = "agrees"
	// Differs: chance alone makes such a difference with probability below α.
	Differs Verdict = "differs"
	// Unknown: nothing was measured.
	Unknown Verdict = "unknown"
)

// Agreement compares a measured with a published value.
type Agreement struct {
	// Difference is measured − published; its interval has level 1−α.
	Difference Interval `json:"difference"`
	P          float64  `json:"p"`
	Verdict    Verdict  `json:"verdict"`
}

// Published is a share as a source gives it.
type Published struct {
	Share float64 // in [0, 1]
	N     int     // its trials; 0 if the source does not say, then it counts as exact
	// Rounding is half a unit of the last printed digit, 0.0005 for "61.3 %":
	// the share may have been anything so far away.
	Rounding float64
}

// CompareShare says whether successes in trials agree with a published share.
// The rule: within the published rounding take the share nearest to the
// measured one; then P is the z-test of two proportions with pooled variance,
// or, when the published number of trials is not known, the score test of that
// share. Below alpha they differ. A published 0 or 1 without trials or
// rounding is contradicted by a single trial.
func CompareShare(published Published, successes, trials int, alpha float64) Agreement {
	mustCount(successes, trials)
	mustLevel(alpha)
	if !(published.Share >= 0 && published.Share <= 1) || published.N < 0 || !(published.Rounding >= 0) {
		panic(fmt.Sprintf("stats: a published share of %+v", published))
	}
	if trials == 0 {
		return Agreement{Difference: Interval{Estimate: 0, Low: -1, High: 1}, P: 1, Verdict: Unknown}
	}
	measured := WilsonAt(successes, trials, 1-alpha)
	nearest := min(1, max(0, min(published.Share+published.Rounding, max(published.Share-published.Rounding, measured.Estimate))))
	n := float64(trials)
	a := Agreement{P: 1}
	if published.N > 0 {
		a.P = pooledP(measured.Estimate, n, nearest, float64(published.N))
	} else if nearest != measured.Estimate {
		a.P = twoSidedP((measured.Estimate - nearest) / math.Sqrt(nearest*(1-nearest)/n))
	}
	a.Difference = hybrid(measured, publishedInterval(published, 1-alpha))
	a.Verdict = verdict(a.P, alpha)
	return a
}

// publishedInterval is the share with the bounds of its noise and rounding.
func publishedInterval(p Published, level float64) Interval {
	i := Interval{Estimate: p.Share, Low: p.Share, High: p.Share}
	if p.N > 0 {
		i = wilson(p.Share, float64(p.N), twoSidedQuantile(level))
	}
	return Interval{Estimate: p.Share, Low: max(0, i.Low-p.Rounding), High: min(1, i.High+p.Rounding)}
}

// CompareMean says whether a measured mean agrees with a published one, each
// with its standard error (0 if exact or not given): P is the z-test of their
// difference. Two exact values agree when they are equal.
func CompareMean(published, publishedSE, measured, measuredSE, alpha float64) Agreement {
	mustLevel(alpha)
	d, se := measured-published, math.Hypot(publishedSE, measuredSE)
	if math.IsNaN(d+se) || math.IsInf(d+se, 0) {
		panic(fmt.Sprintf("stats: means %g ± %g and %g ± %g", published, publishedSE, measured, measuredSE))
	}
	a := Agreement{P: 1}
	if d != 0 {
		a.P = twoSidedP(d / se)
	}
	half := twoSidedQuantile(1-alpha) * se
	a.Difference = Interval{Estimate: d, Low: d - half, High: d + half}
	a.Verdict = verdict(a.P, alpha)
	return a
}

// JudgeTogether gives new verdicts to comparisons of one source: P is adjusted
// by Holm's method over those that were measured, so that a faithful
// reproduction of all has at most alpha probability of any "differs".
func JudgeTogether(family []Agreement, alpha float64) []Agreement {
	mustLevel(alpha)
	judged := append([]Agreement(nil), family...)
	var ps []float64
	var at []int
	for i, a := range judged {
		if a.Verdict != Unknown {
			ps, at = append(ps, a.P), append(at, i)
		}
	}
	for i, p := range Holm(ps) {
		judged[at[i]].P = p
		judged[at[i]].Verdict = verdict(p, alpha)
	}
	return judged
}

func verdict(p, alpha float64) Verdict {
	if p < alpha {
		return Differs
	}
	return Agrees
}
