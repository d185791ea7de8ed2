package stats

import (
	"fmt"
	"math"
	"slices"
)

// Heavy is a mean of independent samples most of which are small and a few very
// large: the regret of a policy that rarely settles on a wrong arm. A sample without
// one of the large says little of their share, and its own spread nothing; what can be
// said rests on how large they may be.
type Heavy struct {
	Samples []float64
	Most    float64 // no sample is larger, seen or not
}

// Below is a bound of the probability that the mean of so many samples comes out as
// low as theirs, or lower, if their true mean is at least mean:
//
//	exp(−n K), K = max over 0 ≤ λ ≤ 1/(Most−mean) of the mean of ln(1 + λ(mean − x))
//
// is the least divergence of a distribution up to Most with that mean from what was
// seen (J. Honda, A. Takemura: An asymptotically optimal bandit algorithm for bounded
// support models, COLT 2010; the bound without its factor: O. Cappé et al., Annals of
// Statistics 41, 2013, pp. 1516–1541). Of n equal samples it is the probability that
// none of n is the large one.
func (h Heavy) Below(mean float64) float64 {
	n := float64(len(h.Samples))
	if n == 0 || !(h.mean() < mean) {
		return 1
	}
	if mean >= h.most() {
		return 0
	}
	// The sum is concave in λ: it is greatest where its slope is 0, or at the end.
	slope := func(lambda float64) (sum float64) {
		for _, x := range h.Samples {
			sum += (mean - x) / (1 + lambda*(mean-x))
		}
		return sum
	}
	low, high := 0.0, 1/(h.most()-mean)
	for range 32 {
		if middle := (low + high) / 2; slope(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	divergence := 0.0
	for _, x := range h.Samples {
		divergence += math.Log1p(low * (mean - x))
	}
	return math.Exp(-max(0, divergence))
}

// Interval is the mean with bounds of the level: below by the normal approximation,
// for which large samples only make it wider, though not below 0 if no sample is; above
// by Below.
func (h Heavy) Interval(level float64) Interval {
	i := Interval{Estimate: h.mean()}
	i.Low = max(i.Estimate-twoSidedQuantile(level)*h.se(), min(0, slices.Min(h.Samples)))
	low, high := i.Estimate, h.most()
	for range 24 {
		if middle := (low + high) / 2; h.Below(middle) > (1-level)/2 {
			low = middle
		} else {
			high = middle
		}
	}
	i.High = high
	return i
}

// CompareHeavy says whether the samples' mean agrees with a published one of so many
// samples, whose spread is not told and taken to be that of ours with what may be
// missing from them. It is too few if the interval of the difference is as wide as the
// published mean to both sides.
func CompareHeavy(published float64, publishedN int, h Heavy, alpha float64) Agreement {
	mustLevel(alpha)
	if len(h.Samples) < 2 || publishedN < 1 || !(h.Most >= 0) {
		panic(fmt.Sprintf("stats: %d samples beside %d published ones", len(h.Samples), publishedN))
	}
	mean := h.mean()
	missing := max(0, published-mean) * h.most() // variance of a rare large sample that makes up the difference
	publishedSE := math.Sqrt((h.se()*h.se()*float64(len(h.Samples)) + missing) / float64(publishedN))
	a := Agreement{P: 1}
	if mean > published {
		a.P = CompareMean(published, publishedSE, mean, h.se(), alpha).P
	} else {
		// Either the published mean is off by a part of the difference, or ours by the rest.
		const parts = 16
		for k := 1; k < parts; k++ {
			part := (published - mean) * float64(k) / parts
			a.P = min(a.P, 2*h.Below(published-part)+twoSidedP(part/publishedSE))
		}
	}
	own, z := h.Interval(1-alpha), twoSidedQuantile(1-alpha)*publishedSE
	d := mean - published
	a.Difference = Interval{Estimate: d, Low: d - math.Hypot(mean-own.Low, z), High: d + math.Hypot(own.High-mean, z)}
	a.TooFew = a.Difference.High-a.Difference.Low > 2*math.Abs(published)
	a.Outside = a.P < alpha
	return a.judged(a.P, alpha)
}

func (h Heavy) mean() float64 { return Mean(h.Samples) }

// most is the bound, not below what was seen.
func (h Heavy) most() float64 { return max(h.Most, slices.Max(h.Samples)) }

// se is the standard error of the mean.
func (h Heavy) se() float64 {
	return sampleSD(h.Samples, h.mean()) / math.Sqrt(float64(len(h.Samples)))
}
