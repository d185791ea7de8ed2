package lab

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"gambito/bandit"
	"gambito/progress"
	"gambito/stats"
)

// TestLaws compares the means of laws with those of many rewards.
func TestLaws(t *testing.T) {
	const draws = 40000
	for _, law := range []Law{
		Bernoulli(0), Bernoulli(0.3), Bernoulli(1), Constant(0.4),
		Gaussian{0.5, 0.1}, Gaussian{0.9, 0.3}, Gaussian{0, 1}, Gaussian{1, 0.001}, Gaussian{0.2, 1000},
	} {
		sum, squares := 0.0, 0.0
		for n := range uint64(draws) {
			x := law.Reward(mix(n * golden))
			if !(x >= 0 && x <= 1) {
				t.Fatalf("%T%v pays %v", law, law, x)
			}
			sum += x
			squares += x * x
		}
		mean := sum / draws
		sigma := math.Sqrt(max(0, squares/draws-mean*mean) / draws)
		if math.Abs(mean-law.Mean()) > 5*sigma+1e-9 {
			t.Errorf("%T%v has a mean of %v, not %v", law, law, mean, law.Mean())
		}
	}
	if hit(0, 1) != 1 || hit(0, 0) != 0 || hit(math.MaxUint64, 1<<63) != 1 || hit(math.MaxUint64, 1<<63-1) != 0 {
		t.Error("the ends of a Bernoulli law are wrong")
	}
}

func TestParse(t *testing.T) {
	bernoulli, err := ParseLaw("bernoulli")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseProblem("auer:12", bernoulli)
	if err != nil || s.Arms != 10 || s.Random || s.Problem(1, 0).Best() != 0.9 {
		t.Errorf("auer:12 is %+v, %v", s, err)
	}
	s, err = ParseProblem("0.25, 0.75", bernoulli)
	if err != nil || !reflect.DeepEqual(s.Problem(1, 5).Gaps(), []float64{0.5, 0}) {
		t.Errorf("0.25, 0.75 is %+v, %v", s, err)
	}
	for _, bad := range []string{"", "auer:4", "auer:", "auer:x", "uniformly", "0.5,", "0.5,1.5", "-0.1", "NaN", "Inf"} {
		if _, err := ParseProblem(bad, bernoulli); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("problem %q: %v", bad, err)
		}
	}
	for _, bad := range []string{"", "normal", "gaussian", "gaussian:", "gaussian:0", "gaussian:NaN", "gaussian:x", "bernoulli:1"} {
		if _, err := ParseLaw(bad); err == nil {
			t.Errorf("law %q is taken", bad)
		}
	}
	for _, bad := range []int{-1, 0, MaxArms + 1} {
		if _, err := Uniform(bad, MakeBernoulli); err == nil {
			t.Errorf("%d arms are taken", bad)
		}
	}
	gaussian, err := ParseLaw("gaussian:0.2")
	if err != nil {
		t.Fatal(err)
	}
	if s, err = Uniform(3, gaussian); err != nil || s.Problem(1, 0)[2].(Gaussian).Sigma != 0.2 {
		t.Errorf("Gaussian arms: %v", err)
	}
}

func everyPolicy(t *testing.T) []Entrant {
	var entrants []Entrant
	for i := range bandit.Catalogue {
		policy, err := bandit.Catalogue[i].Make(nil)
		if err != nil {
			t.Fatal(err)
		}
		entrants = append(entrants, Entrant{bandit.Catalogue[i].Name, policy})
	}
	return entrants
}

// TestRun lets every policy play: results do not depend on the number of jobs,
// and every policy does better than pulling arms at random.
func TestRun(t *testing.T) {
	source, _ := Uniform(5, MakeBernoulli)
	e := Experiment{Source: source, Entrants: everyPolicy(t), Rounds: Spaced(1000, 3), Problems: 12, Runs: 2, Seed: 7, Jobs: 1}
	done := 0
	first, err := e.Run(context.Background(), func(s progress.Step) { done = s.Done })
	if err != nil || done != e.Units() {
		t.Fatal(done, err)
	}
	e.Jobs = 3
	second, err := e.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	random := 0.0
	for i := range e.Problems {
		for _, gap := range source.Problem(e.Seed, i).Gaps() {
			random += gap * 1000 / 5 / float64(e.Problems)
		}
	}
	for i, c := range first {
		for j, p := range c.Points {
			q := second[i].Points[j]
			if math.IsNaN(p.Bound) && math.IsNaN(q.Bound) {
				p.Bound, q.Bound = 0, 0
			}
			if p != q {
				t.Errorf("%s depends on the number of jobs: %+v and %+v", c.Name, p, q)
			}
		}
		last := c.Points[len(c.Points)-1]
		if last.Round != 1000 || last.Expected.Mean > 0.8*random || last.Optimal.Mean < 0.25 || last.Optimal.Mean > 1 {
			t.Errorf("%s: %+v, at random %.0f", c.Name, last, random)
		}
		if math.Abs(last.Realised.Mean-last.Expected.Mean) > 30 {
			t.Errorf("%s: realised regret %v, expected %v", c.Name, last.Realised, last.Expected)
		}
	}
}

// TestFastAndSlow compares the results of the fast player with the policy's own
// loop, which plays when it is no Explorer to the laboratory.
func TestFastAndSlow(t *testing.T) {
	source, _ := Uniform(30, MakeBernoulli)
	e := Experiment{
		Source: source, Rounds: []int{10, 500, 5000}, Problems: 5, Runs: 1, Seed: 3, Jobs: 2,
		Entrants: []Entrant{{"", bandit.UCB{Alpha: 0.05}}, {"", struct{ bandit.Policy }{bandit.UCB{Alpha: 0.05}}}},
	}
	curves, err := e.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range curves[0].Points {
		if q := curves[1].Points[i]; p.Expected != q.Expected || p.Realised != q.Realised {
			t.Errorf("%+v and %+v", p, q)
		}
	}
}

// TestUCBBound checks that UCB stays below its bounds.
func TestUCBBound(t *testing.T) {
	for _, problem := range []string{"auer:1", "auer:3", "auer:12", "auer:14"} {
		source, err := ParseProblem(problem, MakeBernoulli)
		if err != nil {
			t.Fatal(err)
		}
		e := Experiment{
			Source: source, Rounds: Spaced(20000, 2), Problems: 1, Runs: 20, Seed: 1, Jobs: 2,
			Entrants: []Entrant{{"2", bandit.UCB{Alpha: 2}}, {"1.5", bandit.UCB{Alpha: 1.5}}, {"moss", bandit.MOSS{Explore: 1}}},
		}
		curves, err := e.Run(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range curves {
			for _, p := range c.Points {
				if !(p.Expected.High() <= p.Bound) && p.Round > 1 {
					t.Errorf("%s, %s, round %d: the regret is %v, the bound %v", problem, c.Name, p.Round, p.Expected, p.Bound)
				}
			}
		}
	}
	if b, ok := Bound(bandit.UCB{Alpha: 2}, []float64{0, 0.5}, 100); !ok || math.Abs(b-(16*math.Log(100)+0.5+math.Pi*math.Pi/6)) > 1e-9 {
		t.Errorf("the bound of UCB(2) is %v", b)
	}
	if b, ok := Bound(bandit.UCB{Alpha: 3}, []float64{0, 0.25}, 100); !ok || math.Abs(b-(48*math.Log(100)+1.5)) > 1e-9 {
		t.Errorf("the bound of UCB(3) is %v", b)
	}
	if b, ok := Bound(bandit.MOSS{Explore: 1}, []float64{0, 0.5}, 800); !ok || math.Abs(b-23*2*math.Log(100)/0.5) > 1e-9 {
		t.Errorf("the bound of MOSS is %v", b)
	}
	if _, ok := Bound(bandit.UCBAlpha1{}, []float64{0, 0.5}, 100); ok {
		t.Error("UCB with α = 1/K has a bound")
	}
}

// TestCommonNumbers checks that an arm's n-th pull pays the same for every
// policy: after as many rounds as arms, all have seen the same.
func TestCommonNumbers(t *testing.T) {
	source, _ := Uniform(50, MakeBernoulli)
	e := Experiment{Source: source, Entrants: everyPolicy(t), Rounds: []int{50}, Problems: 3, Runs: 2, Seed: 1, Jobs: 1}
	curves, err := e.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range curves[1:] {
		if _, drawn := e.Entrants[i+1].Policy.(bandit.Weighted); !drawn && c.Points[0].Realised != curves[0].Points[0].Realised {
			t.Errorf("%s has seen other rewards than %s", c.Name, curves[0].Name)
		}
	}
	if a, b := source.Problem(1, 0), source.Problem(1, 0); !reflect.DeepEqual(a, b) {
		t.Error("a problem differs from itself")
	}
	if a, b := source.Problem(1, 0), source.Problem(2, 0); reflect.DeepEqual(a, b) {
		t.Error("problems do not depend on the seed")
	}
}

func TestStops(t *testing.T) {
	source, _ := Uniform(5, MakeBernoulli)
	ctx, cancel := context.WithCancel(context.Background())
	e := Experiment{Source: source, Entrants: everyPolicy(t), Rounds: []int{1000}, Problems: 1000, Runs: 10, Seed: 7, Jobs: 2}
	if _, err := e.Run(ctx, func(s progress.Step) {
		if s.Done > 0 {
			cancel()
		}
	}); err != context.Canceled {
		t.Errorf("a stopped experiment returns %v", err)
	}
	for _, change := range []func(*Experiment){
		func(e *Experiment) { e.Problems = 0 }, func(e *Experiment) { e.Runs = 0 }, func(e *Experiment) { e.Jobs = 0 },
		func(e *Experiment) { e.Rounds = nil }, func(e *Experiment) { e.Rounds = []int{4} }, func(e *Experiment) { e.Rounds = []int{MaxRounds + 1} },
	} {
		bad := e
		change(&bad)
		if _, err := bad.Run(context.Background(), nil); err == nil {
			t.Errorf("%+v is taken", bad.Rounds)
		}
	}
}

func TestSpaced(t *testing.T) {
	if got, want := Spaced(1000, 2), []int{1, 3, 10, 32, 100, 316, 1000}; !reflect.DeepEqual(got, want) {
		t.Errorf("the rounds are %v, not %v", got, want)
	}
	for _, last := range []int{1, 2, 7, 12345} {
		rounds := Spaced(last, 20)
		for i, n := range rounds {
			if i > 0 && n <= rounds[i-1] {
				t.Errorf("%v does not ascend", rounds)
			}
		}
		if rounds[len(rounds)-1] != last {
			t.Errorf("%v does not end at %d", rounds, last)
		}
	}
}

func TestEstimate(t *testing.T) {
	e := estimate([]float64{1, 2, 3, 4})
	if e.Mean != 2.5 || math.Abs(e.Half-stats.Z95*math.Sqrt(5.0/3/4)) > 1e-12 {
		t.Errorf("the estimate is %+v", e)
	}
	if e := estimate([]float64{3}); e.Mean != 3 || !math.IsInf(e.Half, 1) {
		t.Errorf("the estimate of one sample is %+v", e)
	}
	if e := (Estimate{10, 1}); e.Low() != 9 || e.High() != 11 {
		t.Errorf("the interval is %v to %v", e.Low(), e.High())
	}
}
