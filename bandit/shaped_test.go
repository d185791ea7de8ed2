package bandit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// read makes a policy from a spec.
func read(t testing.TB, text string) Policy {
	t.Helper()
	made, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return made.(Policy)
}

// TestShapesOfTheThesis: α = 1/K is UCBAlpha1 and α = e/(2*K) is UCBAlpha2, bit by bit;
// a formula without variables is the number.
func TestShapesOfTheThesis(t *testing.T) {
	for text, same := range map[string]Explorer{
		"ucb:alpha=1/K": UCBAlpha1{}, "ucb:alpha=K^-1": UCBAlpha1{}, "ucb:alpha=1/K*(1+d)^0": UCBAlpha1{},
		"ucb:alpha=e/(2*K)": UCBAlpha2{}, "ucb:alpha=e/2/K": UCBAlpha2{}, "ucb:alpha=1+0.5": UCB{1.5},
	} {
		shaped := read(t, text).(Explorer)
		for total := 1; total < 100_000; total += 1 + total/50 {
			for k := 1; k < 700; k++ {
				c := Context{Total: total, K: k, Depth: k % 80, Own: k%2 == 0}
				if a, b := shaped.Exploration(c), same.Exploration(c); math.Float64bits(a) != math.Float64bits(b) {
					t.Fatalf("%s explores by %v where K = %d and t = %d, %T by %v", text, a, k, total, same, b)
				}
			}
		}
	}
}

// TestShaped: at every place a policy with formulas is the one with their values there.
func TestShaped(t *testing.T) {
	for text, there := range map[string]func(c Context) Policy{
		"ucb:alpha=0.7*K^-0.8*(1+d)^-0.5": func(c Context) Policy {
			return UCB{0.7 / (math.Pow(float64(c.K), 0.8) * math.Sqrt(1+float64(c.Depth)))}
		},
		"ucb:alpha=own+0.1*d": func(c Context) Policy {
			alpha := 0.1 * float64(c.Depth)
			if c.Own {
				alpha++
			}
			return UCB{alpha}
		},
		"etc:m=1+0.5*K":          func(c Context) Policy { return ETC{int32(math.Round(1 + 0.5*float64(c.K)))} },
		"moss:explore=2/(1+d)":   func(c Context) Policy { return MOSS{2 / (1 + float64(c.Depth))} },
		"kl-ucb:explore=0.1+1/K": func(c Context) Policy { return KLUCB{0, 0.1 + 1/float64(c.K)} },
		"thompson:explore=1+d":   func(c Context) Policy { return Thompson{1, 1, 1 + float64(c.Depth)} },
		"ucb:alpha=1/n":          func(c Context) Policy { return UCB{1 / float64(c.Total)} },
		"moss:explore=1+ln(n)":   func(c Context) Policy { return MOSS{1 + math.Log(float64(c.Total))} },
		"etc:m=1+sqrt(n)/K": func(c Context) Policy {
			return ETC{int32(math.Round(1 + math.Sqrt(float64(c.Total))/float64(c.K)))}
		},
	} {
		shaped := read(t, text)
		rapid.Check(t, func(t *rapid.T) {
			arms, total := randomArms(t)
			c := Context{Total: total, K: len(arms) + rapid.IntRange(0, 600).Draw(t, "hidden"), Depth: rapid.IntRange(0, 90).Draw(t, "depth"), Own: rapid.Bool().Draw(t, "own")}
			got := shaped.Select(arms, c, rand.New(rand.NewPCG(1, 2)))
			want := there(c)
			chosen := want.Select(arms, c, rand.New(rand.NewPCG(1, 2)))
			if got == chosen {
				return
			}
			terms := want.(Teller).Terms(arms, c, rand.New(rand.NewPCG(1, 2)))
			if math.Abs(terms[got].Index-terms[chosen].Index) > 1e-9 { // but for how often it is rounded
				t.Fatalf("%s chooses arm %d, %+v arm %d", text, got, want, chosen)
			}
		})
	}
}

// TestPlacesAllocateNothing once they are known.
func TestPlacesAllocateNothing(t *testing.T) {
	arms := hand()
	for _, text := range []string{"ucb:alpha=0.7*K^-0.8*(1+d)^-0.5", "ucb:alpha=2/(1+ln(n))/K", "etc:m=K", "kl-ucb:explore=1/(1+d)"} {
		p, r := read(t, text), rand.New(rand.NewPCG(1, 2))
		if n := testing.AllocsPerRun(100, func() { p.Select(arms, Context{Total: 13, K: 9, Depth: 3}, r) }); n > 0 {
			t.Errorf("%s allocates %v times a choice", text, n)
		}
	}
}

// layered makes a policy of several.
func layered(t *testing.T, elsewhere, text string) Layered {
	layers, err := ParseLayers(text)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLayered(read(t, elsewhere), layers)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLayered: every policy chooses where it is to, the first of those whose place it is.
func TestLayered(t *testing.T) {
	arms := []Arm{{N: 50, Sum: 30}, {N: 2, Sum: 0}}
	explores, greedy := 1, 0
	below, err := Below(Greedy{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	two, err := NewLayered(UCBSqrt{3}, []Layer{below})
	if err != nil {
		t.Fatal(err)
	}
	several := layered(t, "greedy", "ucb:alpha=9@(d<3)*(K>20)|greedy@d<3|ucb:alpha=9@own")
	for _, c := range []struct {
		policy Layered
		at     Context
		want   int
	}{
		{two, Context{K: 2, Depth: 0}, explores}, {two, Context{K: 2, Depth: 1}, explores},
		{two, Context{K: 2, Depth: 2}, greedy}, {two, Context{K: 900, Depth: 300}, greedy},
		{several, Context{K: 21, Depth: 2}, explores}, {several, Context{K: 20, Depth: 2, Own: true}, greedy},
		{several, Context{K: 21, Depth: 3}, greedy}, {several, Context{K: 2, Depth: 3, Own: true}, explores},
		{several, Context{K: 900, Depth: 1}, explores}, {several, Context{K: 900, Depth: 100, Own: true}, explores},
	} {
		c.at.Total = 52
		if got := c.policy.Select(arms, c.at, nil); got != c.want {
			t.Errorf("at %+v arm %d is chosen", c.at, got)
		}
		if terms := c.policy.Terms(arms, c.at, nil); terms[c.want].Index < terms[1-c.want].Index {
			t.Errorf("at %+v terms are %v", c.at, terms)
		}
	}
	if Bounded(several) || !Bounded(layered(t, "ucb", "ucb-tuned@d<3")) || !Bounded(layered(t, "ucb-tuned", "ucb@d<3")) {
		t.Error("it is bounded if one of them is")
	}
	if n := testing.AllocsPerRun(100, func() { several.Select(arms, Context{Total: 52, K: 20, Depth: 3}, nil) }); n > 0 {
		t.Errorf("it allocates %v times a choice", n)
	}
}

// TestLayerRefusals: what shares no tree, and what cannot be read.
func TestLayerRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"ucb":            `"ucb" does not say where it chooses, as ucb-tuned@d<3 does`,
		"":               "does not say where",
		"usb@d<3":        `did you mean "ucb"?`,
		"ucb@d<":         "it ends where a number",
		"ucb@n<100":      `"n" is none of K, d, own`,
		"ucb@d<3|":       `"" does not say where`,
		"ucb:alpha=-1@d": "alpha=-1",
		"ucb@d<3|exp3@K": "shares no tree with another",
		"puct@d<3":       "shares no tree with another",
	} {
		layers, err := ParseLayers(text)
		if err == nil {
			_, err = NewLayered(Greedy{}, layers)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// BenchmarkShapes: what a choice between 20 arms costs by how α is given.
func BenchmarkShapes(b *testing.B) {
	arms := make([]Arm, 20)
	for i := range arms {
		arms[i] = Arm{N: int32(10 + i), Sum: float64(5 + i/2)}
	}
	for _, text := range []string{"ucb:alpha=0.05", "ucb:alpha=1/K", "ucb:alpha=1/K*(1+d)^-0.5", "ucb:alpha=1/n", "moss:explore=1+1/K", "moss:explore=1+1/n"} {
		b.Run(text, func(b *testing.B) {
			p := read(b, text)
			c := Context{Total: 390, K: 20, Depth: 3}
			for b.Loop() {
				p.Select(arms, c, nil)
			}
		})
	}
}

// TestFarPlaces: where nobody has tried a formula, infinities, what is no number and what is
// out of range do not come into the choice.
func TestFarPlaces(t *testing.T) {
	for _, text := range []string{"ucb:alpha=1/(K-6000)^2", "ucb:alpha=sqrt(5999-K)", "ucb:alpha=1/(d-170)^2", "moss:explore=0.01+1/(d-170)^2", "kl-ucb:explore=0.01+1/(K-6000)^2"} {
		made, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		arms := hand()
		for _, terms := range made.(Teller).Terms(arms, Context{Total: 13, K: 6000, Depth: 170}, rand.New(rand.NewPCG(1, 2))) {
			if math.IsNaN(terms.Index) || math.IsInf(terms.Index, 0) {
				t.Errorf("%s: index %v", text, terms.Index)
			}
		}
	}
}

// BenchmarkReadFormula is what it takes to try a formula at all places.
func BenchmarkReadFormula(b *testing.B) {
	for _, text := range []string{"ucb:alpha=1/K", "ucb:alpha=0.7*K^-0.8*(1+d)^-0.5"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				if _, err := Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestShapeRefusals: formulas that are wrong are refused, and where.
func TestShapeRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"ucb:alpha=1-d":             "is -1 where K = 1, d = 2",
		"ucb:alpha=1/d":             "is +Inf where",
		"ucb:alpha=1/(K-6)^2":       "is +Inf where K = 6",
		"ucb:alpha=1/(d-37)^2":      "is +Inf where K = 1, d = 37",
		"ucb:alpha=(450-K)^.5":      "is NaN where K = 451",
		"moss:explore=1+1/(K-77)^2": "is +Inf where K = 77, d = 0",
		"ucb:alpha=1/J":             `"J" is none of K, d, own, n`,
		"ucb:alpha=2-n":             "own = 0, but must lie between 0 and 1e+06, and n is 3 there",
		"ucb:alpha=":                "must be key=value",
		"ucb-decay:alpha=1/K":       "it must be a number",
		"etc:m=0.1*K":               "must lie between 1",
		"thompson:explore=0/K":      "must lie between",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
