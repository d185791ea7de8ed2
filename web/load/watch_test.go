package load

import (
	"math"
	"net/url"
	"strings"
	"testing"
)

// TestRatioOf: the interval is Student's, in logarithms, and holds the mean.
func TestRatioOf(t *testing.T) {
	r := ratioOf([]float64{math.Log(0.9), math.Log(1.0), math.Log(1.1)})
	// mean -0.003350, deviation 0.100377, t = 4.302653 with 2 degrees of freedom
	if math.Abs(r.Ratio-0.99666) > 1e-4 || math.Abs(r.Low-0.77672) > 1e-3 || math.Abs(r.High-1.27886) > 1e-3 {
		t.Errorf("the ratio is %+v", r)
	}
	if same := ratioOf([]float64{0.1, 0.1}); same.Low != same.Ratio || same.High != same.Ratio {
		t.Errorf("of equal ratios the interval is %+v", same)
	}
}

// TestRandomRun: as many games are planned as are wanted, or a few more.
func TestRandomRun(t *testing.T) {
	for _, games := range []int{1, 12, 1000, 1_000_000} {
		if all := pairs(games) * 6; all < games || all > games+12 || pairs(games)%2 != 0 {
			t.Errorf("%d games are planned as %d", games, all)
		}
	}
	kinds := map[string]bool{}
	for _, q := range pageQueries(1000) {
		values, err := url.ParseQuery(q)
		if err != nil {
			t.Fatal(err)
		}
		for key := range values {
			kinds[key] = true
		}
	}
	if len(kinds) < 7 {
		t.Errorf("pages are asked for by %v alone", kinds)
	}
	if !strings.Contains(randomRun("x", 60), "games-per-pair: 10\n") {
		t.Error(randomRun("x", 60))
	}
}
