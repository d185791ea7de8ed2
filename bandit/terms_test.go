package bandit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTerms: what a policy tells is what it chooses by, on many random arms, with
// equal random numbers. Policies that draw by probabilities tell those.
func TestTerms(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, entry := range Catalogue {
		made, err := entry.Make(nil)
		if err != nil {
			t.Fatal(err)
		}
		policy, ok := made.(Teller)
		if !ok {
			if _, weighted := made.(Chances); !weighted {
				t.Errorf("%s tells nothing of its choice", entry.Name)
			}
			continue
		}
		for i := range 500 {
			arms, c := make([]Arm, 1+draw.IntN(6)), Context{}
			for k := range arms {
				arms[k].Prior = draw.Float32()
				for range 1 + draw.IntN(12) {
					arms[k].Add(float64(draw.IntN(3)) / 2)
					c.Total++
				}
			}
			c.K = len(arms)
			terms := policy.Terms(arms, c, rand.New(rand.NewPCG(uint64(i), 0)))
			chosen := policy.Select(arms, c, rand.New(rand.NewPCG(uint64(i), 0)))
			best, sum := 0, 0.0
			for k, x := range terms {
				if sum += x.Index; x.Index > terms[best].Index {
					best = k
				}
				if x.Mean != arms[k].Mean() {
					t.Fatalf("%s: the mean is %g, not %g", entry.Name, x.Mean, arms[k].Mean())
				}
			}
			switch {
			case terms[0].Kind == Probability:
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("%s: probabilities sum to %g", entry.Name, sum)
				}
			case entry.Name == "eps-greedy":
			case chosen != best:
				t.Fatalf("%s chooses arm %d of %+v, whose terms are %+v", entry.Name, chosen, arms, terms)
			}
		}
	}
}

// TestChances: a policy draws as often as it tells.
func TestChances(t *testing.T) {
	policy := EXP3{Gamma: 0.2}
	weights := []float64{0, 1, 0.5}
	told := policy.Chances(weights)
	for arm, p := range told {
		counted := 0
		r := rand.New(rand.NewPCG(1, 0))
		for range 20000 {
			if chosen, with := policy.Choose(weights, r); chosen == arm {
				if counted++; math.Abs(with-p) > 1e-12 {
					t.Fatalf("arm %d is drawn with %g, told is %g", arm, with, p)
				}
			}
		}
		if share := float64(counted) / 20000; math.Abs(share-p) > 0.02 {
			t.Errorf("arm %d is drawn with %g, told is %g", arm, share, p)
		}
	}
}
