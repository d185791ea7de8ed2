package lab

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gambito/progress"
	"gambito/stats"
)

// TestTable418 reproduces cells of the published table within four standard
// deviations of a measurement of few problems.
func TestTable418(t *testing.T) {
	published := map[[2]float64]float64{}
	for _, row := range Table418() {
		published[[2]float64{float64(row.Arms), row.Alpha}] = row.Regret
	}
	problems := 100
	chosen := map[int][]float64{2: {0.5, 0.25}, 10: {0.5, 0.25, 0}, 50: {0.125, 0.03125}, 100: {0.0625, 0.015625}}
	if raceDetector {
		problems, chosen = 40, map[int][]float64{10: {0.5}, 100: {0.0625}}
	}
	for arms, alphas := range chosen {
		tuner, err := NewTuner(arms, Settings{Rounds: 100000, Problems: problems, Runs: 1, Seed: 1, Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		cells, err := tuner.Measure(context.Background(), alphas, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cells {
			want := published[[2]float64{float64(arms), c.Alpha}]
			sigma := c.Regret.Half / stats.Z95
			if want == 0 || math.Abs(c.Regret.Mean-want) > 4*sigma || c.Problems != problems {
				t.Errorf("K = %d, α = %v: the regret is %.1f ± %.1f, not %.1f", arms, c.Alpha, c.Regret.Mean, c.Regret.Half, want)
			}
		}
	}
}

func TestInterval(t *testing.T) {
	first := Interval(IntervalHigh, IntervalLow, IntervalCount)
	if want := []float64{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.001953125, 0}; !reflect.DeepEqual(first, want) {
		t.Errorf("the first pass is %v", first)
	}
	for i, row := range Table419()[:10] {
		if got := Interval(0.5, 0.125, 10)[i]; math.Abs(got-row.Alpha) > 1e-9 {
			t.Errorf("the second pass of 2 arms has %v, not %v", got, row.Alpha)
		}
	}
	cells := []Cell{{Alpha: 0.5, Regret: Estimate{Mean: 3}}, {Alpha: 0.25, Regret: Estimate{Mean: 2}}, {Alpha: 0, Regret: Estimate{Mean: 4}}}
	if high, low := Bracket(cells); high != 0.5 || low != 0 {
		t.Errorf("the bracket is %v to %v", high, low)
	}
	if high, low := Bracket(cells[1:]); high != 0.25 || low != 0 {
		t.Errorf("the bracket at an end is %v to %v", high, low)
	}
}

func TestPublished(t *testing.T) {
	if n := len(Table418()); n != 110 {
		t.Errorf("table 4.18 has %d cells", n)
	}
	if n := len(Table419()); n != 110 {
		t.Errorf("table 4.19 has %d cells", n)
	}
	if rows := Table420(); len(rows) != 11 || rows[10] != (PublishedAlpha{100, 0.013671875, 0.0104088991784998}) {
		t.Errorf("table 4.20 is %v", rows)
	}
}

// TestCompare: a regret that a rare problem makes is not told from one that lacks it.
func TestCompare(t *testing.T) {
	samples := make([]float64, 100)
	for i := range samples {
		samples[i] = 9 + 2*float64(i%2)
	}
	cell := func(most float64) Cell {
		return Cell{Problems: len(samples), Regret: estimate(samples), heavy: stats.Heavy{Samples: samples, Most: most}}
	}
	for _, c := range []struct {
		most, published float64
		want            stats.Verdict
	}{{20, 10, stats.Agrees}, {20, 15, stats.Differs}, {5000, 15, stats.TooFew}, {500, 12, stats.Agrees}, {20, 9.2, stats.Differs}} {
		if a := cell(c.most).Compare(c.published); a.Verdict != c.want {
			t.Errorf("at most %g, published %g: %+v", c.most, c.published, a)
		}
	}
}

// TestPrecision stops at an interval, and what it measured is the same as a
// measurement of that many problems.
func TestPrecision(t *testing.T) {
	settings := Settings{Rounds: 500, Problems: 2000, Runs: 1, Seed: 1, Jobs: 2, Precision: 0.1}
	tuner, _ := NewTuner(10, settings)
	last := 0
	cells, err := tuner.Measure(context.Background(), []float64{0.5, 0.01, 0}, func(s progress.Step) {
		if s.Done < last || s.Done > s.Total || s.Total != 3*settings.Problems {
			t.Errorf("progress goes from %d to %+v", last, s)
		}
		last = s.Done
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		if c.Regret.Half > 0.1*c.Regret.Mean || c.Problems == settings.Problems || c.Problems%batch != 0 {
			t.Errorf("α = %v: %+v after %d problems", c.Alpha, c.Regret, c.Problems)
		}
		settings := settings
		settings.Problems, settings.Precision, settings.Jobs = c.Problems, 0, 1
		other, _ := NewTuner(10, settings)
		again, err := other.Measure(context.Background(), []float64{c.Alpha}, nil)
		if err != nil || again[0].Regret != c.Regret {
			t.Errorf("α = %v: %+v and %+v", c.Alpha, c.Regret, again[0].Regret)
		}
	}
	if e := tuner.excess(0.5, 0); e.Low() <= 0 || e.Mean > cells[0].Regret.Mean {
		t.Errorf("the regret of α = ½ exceeds that of 0 by %+v", e)
	}
	if low, high := tuner.tied(0.01, cells); low > 0.01 || high < 0.01 || high == 0.5 {
		t.Errorf("as good as 0.01 are %v to %v", low, high)
	}
}

// TestStudy looks where it should and does not depend on the number of jobs.
func TestStudy(t *testing.T) {
	s := Study{Settings: Settings{Rounds: 300, Problems: 20, Runs: 1, Seed: 1, Jobs: 1}, Arms: []int{3, 10}}
	var last progress.Step
	rows, err := s.Run(context.Background(), func(s progress.Step) { last = s })
	if err != nil || len(rows) != 2 || last != (progress.Step{What: problems, Done: s.Units(), Total: s.Units()}) {
		t.Fatal(rows, err, last, s.Units())
	}
	high, low := Bracket(rows[1].First)
	if second := rows[1].Second; second[0].Alpha != high || second[len(second)-1].Alpha != low {
		t.Errorf("the second pass is %v, not between %v and %v", second, high, low)
	}
	if !math.IsNaN(rows[0].Published.Alpha) || rows[1].Published.Alpha != 0.1484375 {
		t.Errorf("the published α are %v and %v", rows[0].Published.Alpha, rows[1].Published.Alpha)
	}
	s.Jobs, s.PublishedBrackets = 2, true
	again, err := s.Run(context.Background(), nil)
	if err != nil || !reflect.DeepEqual(again[1].First, rows[1].First) {
		t.Errorf("the first pass depends on the number of jobs: %v", err)
	}
	if second := again[1].Second; second[0].Alpha != 0.5 || second[len(second)-1].Alpha != 0.125 {
		t.Errorf("the published second pass of 10 arms is %v", second)
	}
}

func TestNewTuner(t *testing.T) {
	good := Settings{Rounds: 100, Problems: 1, Runs: 1, Jobs: 1}
	if _, err := NewTuner(5, good); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*Settings){
		func(s *Settings) { s.Rounds = 4 }, func(s *Settings) { s.Problems = 0 }, func(s *Settings) { s.Runs = 0 },
		func(s *Settings) { s.Jobs = 0 }, func(s *Settings) { s.Precision = -1 }, func(s *Settings) { s.Precision = math.NaN() },
	} {
		bad := good
		change(&bad)
		if _, err := NewTuner(5, bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestTemperatures(t *testing.T) {
	a := DefaultAnnealing()
	a.Iterations = 3
	for name, want := range map[string][]float64{
		"geometric":            {100, 90, 81},
		"logarithmic":          {100, 100, 100 * math.Ln2 / math.Log(3)},
		"linear":               {100, 97, 94},
		"linear-power":         {100, 97, 91},
		"arithmetic-geometric": {100, 91, 82.9},
	} {
		for _, a.Cooling = range Coolings {
			if a.Cooling.Name == name {
				break
			}
		}
		a.C, a.N, a.B = 100*math.Ln2, 3, 1
		for i, got := range a.Temperatures() {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Errorf("%s: temperature %d is %v, not %v", name, i+1, got, want[i])
			}
		}
	}
	a.Cooling, a.N = Coolings[2], 110
	if got := a.Temperatures(); got[2] != 0 {
		t.Errorf("the temperatures are %v", got)
	}
	// Constants that are not given: from T₀, or to zero after the last iteration.
	a.C, a.N = 0, 0
	for i, want := range []float64{0, 100, 200.0 / 3, 100 - math.Pow(100, 1.0/3)} {
		if a.Cooling = Coolings[i]; i > 0 && math.Abs(a.Temperatures()[1]-want) > 1e-9 {
			t.Errorf("%s goes on with %v, not %v", a.Cooling.Name, a.Temperatures()[1], want)
		}
		if last := a.Cooling.next(a, 3, 0); i >= 2 && math.Abs(last) > 1e-9 {
			t.Errorf("%s ends with %v", a.Cooling.Name, last)
		}
	}
}

// TestAnnealEndsWhereItStands checks that annealing answers as algorithm 13 does:
// with where it stands, though it stood somewhere better before.
func TestAnnealEndsWhereItStands(t *testing.T) {
	a := DefaultAnnealing()
	a.Iterations, a.Beta = 12, 0.999 // as hot as can be: it wanders
	passed := false
	for seed := uint64(1); seed <= 5; seed++ {
		tuner, _ := NewTuner(5, Settings{Rounds: 200, Problems: 10, Runs: 1, Seed: seed, Jobs: 1})
		var path []Cell
		end, err := tuner.Anneal(context.Background(), a, nil, func(at Cell) { path = append(path, at) })
		if err != nil || len(path) != a.Iterations+1 {
			t.Fatal(err, len(path))
		}
		if last := path[len(path)-1]; end.Alpha != last.Alpha {
			t.Errorf("it stands at %v and answers %v", last.Alpha, end.Alpha)
		}
		passed = passed || end.Regret.Mean > path[Best(path)].Regret.Mean
	}
	if !passed {
		t.Error("it never passed a better α: the test tells nothing")
	}
}

// TestAnneal finds about the α that a fine grid finds.
func TestAnneal(t *testing.T) {
	settings := Settings{Rounds: 600, Problems: 30, Runs: 1, Seed: 1, Jobs: 2}
	for _, cooling := range Coolings {
		tuner, _ := NewTuner(10, settings)
		a := DefaultAnnealing()
		a.Cooling, a.Iterations, a.Start = cooling, 50, 0.5
		var last progress.Step
		best, err := tuner.Anneal(context.Background(), a, func(s progress.Step) { last = s }, nil)
		if err != nil || last.Done != last.Total || last.Total != settings.Problems*(a.Iterations+1) {
			t.Fatal(err, last)
		}
		grid, err := tuner.Measure(context.Background(), []float64{0.3, 0.25, 0.2, 0.15, 0.1, 0.05}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if least := grid[Best(grid)]; best.Regret.Mean > 1.1*least.Regret.Mean {
			t.Errorf("%s: α = %v has a regret of %v, but α = %v of %v", cooling.Name, best.Alpha, best.Regret, least.Alpha, least.Regret)
		}
		if cooling.Name != "geometric" {
			continue
		}
		other, _ := NewTuner(10, settings)
		other.Jobs = 1
		if again, _ := other.Anneal(context.Background(), a, nil, nil); again.Alpha != best.Alpha || again.Regret != best.Regret {
			t.Errorf("%s depends on the number of jobs", cooling.Name)
		}
	}
	for _, change := range []func(*Annealing){
		func(a *Annealing) { a.Iterations = 0 }, func(a *Annealing) { a.Start = math.NaN() }, func(a *Annealing) { a.Beta = 1 },
		func(a *Annealing) { a.C = -1 }, func(a *Annealing) { a.N = math.Inf(1) }, func(a *Annealing) { a.A = 1 },
		func(a *Annealing) { a.B = 0 }, func(a *Annealing) { a.Step = 2 },
	} {
		bad := DefaultAnnealing()
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestFits(t *testing.T) {
	arms := []int{2, 10, 20, 50, 100}
	var reciprocal, exponential []float64
	for _, k := range arms {
		reciprocal = append(reciprocal, 1.5/float64(k))
		exponential = append(exponential, 0.25*math.Exp(-0.03*float64(k)))
	}
	if f, err := FitReciprocal(arms, reciprocal); err != nil || math.Abs(f.A-1.5) > 1e-9 || f.RMS > 1e-9 {
		t.Errorf("the fit is %+v, %v", f, err)
	}
	if f, err := FitExponential(arms, exponential); err != nil || math.Abs(f.A-0.25) > 1e-6 || math.Abs(f.B+0.03) > 1e-6 || f.RMS > 1e-6 {
		t.Errorf("the fit is %+v, %v", f, err)
	}
	if f, err := LogFitReciprocal(append(arms, 7), append(reciprocal, 0)); err != nil || math.Abs(f.A-1.5) > 1e-9 || f.RMS > 1e-9 {
		t.Errorf("the logarithmic fit is %+v, %v", f, err)
	}
	if f, err := LogFitExponential(arms, exponential); err != nil || math.Abs(f.A-0.25) > 1e-9 || math.Abs(f.B+0.03) > 1e-9 || f.RMS > 1e-9 {
		t.Errorf("the logarithmic fit is %+v, %v", f, err)
	}
	for name, fit := range map[string]func([]int, []float64) (Fit, error){"least squares": FitExponential, "logarithms": LogFitExponential} {
		if _, err := fit(arms[:1], exponential[:1]); err == nil {
			t.Errorf("one point has an exponential fit by %s", name)
		}
	}
	if _, err := LogFitReciprocal(arms[:1], []float64{0}); err == nil {
		t.Error("an α of zero has a logarithm")
	}
	if _, err := FitReciprocal(nil, nil); err == nil {
		t.Error("no point has a fit")
	}
}
