package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of n zeros the probability that none is the large one is (1−mean/Most)ⁿ.
func TestBelow(t *testing.T) {
	h := Heavy{make([]float64, 100), 1000}
	within(t, "no large one", h.Below(20), math.Pow(1-20.0/1000, 100), 1e-6)
	if h.Below(0) != 1 || h.Below(1000) != 0 {
		t.Error("certain means are judged wrongly")
	}
	i := h.Interval(0.95)
	within(t, "the upper end", i.High, 1000*(1-math.Pow(0.025, 0.01)), 1e-3)
	if i.Low != 0 || i.Estimate != 0 {
		t.Errorf("%+v", i)
	}
}

// TestHeavyHolds: a family of means, each of 100 samples one in a few hundred of which is
// a thousand times the others, beside means of 1,000 others. Of faithful repetitions at
// most 5 % have a "differs"; by the spread of samples alone nearly all would.
func TestHeavyHolds(t *testing.T) {
	const families, cells, samples, published = 100, 8, 100, 1000
	r := rand.New(rand.NewPCG(1, 2))
	mean := func(n int, rate float64) (all []float64) {
		for range n {
			x := 10 + r.NormFloat64()
			if r.Float64() < rate {
				x += 10_000 * r.Float64()
			}
			all = append(all, x)
		}
		return all
	}
	wrong, wrongByNormal := 0, 0
	for range families {
		var held, normal []Agreement
		for c := range cells {
			rate := 0.0005 * float64(1+c)
			theirs, ours := Mean(mean(published, rate)), mean(samples, rate)
			h := Heavy{ours, 10_000}
			held = append(held, CompareHeavy(theirs, published, h, 0.05))
			normal = append(normal, CompareMean(theirs, h.se()*math.Sqrt(float64(samples)/published), h.mean(), h.se(), 0.05))
		}
		wrong += anyDiffers(held)
		wrongByNormal += anyDiffers(normal)
	}
	if wrong > families/20 {
		t.Errorf("%d of %d faithful repetitions differ", wrong, families)
	}
	if wrongByNormal < families/2 {
		t.Errorf("by the normal approximation only %d of %d differ: the test is too easy", wrongByNormal, families)
	}
	// It can tell: a mean that is twice as large, without large samples.
	ours := mean(samples, 0)
	if a := CompareHeavy(20, published, Heavy{ours, 30}, 0.05); a.Verdict != Differs {
		t.Errorf("%+v", a)
	}
}

// TestFaithfulShares: families of 200 shares, of few games and many, near 0, ½ and 1,
// played again. At most 5 % of the families have a "differs".
func TestFaithfulShares(t *testing.T) {
	const families, cells = 400, 200
	r := rand.New(rand.NewPCG(3, 4))
	wins := func(games int, p float64) (n int) {
		for range games {
			if r.Float64() < p {
				n++
			}
		}
		return n
	}
	wrong, doubt := 0, 0
	for range families {
		var family []Agreement
		for c := range cells {
			p := []float64{0.5, 0.99, 0.02, 0.6}[c%4]
			theirs, ours := []int{31, 300, 100}[c%3], []int{20, 300, 100}[c%3]
			published := math.Round(1000*float64(wins(theirs, p))/float64(theirs)) / 1000
			family = append(family, CompareShare(Published{Share: published, N: theirs, Rounding: 0.0005}, wins(ours, p), ours, 0.05))
		}
		wrong += anyDiffers(family)
		for _, a := range JudgeTogether(family, 0.05) {
			if a.Verdict == InDoubt {
				doubt++
			}
		}
	}
	if wrong > families/20 {
		t.Errorf("%d of %d faithful repetitions differ", wrong, families)
	}
	if share := float64(doubt) / (families * cells); share > 0.06 || share < 0.01 {
		t.Errorf("%.1f %% are in doubt", 100*share)
	}
}

func anyDiffers(family []Agreement) int {
	for _, a := range JudgeTogether(family, 0.05) {
		if a.Verdict == Differs {
			return 1
		}
	}
	return 0
}
