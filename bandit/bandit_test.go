package bandit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// hand are three arms whose indices are computed by hand in TestIndices:
// means ½, ¾ and 1, variances ¼, 3/16 and 0.
func hand() []Arm {
	return []Arm{
		{N: 8, Sum: 4, SumSq: 4, Prior: 0.5},
		{N: 4, Sum: 3, SumSq: 3, Prior: 0.25},
		{N: 1, Sum: 1, SumSq: 1, Prior: 0.25},
	}
}

// TestIndices compares indices with ones computed by hand, with ln t = 2.
func TestIndices(t *testing.T) {
	const logT = 2.0
	arms := hand()
	indices := func(index func(a *Arm) float64) (x [3]float64) {
		for i := range x {
			x[i] = index(&arms[i])
		}
		return x
	}
	for _, c := range []struct {
		name string
		got  [3]float64
		want [3]float64
	}{
		{"ucb α=2", indices(func(a *Arm) float64 { return UCBIndex(a, 2*logT) }), [3]float64{0.5 + math.Sqrt(0.5), 0.75 + 1, 1 + 2}},
		{"ucb-tuned", indices(func(a *Arm) float64 { return UCBTuned{0.25}.index(a, logT) }), [3]float64{0.5 + 0.25, 0.75 + math.Sqrt(0.125), 1 + math.Sqrt(0.5)}},
		{"ucb-v ζ=1 c=1", indices(func(a *Arm) float64 { return UCBV{1, 1}.index(a, logT) }), [3]float64{0.5 + math.Sqrt(0.125) + 0.75, 0.75 + math.Sqrt(0.1875) + 1.5, 1 + 0 + 6}},
		{"ucb-v ζ=½ c=⅓", indices(func(a *Arm) float64 { return UCBV{0.5, 1.0 / 3}.index(a, logT) }), [3]float64{0.5 + 0.25 + 0.125, 0.75 + math.Sqrt(0.09375) + 0.25, 1 + 0 + 1}},
		{"ucb-minimal c=2", indices(UCBMinimal{2}.index), [3]float64{0.75, 1.25, 3}},
		{"moss t/K=4", indices(func(a *Arm) float64 { return MOSS{1}.index(a, 4) }), [3]float64{0.5, 0.75, 1 + math.Sqrt(math.Log(4))}},
		{"ucb-variance α=2", indices(func(a *Arm) float64 { return UCBVariance{2}.index(a, 2*logT) }), [3]float64{0.5 + math.Sqrt(0.5), 0.75 + math.Sqrt(0.8), 1 + math.Sqrt(4*0.125*4)}},
		{"omc", indices(func(a *Arm) float64 { return OMC{}.index(a, 1) }), [3]float64{math.Erfc(2) / 8, math.Erfc(0.25/math.Sqrt(0.1)) / 4, 1}},
		{"pbbm", indices(func(a *Arm) float64 { return PBBM{2.4}.urgency(a, &arms[2]) }), [3]float64{math.Exp(-2.4 * 0.5 / math.Sqrt(2*(0.125+0.03125))), math.Exp(-2.4 * 0.25 / math.Sqrt(2*(0.125+0.05))), 1}},
		{"puct c=2", indices(func(a *Arm) float64 { return puctIndex(a, 0, 2*3) }), [3]float64{0.5 + 6*0.5/9, 0.75 + 6*0.25/5, 1 + 6*0.25/2}},
	} {
		for i := range c.want {
			if math.Abs(c.got[i]-c.want[i]) > 1e-9 {
				t.Errorf("%s: the index of arm %d is %v, not %v", c.name, i, c.got[i], c.want[i])
			}
		}
	}
	// An arm that always paid nothing: d(0, q) = −ln(1−q), so q = 1 − e^(−2/T).
	if got, want := (KLUCB{}).index(&Arm{N: 4}, 2), 1-math.Exp(-0.5); math.Abs(got-want) > 1e-9 {
		t.Errorf("kl-ucb: the index is %v, not %v", got, want)
	}
	if got, want := (KLUCB{3, 1}).budget(8), math.Log(8)+3*math.Log(math.Log(8)); got != want {
		t.Errorf("kl-ucb: the budget is %v, not %v", got, want)
	}
	if got := (UCBDecay{2, 0.5, 100}).alpha(200); math.Abs(got-(0.5+1.5/4)) > 1e-12 {
		t.Errorf("ucb-decay: α(200) is %v", got)
	}
	if got, want := (UCBExp{0.2, -0.1}).Exploration(Context{Total: 8, K: 10}), 0.2/math.E*math.Log(8); math.Abs(got-want) > 1e-12 {
		t.Errorf("ucb-exp: the exploration is %v, not %v", got, want)
	}
	if got := (UCBSqrt{3}).Exploration(Context{Total: 16, K: 10}); got != 12 {
		t.Errorf("ucb-sqrt: the exploration is %v", got)
	}
}

// textbook has the formulas once more, as slowly as they are printed.
var textbook = map[string]func(arms []Arm, i int, t, k float64, v []float64) float64{
	"greedy": func(arms []Arm, i int, _, _ float64, _ []float64) float64 { return mean(arms, i) },
	"ucb": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		return mean(arms, i) + math.Sqrt(v[0]*math.Log(t)/pulls(arms, i))
	},
	"ucb-tuned": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		vi := arms[i].SumSq/pulls(arms, i) - math.Pow(mean(arms, i), 2) + math.Sqrt(2*math.Log(t)/pulls(arms, i))
		return mean(arms, i) + math.Sqrt(math.Log(t)/pulls(arms, i)*math.Min(v[0], vi))
	},
	"ucb-v": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		sigma2 := math.Max(0, arms[i].SumSq/pulls(arms, i)-math.Pow(mean(arms, i), 2))
		return mean(arms, i) + math.Sqrt(2*sigma2*v[0]*math.Log(t)/pulls(arms, i)) + v[1]*3*v[0]*math.Log(t)/pulls(arms, i)
	},
	"ucb-minimal": func(arms []Arm, i int, _, _ float64, v []float64) float64 { return mean(arms, i) + v[0]/pulls(arms, i) },
	"moss": func(arms []Arm, i int, t, k float64, v []float64) float64 {
		return mean(arms, i) + math.Sqrt(v[0]*math.Max(math.Log(t/(k*pulls(arms, i))), 0)/pulls(arms, i))
	},
	"ucb-alpha1": func(arms []Arm, i int, t, k float64, _ []float64) float64 {
		return mean(arms, i) + math.Sqrt(math.Log(t)/(k*pulls(arms, i)))
	},
	"ucb-alpha2": func(arms []Arm, i int, t, k float64, _ []float64) float64 {
		return mean(arms, i) + math.Sqrt(math.E*math.Log(t)/(2*k*pulls(arms, i)))
	},
	"ucb-sqrt": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		return mean(arms, i) + math.Sqrt(v[0]*math.Sqrt(t)/pulls(arms, i))
	},
	"ucb-exp": func(arms []Arm, i int, t, k float64, v []float64) float64 {
		return mean(arms, i) + math.Sqrt(v[0]*math.Exp(v[1]*k)*math.Log(t)/pulls(arms, i))
	},
	"ucb-decay": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		alpha := v[1] + (v[0]-v[1])*math.Pow(2, -t/v[2])
		return mean(arms, i) + math.Sqrt(alpha*math.Log(t)/pulls(arms, i))
	},
	"ucb-variance": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		return mean(arms, i) + math.Sqrt(4*cautious(arms, i)*v[0]*math.Log(t)/pulls(arms, i))
	},
	"omc": func(arms []Arm, i int, t, _ float64, _ []float64) float64 {
		best, sum := 0.0, 0.0
		for j := range arms {
			best = math.Max(best, mean(arms, j))
		}
		u := func(j int) float64 {
			return math.Erfc((best - mean(arms, j)) / (math.Sqrt2 * math.Sqrt(cautious(arms, j)/pulls(arms, j))))
		}
		for j := range arms {
			sum += u(j)
		}
		return u(i) * t / (pulls(arms, i) * sum)
	},
	"kl-ucb": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		// The divergence is convex in q: walk down from 1 by ever finer steps.
		fits := func(q float64) bool {
			p := mean(arms, i)
			return pulls(arms, i)*(entropyTerm(p, q)+entropyTerm(1-p, 1-q)) <= v[1]*(math.Log(t)+v[0]*math.Log(math.Log(t)))
		}
		q := 1.0
		for step := 0.1; step > 1e-11; step /= 10 {
			for q-step > mean(arms, i) && !fits(q-step) {
				q -= step
			}
		}
		return q
	},
	"puct": func(arms []Arm, i int, t, _ float64, v []float64) float64 {
		return mean(arms, i) + v[0]*float64(arms[i].Prior)*math.Sqrt(t)/(1+pulls(arms, i))
	},
}

func mean(arms []Arm, i int) float64  { return arms[i].Sum / float64(arms[i].N) }
func pulls(arms []Arm, i int) float64 { return float64(arms[i].N) }

func cautious(arms []Arm, i int) float64 {
	squares := arms[i].SumSq - arms[i].Sum*arms[i].Sum/pulls(arms, i)
	return (math.Max(0, squares) + 0.25) / (pulls(arms, i) + 1)
}

func entropyTerm(p, q float64) float64 {
	if p <= 0 {
		return 0
	}
	return p * math.Log(p/q)
}

// randomArms draws arms that have been pulled, with rewards between 0 and 1.
func randomArms(t *rapid.T) ([]Arm, int) {
	arms := make([]Arm, rapid.IntRange(1, 12).Draw(t, "arms"))
	total := rapid.IntRange(0, 3).Draw(t, "pulls of none")
	binary := rapid.Bool().Draw(t, "binary")
	for i := range arms {
		arms[i].Prior = float32(rapid.IntRange(0, 4).Draw(t, "prior")) / 4
		for range rapid.IntRange(1, 20).Draw(t, "pulls") {
			x := rapid.Float64Range(0, 1).Draw(t, "reward")
			if binary {
				x = math.Round(x)
			}
			arms[i].Add(x)
			total++
		}
	}
	return arms, max(total, 3) // ln ln t needs more than e
}

// TestTextbook compares every policy that has an index with its formula: the
// arm it selects has the greatest index, and no arm before it an equal one.
func TestTextbook(t *testing.T) {
	for i := range Catalogue {
		e := &Catalogue[i]
		index := textbook[e.Name]
		if index == nil {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				arms, total := randomArms(t)
				values, list := map[string]float64{}, []float64{}
				for _, p := range e.Parameters {
					if p.Name != "first" && rapid.Bool().Draw(t, "given") {
						values[p.Name] = rapid.Float64Range(p.Min, min(p.Max, p.Min+9)).Draw(t, p.Name)
						list = append(list, values[p.Name])
						continue
					}
					list = append(list, p.Number())
				}
				made, err := e.Make(values)
				if err != nil {
					t.Fatal(err)
				}
				k := len(arms) + rapid.IntRange(0, 30).Draw(t, "out of sight")
				got := made.(Policy).Select(arms, Context{Total: total, K: k}, nil)
				for j := range arms {
					x, y := index(arms, got, float64(total), float64(k), list), index(arms, j, float64(total), float64(k), list)
					if y > x+1e-9*math.Max(1, math.Abs(x)) || j < got && arms[j] == arms[got] {
						t.Fatalf("arm %d of index %v is selected, not %d of %v: %+v", got, x, j, y, arms)
					}
				}
			})
		})
	}
}

// TestEveryPolicy checks the laws that hold for all: an arm in range, always,
// also when few have been pulled or rewards are extreme; no allocation.
func TestEveryPolicy(t *testing.T) {
	for i := range Catalogue {
		e := &Catalogue[i]
		t.Run(e.Name, func(t *testing.T) {
			made, err := e.Make(nil)
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				arms, total := randomArms(t)
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
				weights := make([]float64, len(arms))
				for range 5 {
					if arm := pull(made, arms, weights, total, r); arm < 0 || arm >= len(arms) {
						t.Fatalf("arm %d of %d", arm, len(arms))
					}
				}
			})
			arms, weights := hand(), make([]float64, 3)
			r := rand.New(rand.NewPCG(1, 0))
			if n := testing.AllocsPerRun(100, func() { pull(made, arms, weights, 13, r) }); n != 0 {
				t.Errorf("a selection allocates %v times", n)
			}
		})
	}
}

// pull selects an arm and lets it pay 1.
func pull(policy any, arms []Arm, weights []float64, total int, r *rand.Rand) int {
	if p, ok := policy.(Weighted); ok {
		arm, probability := p.Choose(weights, r)
		p.Learn(weights, arm, probability, 1)
		return arm
	}
	return policy.(Policy).Select(arms, Context{Total: total, K: len(arms)}, r)
}

func TestExtremeCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, e := range Catalogue {
		made, err := e.Make(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := made.(Policy)
		if !ok {
			continue
		}
		for _, arms := range [][]Arm{
			{{N: 1}},
			{{N: 1}, {N: 1}},
			{{N: math.MaxInt32}, {N: 1, Sum: 1, SumSq: 1}},
			{{N: math.MaxInt32, Sum: math.MaxInt32, SumSq: math.MaxInt32}, {N: 1}},
			{{N: 5, Sum: -5, SumSq: 5}, {N: 5, Sum: 5, SumSq: 5}},
		} {
			for _, total := range []int{1, 2, math.MaxInt32} {
				if arm := p.Select(arms, Context{Total: total, K: len(arms)}, r); arm < 0 || arm >= len(arms) {
					t.Errorf("%s selects arm %d of %d", e.Name, arm, len(arms))
				}
			}
		}
	}
}

// TestExplorers checks the laws of Explorer: selection by that formula, and
// exploration that never falls.
func TestExplorers(t *testing.T) {
	found := 0
	for _, e := range Catalogue {
		made, _ := e.Make(nil)
		p, ok := made.(Explorer)
		if !ok {
			continue
		}
		found++
		last := math.Inf(-1)
		for total := 1; total < 5000; total++ {
			x := p.Exploration(Context{Total: total, K: 7})
			if x < last {
				t.Fatalf("%s: the exploration falls at %d", e.Name, total)
			}
			last = x
		}
		rapid.Check(t, func(t *rapid.T) {
			arms, total := randomArms(t)
			best, x := 0, math.Inf(-1)
			for i, a := range arms {
				if y := a.Sum/float64(a.N) + math.Sqrt(p.Exploration(Context{Total: total, K: len(arms)})/float64(a.N)); y > x {
					best, x = i, y
				}
			}
			if got := p.Select(arms, Context{Total: total, K: len(arms)}, nil); got != best {
				t.Fatalf("%s selects %d, not %d", e.Name, got, best)
			}
		})
	}
	if found != 5 {
		t.Errorf("%d explorers", found)
	}
}

func TestETC(t *testing.T) {
	arms := []Arm{{N: 1}, {N: 1}, {N: 1, Sum: 1}}
	var got []int
	for range 8 {
		i := ETC{M: 3}.Select(arms, Context{K: len(arms)}, nil)
		got = append(got, i)
		arms[i].Add(float64(i / 2))
	}
	for i, want := range []int{0, 1, 2, 0, 1, 2, 2, 2} {
		if got[i] != want {
			t.Fatalf("the arms are %v", got)
		}
	}
}

// TestFrequencies compares policies that draw with the probabilities they
// promise, within five standard deviations.
func TestFrequencies(t *testing.T) {
	const draws = 20000
	r := rand.New(rand.NewPCG(1, 0))
	arms, weights := hand(), []float64{0, 1, 2}
	near := func(name string, count int, p float64) {
		t.Helper()
		if math.Abs(float64(count)-draws*p) > 5*math.Sqrt(draws*p*(1-p)) {
			t.Errorf("%s: %d of %d draws, not %.0f", name, count, draws, draws*p)
		}
	}
	var epsilon, pbbm, exp3 [3]int
	for range draws {
		epsilon[EpsilonGreedy{0.3}.Select(arms, Context{Total: 13, K: len(arms)}, r)]++
		pbbm[PBBM{2.4}.Select(arms, Context{Total: 13, K: len(arms)}, r)]++
		i, p := EXP3{0.3}.Choose(weights, r)
		exp3[i]++
		want := 0.7*math.Exp(weights[i])/(1+math.E+math.E*math.E) + 0.1
		if math.Abs(p-want) > 1e-12 {
			t.Fatalf("exp3: the probability is %v, not %v", p, want)
		}
	}
	near("eps-greedy", epsilon[2], 0.8)
	near("eps-greedy", epsilon[0], 0.1)
	sum := 0.0
	for i := range arms {
		sum += PBBM{2.4}.urgency(&arms[i], &arms[2])
	}
	for i := range arms {
		near("pbbm", pbbm[i], PBBM{2.4}.urgency(&arms[i], &arms[2])/sum)
		near("exp3", exp3[i], 0.7*math.Exp(weights[i])/(1+math.E+math.E*math.E)+0.1)
	}
	// Thompson against a uniform arm and one of known probability ½: draws
	// above ½ are as likely as below.
	count := 0
	for range draws {
		count += Thompson{1, 1, 1}.Select([]Arm{{N: 2000000, Sum: 1000000}, {}}, Context{K: 2}, r)
	}
	near("thompson", count, 0.5)
}

func TestBetaMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, c := range [][2]float64{{1, 1}, {0.5, 0.5}, {0.01, 2}, {3, 7}, {200, 1}} {
		const draws = 40000
		sum, squares := 0.0, 0.0
		for range draws {
			x := beta(c[0], c[1], r)
			if !(x >= 0 && x <= 1) {
				t.Fatalf("Beta%v gives %v", c, x)
			}
			sum += x
			squares += x * x
		}
		mean := c[0] / (c[0] + c[1])
		variance := mean * (1 - mean) / (c[0] + c[1] + 1)
		if math.Abs(sum/draws-mean) > 5*math.Sqrt(variance/draws) {
			t.Errorf("Beta%v has a mean of %v, not %v", c, sum/draws, mean)
		}
		if got := squares/draws - math.Pow(sum/draws, 2); math.Abs(got-variance) > 0.05*variance+1e-4 {
			t.Errorf("Beta%v has a variance of %v, not %v", c, got, variance)
		}
	}
}

func TestEXP3Learns(t *testing.T) {
	weights := make([]float64, 4)
	EXP3{0.2}.Learn(weights, 2, 0.25, 0.5)
	if weights[2] != 0.2*0.5/0.25/4 || weights[0] != 0 {
		t.Errorf("the weights are %v", weights)
	}
	// Weights far apart neither overflow nor lose the uniform share.
	r := rand.New(rand.NewPCG(1, 0))
	weights = []float64{0, 5000, -5000}
	if i, p := (EXP3{0.2}).Choose(weights, r); p < 0.2/3-1e-12 || p > 1 || i < 0 || i > 2 {
		t.Errorf("arm %d with probability %v", i, p)
	}
}

// TestRegretMatching: regrets by hand, chances by hand, and that two who match regrets at a
// game of matching pennies with unequal stakes come to its equilibrium on average.
func TestRegretMatching(t *testing.T) {
	p := RegretMatching{0.2}
	weights := make([]float64, 4)
	p.Learn(weights, 2, 0.25, 1)
	if want := []float64{-0.5, -0.5, 1.5, -0.5}; !slices.Equal(weights, want) {
		t.Errorf("the regrets are %v, not %v", weights, want)
	}
	for i, want := range []float64{0.05, 0.8*0.75 + 0.05, 0.8*0.25 + 0.05, 0.05} {
		if got := p.Chances([]float64{-3, 3, 1, 0})[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("arm %d has the chance %g, not %g", i, got, want)
		}
	}
	r := rand.New(rand.NewPCG(1, 0))
	pays := [2][2]float64{{1, 0.25}, {0.25, 0.5}} // the equilibrium is a quarter and three quarters
	var regrets [2][]float64
	regrets[0], regrets[1] = make([]float64, 2), make([]float64, 2)
	counts := [2]float64{}
	const rounds = 200_000
	small := RegretMatching{0.05}
	for range rounds {
		a, pa := small.Choose(regrets[0], r)
		b, pb := small.Choose(regrets[1], r)
		small.Learn(regrets[0], a, pa, pays[a][b])
		small.Learn(regrets[1], b, pb, 1-pays[a][b])
		if a == 0 {
			counts[0]++
		}
		if b == 0 {
			counts[1]++
		}
	}
	for p, n := range counts {
		if share := (n/rounds - 0.025) / 0.95; math.Abs(share-0.25) > 0.03 {
			t.Errorf("player %d takes its first arm in %.3f of all cases", p, share)
		}
	}
}

func TestMake(t *testing.T) {
	for _, e := range Catalogue {
		if e.Help == "" || e.Index == "" || Find(e.Name).Name != e.Name {
			t.Errorf("%s is not described", e.Name)
		}
		for _, p := range e.Parameters {
			if p.Help == "" || !(p.Min <= p.Number() && p.Number() <= p.Max) {
				t.Errorf("%s: parameter %+v", e.Name, p)
			}
			for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), p.Min - 1, p.Max + math.Max(1, p.Max)} {
				if _, err := e.Make(map[string]float64{p.Name: bad}); err == nil || !strings.Contains(err.Error(), p.Name) {
					t.Errorf("%s takes %s=%v: %v", e.Name, p.Name, bad, err)
				}
			}
		}
		if _, err := e.Make(map[string]float64{"nonsense": 1}); err == nil {
			t.Errorf("%s takes nonsense", e.Name)
		}
	}
	for _, c := range []struct {
		name, parameter string
		value           float64
		want            string
	}{
		{"ucb", "alpha", -1, "policy ucb: alpha is -1, but must lie between 0 and 1e+06"},
		{"ucb", "alpha", math.NaN(), "policy ucb: alpha is NaN, but must lie between 0 and 1e+06"},
		{"ucb", "beta", 1, `policy ucb has no parameter "beta"`},
		{"etc", "m", 2.5, "policy etc: m is 2.5, but must be a whole number"},
		{"eps-greedy", "epsilon", 1.5, "policy eps-greedy: epsilon is 1.5, but must lie between 0 and 1"},
	} {
		_, err := Find(c.name).Make(map[string]float64{c.parameter: c.value})
		if err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, not %s", err, c.want)
		}
	}
	if Find("nonsense") != nil {
		t.Error("there is a policy called nonsense")
	}
}

// TestBounded: what a policy says of itself its entry says too.
func TestBounded(t *testing.T) {
	for i := range Catalogue {
		p, err := Catalogue[i].Make(nil)
		if err != nil || Bounded(p) != Catalogue[i].Bounded {
			t.Errorf("%s: %v, %v", Catalogue[i].Name, err, Bounded(p))
		}
	}
}

// TestIndexed checks the law of Indexed on random arms.
func TestIndexed(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	checked := 0
	for i := range Catalogue {
		made, _ := Catalogue[i].Make(nil)
		p, ok := made.(Indexed)
		_, draws := made.(EpsilonGreedy)
		if _, turns := made.(ETC); !ok || draws || turns {
			continue
		}
		checked++
		rapid.Check(t, func(t *rapid.T) {
			arms, total := randomArms(t)
			c := Context{Total: total, K: len(arms)}
			best := 0
			for j := range arms {
				if p.Index(&arms[j], c) > p.Index(&arms[best], c) {
					best = j
				}
			}
			if chosen := p.Select(arms, c, r); p.Index(&arms[chosen], c) < p.Index(&arms[best], c)-1e-9 {
				t.Fatalf("%s: arm %d of %v is chosen, not %d", Catalogue[i].Name, chosen, arms, best)
			}
		})
	}
	if checked < 8 {
		t.Errorf("%d policies have an index", checked)
	}
}
