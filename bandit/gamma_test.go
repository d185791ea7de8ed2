package bandit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDirichlet checks means and variances, (K−1)/(K²(αK+1)).
func TestDirichlet(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, alpha := range []float64{0.1, 0.3, 1, 10} {
		const k, draws = 4, 40_000
		sum, squares := 0.0, 0.0
		var shares [k]float64
		for range draws {
			Dirichlet(alpha, shares[:], r)
			if total := shares[0] + shares[1] + shares[2] + shares[3]; math.Abs(total-1) > 1e-9 {
				t.Fatalf("α = %g: shares sum to %g", alpha, total)
			}
			sum += shares[0]
			squares += shares[0] * shares[0]
		}
		mean := sum / draws
		variance, want := squares/draws-mean*mean, (k-1)/(k*k*(alpha*k+1))
		if math.Abs(mean-1.0/k) > 0.01 || math.Abs(variance-want) > 0.05*want {
			t.Errorf("α = %g: mean %.4f, variance %.5f, not %.5f", alpha, mean, variance, want)
		}
	}
}

func TestPUCTFirst(t *testing.T) {
	arms := []Arm{{Prior: 0.64, N: 2, Sum: 1}, {Prior: 0.36}}
	p := PUCT{First: -9, Relative: true, Reduction: 0.5}
	if got := p.first(arms); math.Abs(got-0.1) > 1e-6 {
		t.Errorf("an arm not pulled counts as %g, not 0.5 − 0.5·√0.64", got)
	}
	if got := p.first(arms[1:]); got != -9 {
		t.Errorf("before any pull it counts as %g", got)
	}
}
