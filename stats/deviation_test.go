package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDeviationsOfOneTable: of two sources in one stratum the statistic is Pearson's
// of the 2×3 table but for the factor (N−1)/N, and the residuals are those of
// Haberman with the same factor.
func TestDeviationsOfOneTable(t *testing.T) {
	// Agresti, Categorical Data Analysis, has the formulas; here worked out by hand:
	// rows (30, 10, 20) and (20, 20, 20), columns 50, 30, 40 of 120.
	list := Deviations([][]Results{{{30, 10, 20}, {20, 20, 20}}})
	pearson := 0.0
	for _, o := range [][3]float64{{30, 60, 50}, {10, 60, 30}, {20, 60, 40}, {20, 60, 50}, {20, 60, 30}, {20, 60, 40}} {
		e := o[1] * o[2] / 120
		pearson += (o[0] - e) * (o[0] - e) / e
	}
	for i, d := range list {
		if math.Abs(d.ChiSquared-pearson*119/120) > 1e-9 || d.DF != 2 || d.Games != 60 {
			t.Errorf("source %d: %+v, and Pearson's is %g", i, d, pearson)
		}
		if want := math.Exp(-d.ChiSquared / 2); math.Abs(d.P-want) > 1e-9 { // χ² with two degrees of freedom
			t.Errorf("p is %g, not %g", d.P, want)
		}
		if math.Abs(d.Adjusted-min(1, 2*d.P)) > 1e-9 {
			t.Errorf("adjusted %g of %g", d.Adjusted, d.P)
		}
	}
	draws := (10 - 15.0) / math.Sqrt(15*0.75*60/119)
	if math.Abs(list[0].Residual-draws) > 1e-9 || math.Abs(list[1].Residual+draws) > 1e-9 {
		t.Errorf("residuals %g and %g, not ±%g", list[0].Residual, list[1].Residual, draws)
	}
}

// TestDeviationsOfNothing: where nothing can be compared nobody deviates.
func TestDeviationsOfNothing(t *testing.T) {
	for _, strata := range [][][]Results{
		{{{5, 5, 5}}},                      // one source
		{{{20, 0, 0}, {30, 0, 0}}},         // one outcome
		{{{1, 0, 0}, {0, 0, 1}}},           // too few
		{{{9, 9, 9}, {}}},                  // who has no game
		{{{5, 5, 5}, {}}, {{}, {5, 5, 5}}}, // nobody meets
	} {
		for i, d := range Deviations(strata) {
			if d.DF != 0 || d.P != 1 || d.Adjusted != 1 || d.Residual != 0 {
				t.Errorf("%v: source %d: %+v", strata, i, d)
			}
		}
	}
	if Deviations(nil) != nil {
		t.Error("there are deviations of nothing")
	}
}

// TestDeviationsOfRareOutcomes: what is rare is taken together with what is next to it.
func TestDeviationsOfRareOutcomes(t *testing.T) {
	with := Deviations([][]Results{{{30, 1, 15}, {20, 0, 30}, {25, 0, 25}}})
	without := Deviations([][]Results{{{30, 0, 16}, {20, 0, 30}, {25, 0, 25}}})
	for i := range with {
		if with[i].DF != 1 || with[i] != without[i] {
			t.Errorf("%+v, not %+v", with[i], without[i])
		}
	}
}

// TestDeviationsFindTheOne: of ten sources in twenty strata the one that differs is
// found, also where its sides differ in opposite directions, and under the same
// chances for all p-values are even.
func TestDeviationsFindTheOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	play := func(games int, win, draw float64) (s Results) {
		for range games {
			switch x := r.Float64(); {
			case x < win:
				s.Wins++
			case x < win+draw:
				s.Draws++
			default:
				s.Losses++
			}
		}
		return s
	}
	below, tests, found, alarms := 0, 0, 0, 0
	for trial := range 200 {
		strata := make([][]Results, 20)
		for s := range strata {
			win, draw := 0.3+0.02*float64(s), 0.2
			for i := range 10 {
				shift := 0.0
				if i == 3 && trial%2 == 1 {
					shift = []float64{0.25, -0.25}[s%2]
				}
				strata[s] = append(strata[s], play(10+r.IntN(20), win+shift, draw))
			}
		}
		list := Deviations(strata)
		if trial%2 == 1 {
			if list[3].Adjusted < 0.001 {
				found++
			}
			continue
		}
		for _, d := range list {
			tests++
			if d.P < 0.05 {
				below++
			}
			if d.Adjusted < 0.01 {
				alarms++
			}
		}
	}
	if found < 95 {
		t.Errorf("it is found %d times of 100", found)
	}
	if share := float64(below) / float64(tests); share < 0.03 || share > 0.075 || alarms > 4 {
		t.Errorf("%g of the p-values are below 0.05, %d false alarms", share, alarms)
	}
}
