package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Verdict says whether a measured value agrees with a published one.
type Verdict string

const (
	// Agrees: the published value lies inside the joint interval of both. It is no
	// proof of equality: Difference says how much could hide.
	Agrees Verdict = "agrees"
	// InDoubt: the published value lies outside the joint interval, but among as many
	// comparisons as were made a difference so large is no surprise.
	InDoubt Verdict = "in doubt"
	// Differs: chance alone makes such a difference, among all that were compared,
	// with probability below α.
	Differs Verdict = "differs"
	// TooFew: the trials tell nothing, whatever came out.
	TooFew Verdict = "too few games"
	// Unknown: nothing was measured.
	Unknown Verdict = "unknown"
)

// Agreement compares a measured with a published value.
type Agreement struct {
	// Difference is measured − published, without what rounding explains; its interval
	// has level 1−α.
	Difference Interval `json:"difference"`
	P          float64  `json:"p"`
	// Outside: 0 lies outside that interval, on the side that speaks against the source.
	Outside bool `json:"outside"`
	// TooFew: the interval of the difference is so wide that it says nothing.
	TooFew  bool    `json:"too_few"`
	Verdict Verdict `json:"verdict"`
}

// widest is the width of the interval of a difference of shares beyond which it
// says nothing: a quarter to each side.
const widest = 0.5

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
// measured one; then P is that of two samples with the same share, or, when the
// published number of trials is not known, of trials with that share, both by the
// exact test, which holds for few trials and for shares near 0 and 1 too. Below alpha
// they differ. A published 0 or 1 without trials or rounding is contradicted by a
// single trial.
func CompareShare(published Published, successes, trials int, alpha float64) Agreement {
	mustCount(successes, trials)
	mustLevel(alpha)
	if !(published.Share >= 0 && published.Share <= 1) || published.N < 0 || !(published.Rounding >= 0) {
		panic(fmt.Sprintf("stats: a published share of %+v", published))
	}
	if trials == 0 {
		return Agreement{Difference: Interval{Estimate: 0, Low: -1, High: 1}, P: 1, TooFew: true, Verdict: Unknown}
	}
	measured := WilsonAt(successes, trials, 1-alpha)
	nearest := min(1, max(0, min(published.Share+published.Rounding, max(published.Share-published.Rounding, measured.Estimate))))
	a := Agreement{P: 1, Difference: hybrid(measured, publishedInterval(nearest, published.N, 1-alpha))}
	switch {
	case nearest == measured.Estimate:
	case published.N > 0:
		a.P = fisherP(successes, trials, int(math.Round(nearest*float64(published.N))), published.N)
	default:
		a.P = binomialP(successes, trials, nearest)
	}
	a.Outside = a.Difference.Low > 0 || a.Difference.High < 0
	return a.NoWider(widest).judged(a.P, alpha)
}

// CompareMore says whether successes in trials agree with a published "more than
// half", of which no number is told: they do if their interval lies above a half,
// contradict it as far as it lies below, and are too few as long as a half is inside.
func CompareMore(successes, trials int, alpha float64) Agreement {
	a := CompareShare(Published{Share: 0.5}, successes, trials, alpha)
	if a.Verdict == Unknown {
		return a
	}
	a.TooFew = !a.Outside
	if 2*successes >= trials {
		a.P, a.Outside = 1, false
	}
	return a.judged(a.P, alpha)
}

// CompareGreater says whether a measured difference, with its standard error, agrees with
// a published "greater", of which no number is told: it does if its interval lies above 0,
// contradicts it as far as it lies below, and is too little as long as 0 is inside.
func CompareGreater(difference, se, alpha float64) Agreement {
	a := CompareMean(0, 0, difference, se, alpha)
	a.TooFew = !a.Outside
	if difference >= 0 {
		a.P, a.Outside = 1, false
	}
	return a.judged(a.P, alpha)
}

// CompareDraw says whether a published value can be one more of the values measured, which
// are as good as normal: P is Student's. Fewer than three tell nothing.
func CompareDraw(published float64, measured []float64, alpha float64) Agreement {
	mustLevel(alpha)
	d := Describe(measured)
	if d.N < 3 {
		return Agreement{P: 1, Difference: Interval{Estimate: d.Mean - published}, Verdict: Unknown}
	}
	a, se := Agreement{P: 1}, d.SD*math.Sqrt(1+1/float64(d.N))
	student := distuv.StudentsT{Sigma: 1, Nu: float64(d.N - 1)}
	if d.Mean != published {
		a.P = 2 * student.Survival(math.Abs(d.Mean-published)/se)
	}
	half := student.Quantile(1-alpha/2) * se
	a.Difference = Interval{Estimate: d.Mean - published, Low: d.Mean - published - half, High: d.Mean - published + half}
	a.Outside = a.P < alpha
	return a.NoWider(2*math.Abs(published)).judged(a.P, alpha)
}

// publishedInterval is a share with the bounds of its noise.
func publishedInterval(share float64, trials int, level float64) Interval {
	if trials == 0 {
		return Interval{Estimate: share, Low: share, High: share}
	}
	return wilson(share, float64(trials), twoSidedQuantile(level))
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
	a.Outside = a.P < alpha
	return a.judged(a.P, alpha)
}

// CompareDeviation says whether two standard deviations, each of so many normal values,
// can be of one population: P is the F-test of their variances, to both sides. One that
// is 0, or of fewer than two values, tells nothing.
func CompareDeviation(published float64, publishedN int, measured float64, measuredN int, alpha float64) Agreement {
	mustLevel(alpha)
	d := measured - published
	a := Agreement{P: 1, Difference: Interval{Estimate: d, Low: d, High: d}, Verdict: Unknown} // it has no simple interval
	if published <= 0 || measured <= 0 || publishedN < 2 || measuredN < 2 {
		return a
	}
	f, theirs, ours := measured*measured/(published*published), float64(publishedN-1), float64(measuredN-1)
	a.P = min(1, 2*min(fP(f, ours, theirs), fP(1/f, theirs, ours)))
	a.Outside = a.P < alpha
	return a.judged(a.P, alpha)
}

// NoWider is the comparison with too few trials if the interval of the difference is
// wider than that. What says enough depends on the quantity.
func (a Agreement) NoWider(than float64) Agreement {
	a.TooFew = a.Difference.High-a.Difference.Low > than
	if a.TooFew && a.Verdict != Differs {
		a.Verdict = TooFew
	}
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
		judged[at[i]] = judged[at[i]].judged(p, alpha)
	}
	return judged
}

// judged has the verdict that follows from a p-value among others.
func (a Agreement) judged(p, alpha float64) Agreement {
	a.P = p
	switch {
	case p < alpha:
		a.Verdict = Differs
	case a.TooFew:
		a.Verdict = TooFew
	case a.Outside:
		a.Verdict = InDoubt
	default:
		a.Verdict = Agrees
	}
	return a
}
