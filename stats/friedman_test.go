package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Rounding first base (M. Hollander and D. A. Wolfe, 1973, p. 140ff.), the
// example of R's friedman.test: χ² = 11.143, p = 0.003805.
var roundingTimes = [][]float64{
	{5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40},
	{5.90, 5.85, 5.70}, {5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35},
	{5.25, 5.15, 5.00}, {5.85, 5.80, 5.70}, {5.25, 5.20, 5.10}, {5.65, 5.55, 5.45},
	{5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40}, {5.45, 5.55, 5.50},
	{5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
	{5.70, 5.65, 5.55}, {6.30, 6.30, 6.25},
}

func TestFriedman(t *testing.T) {
	f, err := FriedmanTest(roundingTimes)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "χ²", f.Corrected, 11.143, 5e-4)
	within(t, "p", f.P, 0.003805, 5e-7)
	p, exact, err := FriedmanExact(roundingTimes, 0, 0)
	if err != nil || !exact {
		t.Fatal("22 blocks of 3 are not enumerated", err)
	}
	within(t, "the exact p", p, f.P, 0.002)
	// Demšar (2006), section 3.2.2: χ² = 9.28 for 4 classifiers on 14 sets is F = 3.69.
	within(t, "F", imanDavenport(9.28, 14, 4), 3.69, 5e-3)
}

// The tail probabilities of the table in Hollander and Wolfe and many others.
func TestFriedmanExactTable(t *testing.T) {
	for _, c := range []struct {
		chiSquared, p float64
		values        [][]float64
	}{
		{6, 0.028, [][]float64{{3, 2, 1}, {3, 2, 1}, {3, 2, 1}}},
		{8, 0.0046, [][]float64{{3, 2, 1}, {3, 2, 1}, {3, 2, 1}, {3, 2, 1}}},
		{6.5, 0.042, [][]float64{{3, 2, 1}, {3, 2, 1}, {3, 2, 1}, {3, 1, 2}}},
	} {
		f, _ := FriedmanTest(c.values)
		within(t, "χ²", f.Corrected, c.chiSquared, 1e-12)
		p, _, _ := FriedmanExact(c.values, 0, 0)
		within(t, "p", p, c.p, 5e-4)
	}
}

func drawBlocks(t *rapid.T, blocks, treatments int) [][]float64 {
	n, k := rapid.IntRange(1, blocks).Draw(t, "n"), rapid.IntRange(1, treatments).Draw(t, "k")
	values := make([][]float64, n)
	for i := range values {
		for range k {
			values[i] = append(values[i], float64(rapid.IntRange(0, k).Draw(t, "value")))
		}
	}
	return values
}

// slowFriedman tries every order of every block.
func slowFriedman(values [][]float64) float64 {
	ranks, _, _ := blockRanks(values)
	k := len(ranks[0])
	var orders [][]int
	var permute func(done []int)
	permute = func(done []int) {
		if len(done) == k {
			orders = append(orders, slices.Clone(done))
			return
		}
		for j := range k {
			if !slices.Contains(done, j) {
				permute(append(slices.Clone(done), j))
			}
		}
	}
	permute(nil)
	sums := make([]int, k)
	for _, row := range ranks {
		for j, r := range row {
			sums[j] += r
		}
	}
	observed, extreme, all := squares(sums), 0, 0
	var walk func(block int, sums []int)
	walk = func(block int, sums []int) {
		if block == len(ranks) {
			all++
			if squares(sums) >= observed {
				extreme++
			}
			return
		}
		for _, order := range orders {
			next := slices.Clone(sums)
			for j, from := range order {
				next[j] += ranks[block][from]
			}
			walk(block+1, next)
		}
	}
	walk(0, make([]int, k))
	return float64(extreme) / float64(all)
}

func TestFriedmanExactAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := drawBlocks(t, 4, 3)
		p, exact, err := FriedmanExact(values, 0, 0)
		if err != nil || !exact {
			t.Fatal(exact, err)
		}
		within(t, "p", p, slowFriedman(values), 1e-12)
	})
}

// The same blocks by random orders: within four standard deviations, and
// the same for the same seed.
func TestFriedmanSampled(t *testing.T) {
	values := roundingTimes[:8]
	exact, _, _ := FriedmanExact(values, 0, 0)
	ranks, _, _ := blockRanks(values)
	sums := make([]int, 3)
	for _, row := range ranks {
		for j, r := range row {
			sums[j] += r
		}
	}
	const n = 20_000
	sampled := sampleOrders(ranks, squares(sums), n, 1)
	within(t, "the sampled p", sampled, exact, 4*math.Sqrt(exact*(1-exact)/n))
	wide := make([][]float64, 3)
	for i := range wide {
		for j := range 9 {
			wide[i] = append(wide[i], float64(j*(i+1)%9))
		}
	}
	p, enumerated, err := FriedmanExact(wide, 500, 7)
	again, _, _ := FriedmanExact(wide, 500, 7)
	if enumerated || err != nil || p != again || p < 1.0/501 || p > 1 {
		t.Errorf("nine treatments: %g, %v, %v", p, enumerated, err)
	}
}

func TestFriedmanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := drawBlocks(t, 12, 6)
		f, err := FriedmanTest(values)
		if err != nil {
			t.Fatal(err)
		}
		n, k := float64(f.N), float64(f.K)
		sum, ranks := 0.0, f.MeanRanks()
		for _, r := range ranks {
			sum += r
		}
		within(t, "the sum of mean ranks", sum, k*(k+1)/2, 1e-9)
		if !isProbability(f.P) || !isProbability(f.PF) || f.Corrected < f.ChiSquared || f.Corrected > n*(k-1)+1e-9 {
			t.Errorf("%+v", f)
		}
		textbook := -3 * n * (k + 1)
		for _, r := range f.RankSums {
			textbook += 12 * r * r / (n * k * (k + 1))
		}
		within(t, "χ² by the textbook", f.ChiSquared, textbook, 1e-9)
	})
}

func TestFriedmanEdges(t *testing.T) {
	for name, values := range map[string][][]float64{
		"no blocks":     nil,
		"no treatments": {{}, {}},
		"one treatment": {{1}, {2}},
		"all equal":     {{1, 1, 1}, {2, 2, 2}},
	} {
		f, err := FriedmanTest(values)
		if err != nil || f.P != 1 || f.PF != 1 || f.Corrected != 0 {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
		if p, _, err := FriedmanExact(values, 0, 0); p != 1 || err != nil {
			t.Errorf("%s: exact p %g, %v", name, p, err)
		}
	}
	same := [][]float64{{3, 2, 1}, {3, 2, 1}}
	if f, _ := FriedmanTest(same); !math.IsInf(f.F(), 1) || f.PF != 0 {
		t.Errorf("the same order: %+v", f)
	}
	for _, bad := range [][][]float64{{{1, 2}, {1}}, {{1, math.NaN()}}} {
		if _, err := FriedmanTest(bad); err == nil {
			t.Errorf("%v is tested", bad)
		}
		if _, _, err := FriedmanExact(bad, 1, 1); err == nil {
			t.Errorf("%v is tested", bad)
		}
	}
}

// Demšar (2006), table 5a: q/√2 at 0.05 and 0.10 for 2 to 10 classifiers.
func TestNemenyi(t *testing.T) {
	at05 := []float64{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164}
	at10 := []float64{1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920}
	for i := range at05 {
		within(t, "q at 0.05", studentizedRangeQuantile(0.05, i+2)/math.Sqrt2, at05[i], 1.1e-3)
		within(t, "q at 0.10", studentizedRangeQuantile(0.10, i+2)/math.Sqrt2, at10[i], 1.1e-3)
	}
	// Two variables: the range is |X − Y|, normal with variance 2.
	for _, q := range []float64{0.1, 1, 3, 6} {
		within(t, "k = 2", studentizedRange(q, 2), 1-twoSidedP(q/math.Sqrt2), 1e-12)
	}
	// Section 3.2.2 there: 4 classifiers on 14 sets.
	within(t, "the critical difference", NemenyiDifference(4, 14, 0.05), 1.25, 5e-3)
	if !math.IsInf(NemenyiDifference(1, 5, 0.05), 1) || !math.IsInf(NemenyiDifference(3, 0, 0.05), 1) {
		t.Error("nothing can differ, but does")
	}
}
