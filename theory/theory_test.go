package theory

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func parse(t testing.TB, text string) *Game {
	t.Helper()
	g, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func example(t testing.TB, name string) *Game {
	t.Helper()
	text, ok := Example(name)
	if !ok {
		t.Fatalf("there is no example %s", name)
	}
	return parse(t, text)
}

// write is a mixed strategy as text.
func write(x Mixed) string {
	var parts []string
	for _, p := range x {
		parts = append(parts, p.RatString())
	}
	return strings.Join(parts, " ")
}

func randomGame(r *rand.Rand, rows, columns, most int, zero bool) *Game {
	g := &Game{Players: named(rows, columns)}
	for range rows * columns {
		a := big.NewRat(r.Int64N(int64(2*most+1))-int64(most), 1)
		b := new(big.Rat).Neg(a)
		if !zero {
			b = big.NewRat(r.Int64N(int64(2*most+1))-int64(most), 1)
		}
		g.payoffs = append(g.payoffs, a, b)
	}
	return g
}

// TestSolve has values that books print.
func TestSolve(t *testing.T) {
	for _, c := range []struct{ game, value, row, column string }{
		{"3 -1; -2 4", "1", "3/5 2/5", "1/2 1/2"},
		{"1 0; -1 1", "1/3", "2/3 1/3", "1/3 2/3"}, // two thirds and one third
		{"4 1 8; 2 3 4; 0 1 -3", "5/2", "1/4 3/4 0", "1/2 1/2 0"},
		{"0 -1 1; 1 0 -1; -1 1 0", "0", "1/3 1/3 1/3", "1/3 1/3 1/3"},
		{"0 2 -3 0; -2 0 0 3; 3 0 0 -4; 0 -3 4 0", "0", "", ""},
		{"5", "5", "1", "1"},
		{"-7 -7; -7 -7", "-7", "", ""},
		{"1/2 0.25", "1/4", "1", "0 1"},
	} {
		s := Solve(parse(t, c.game).matrix(0))
		if s.Value.RatString() != c.value || c.row != "" && (write(s.Row) != c.row || write(s.Column) != c.column) {
			t.Errorf("%s: value %s by %s and %s", c.game, s.Value.RatString(), write(s.Row), write(s.Column))
		}
	}
}

// TestSaddlePointsAndProgramme: ten thousand random matrices, solved in fractions and in
// floating point, by lines and by looking for saddle points.
func TestSaddlePointsAndProgramme(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	saddles, rounded, drawn := 0, 0, 0
	for n := range 10_000 {
		g := randomGame(r, 1+r.IntN(4), 1+r.IntN(4), 1+r.IntN(9), true)
		a := g.matrix(0)
		s := Solve(a)
		if err := guaranteed(a, s); err != nil {
			t.Fatalf("game %d, %q: %v", n, g.Format(), err)
		}
		low, high := g.SecurityOf(0).Level, new(big.Rat).Neg(g.SecurityOf(1).Level)
		points := g.Pure()
		if (low.Cmp(high) == 0) != (len(points) > 0) || s.Value.Cmp(low) < 0 || s.Value.Cmp(high) > 0 {
			t.Fatalf("game %d, %q: maximin %s, minimax %s, value %s, saddle points %v", n, g.Format(), low, high, s.Value, points)
		}
		for _, i := range points {
			if saddles++; g.PayoffAt(0, i).Cmp(s.Value) != 0 {
				t.Fatalf("game %d, %q: a saddle point of %s, and the value is %s", n, g.Format(), g.PayoffAt(0, i), s.Value)
			}
		}
		if lines, ok := g.Geometric(); ok {
			if drawn++; lines.Best.Value.Cmp(s.Value) != 0 {
				t.Fatalf("game %d, %q: the lines meet at %s, and the value is %s", n, g.Format(), lines.Best.Value, s.Value)
			}
		}
		an, err := Analyse(t.Context(), g, []Method{LinearProgramme}, 1)
		if err != nil {
			t.Fatalf("game %d, %q: %v", n, g.Format(), err)
		}
		if an.Rounded != nil {
			rounded++
		}
	}
	t.Logf("%d saddle points, %d solved in floating point, %d by lines", saddles, rounded, drawn)
	if saddles < 1000 || rounded < 9_900 || drawn < 1000 {
		t.Errorf("only %d saddle points, %d solved in floating point, %d by lines", saddles, rounded, drawn)
	}
}

// guaranteed checks that both strategies guarantee the value, which proves it.
func guaranteed(a [][]*big.Rat, s Solution) error {
	for _, x := range []Mixed{s.Row, s.Column} {
		sum := new(big.Rat)
		for _, p := range x {
			if p.Sign() < 0 {
				return fmt.Errorf("a probability is %s", p)
			}
			sum.Add(sum, p)
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			return fmt.Errorf("probabilities sum to %s", sum)
		}
	}
	for j := range a[0] {
		sum := new(big.Rat)
		for i := range a {
			sum.Add(sum, new(big.Rat).Mul(s.Row[i], a[i][j]))
		}
		if sum.Cmp(s.Value) < 0 {
			return fmt.Errorf("column %d pays %s, less than %s", j, sum, s.Value)
		}
	}
	for i := range a {
		sum := new(big.Rat)
		for j := range a[i] {
			sum.Add(sum, new(big.Rat).Mul(s.Column[j], a[i][j]))
		}
		if sum.Cmp(s.Value) > 0 {
			return fmt.Errorf("row %d pays %s, more than %s", i, sum, s.Value)
		}
	}
	return nil
}

// isEquilibrium checks by the definition: no strategy pays more than the mixture.
func isEquilibrium(g *Game, e Equilibrium) error {
	for p, own := range []Mixed{e.X, e.Y} {
		paid := g.Expected(p, e.X, e.Y)
		if paid.Cmp(e.Payoffs[p]) != 0 {
			return fmt.Errorf("player %d is paid %s, not %s", p, paid, e.Payoffs[p])
		}
		for i := range own {
			both := []Mixed{e.X, e.Y}
			both[p] = Pure(i, len(own))
			if other := g.Expected(p, both...); other.Cmp(paid) > 0 {
				return fmt.Errorf("player %d gains by strategy %d: %s, not %s", p, i, other, paid)
			}
		}
	}
	return nil
}

// TestEquilibria of a thousand random games: each is one by the definition, those of
// Lemke and Howson are among them, there is an odd number unless the game is degenerate,
// and mixtures within a component are equilibria too.
func TestEquilibria(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	several, degenerate := 0, 0
	for n := range 1000 {
		g := randomGame(r, 1+r.IntN(4), 1+r.IntN(4), []int{1, 3, 30}[n%3], false)
		all := g.Equilibria()
		for _, e := range all.Extreme {
			if err := isEquilibrium(g, e); err != nil {
				t.Fatalf("game %d, %q: %v", n, g.Format(), err)
			}
		}
		for label := range g.Size(0) + g.Size(1) {
			end := g.LemkeHowson(label).End
			if !slices.ContainsFunc(all.Extreme, func(e Equilibrium) bool { return e.X.equal(end.X) && e.Y.equal(end.Y) }) {
				t.Fatalf("game %d, %q: Lemke and Howson find %s, %s, which enumeration does not", n, g.Format(), write(end.X), write(end.Y))
			}
		}
		for _, i := range g.Pure() {
			p := g.Profile(i)
			x, y := Pure(p[0], g.Size(0)), Pure(p[1], g.Size(1))
			if !slices.ContainsFunc(all.Extreme, func(e Equilibrium) bool { return e.X.equal(x) && e.Y.equal(y) }) {
				t.Fatalf("game %d, %q: the pure equilibrium %v is missing", n, g.Format(), p)
			}
		}
		single := true
		for _, c := range all.Components {
			single = single && len(c.X) == 1 && len(c.Y) == 1
			e := g.equilibrium(middle(c.X), middle(c.Y))
			if err := isEquilibrium(g, e); err != nil {
				t.Fatalf("game %d, %q: in a component: %v", n, g.Format(), err)
			}
		}
		if !single {
			degenerate++
		}
		if len(all.Extreme) > 1 {
			several++
		}
		if n%3 == 2 && single && len(all.Extreme)%2 == 0 {
			t.Errorf("game %d, %q has %d equilibria: an even number", n, g.Format(), len(all.Extreme))
		}
	}
	if several < 100 || degenerate < 100 {
		t.Errorf("only %d games have several equilibria, and %d are degenerate", several, degenerate)
	}
}

// middle is the mean of mixed strategies.
func middle(list []Mixed) Mixed {
	x := make(Mixed, len(list[0]))
	for i := range x {
		x[i] = new(big.Rat)
		for _, y := range list {
			x[i].Add(x[i], y[i])
		}
		x[i].Quo(x[i], big.NewRat(int64(len(list)), 1))
	}
	return x
}

// TestClassics: what textbooks say of the games that come along.
func TestClassics(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string // x | y
	}{
		{"prisoners-dilemma", []string{"1 0 | 1 0"}},
		{"chicken", []string{"0 1 | 1 0", "1 0 | 0 1", "2/3 1/3 | 2/3 1/3"}},
		{"stag-hunt", []string{"0 1 | 0 1", "1 0 | 1 0", "3/4 1/4 | 3/4 1/4"}},
		{"battle-of-the-sexes", []string{"0 1 | 0 1", "1 0 | 1 0", "3/5 2/5 | 2/5 3/5"}},
		{"hawk-dove", []string{"0 1 | 1 0", "1 0 | 0 1", "1/2 1/2 | 1/2 1/2"}},
		{"matching-pennies", []string{"1/2 1/2 | 1/2 1/2"}},
		{"rock-paper-scissors", []string{"1/3 1/3 1/3 | 1/3 1/3 1/3"}},
		{"shapley", []string{"1/3 1/3 1/3 | 1/3 1/3 1/3"}},
	} {
		var got []string
		for _, e := range example(t, c.name).Equilibria().Extreme {
			got = append(got, write(e.X)+" | "+write(e.Y))
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
	// Morra is degenerate: its solutions are a segment, from 3/7 to 2/5 for the third.
	morra := example(t, "morra").Equilibria()
	if len(morra.Extreme) != 4 || len(morra.Components) != 1 {
		t.Errorf("Morra has %d extreme equilibria in %d components", len(morra.Extreme), len(morra.Components))
	}
	for _, e := range morra.Extreme {
		if text := write(e.X); text != "0 4/7 3/7 0" && text != "0 3/5 2/5 0" {
			t.Error(text)
		}
	}
	if front := example(t, "prisoners-dilemma").Pareto(); !slices.Equal(front, []int{1, 2, 3}) {
		t.Errorf("all but both confessing is on the Pareto front, not %v", front)
	}
}

// TestCorrelated: the one of chicken that pays most is Aumann's, 21/4 each, more than
// any equilibrium on its own.
func TestCorrelated(t *testing.T) {
	c := example(t, "chicken").Correlated()
	if write(c.Probabilities) != "1/2 1/4 1/4 0" || write(c.Payoffs) != "21/4 21/4" {
		t.Errorf("%s pays %s", write(c.Probabilities), write(c.Payoffs))
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		g := randomGame(r, 1+r.IntN(3), 1+r.IntN(3), 9, false)
		c := g.Correlated()
		sum, both := new(big.Rat), new(big.Rat).Add(c.Payoffs[0], c.Payoffs[1])
		for _, p := range c.Probabilities {
			sum.Add(sum, p)
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Fatalf("%q: probabilities sum to %s", g.Format(), sum)
		}
		for _, e := range g.Equilibria().Extreme {
			if new(big.Rat).Add(e.Payoffs[0], e.Payoffs[1]).Cmp(both) > 0 {
				t.Fatalf("%q: an equilibrium pays more than the best correlated one", g.Format())
			}
		}
	}
	three := example(t, "jury").Correlated()
	if write(three.Payoffs) != "1 1 0" && new(big.Rat).Add(three.Payoffs[0], new(big.Rat).Add(three.Payoffs[1], three.Payoffs[2])).RatString() != "2" {
		t.Errorf("three voters are paid %s", write(three.Payoffs))
	}
}

func TestDominance(t *testing.T) {
	d := example(t, "prisoners-dilemma").Strict()
	if len(d.Steps) != 2 || fmt.Sprint(d.Left) != "[[0] [0]]" {
		t.Errorf("%v", d)
	}
	// Only a mixture of the first two rows dominates the third.
	d = parse(t, "3,0 0,0; 0,0 3,0; 1,0 1,0").Strict()
	if len(d.Steps) != 1 || d.Steps[0].Strategy != 2 || write(d.Steps[0].By) != "1/2 1/2 0" {
		t.Errorf("%v", d)
	}
	d = parse(t, "1,1 0,1; 1,0 0,0").Strict()
	if len(d.Steps) != 0 {
		t.Errorf("%v: nothing is dominated strictly", d)
	}
	d = parse(t, "1,1 1,0; 0,0 1,0").Weak()
	if len(d.Steps) != 2 || !d.Steps[0].Weak || fmt.Sprint(d.Left) != "[[0] [0]]" {
		t.Errorf("%v", d)
	}
	// What is eliminated strictly is in no equilibrium.
	r := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		g := randomGame(r, 3, 3, 9, false)
		d := g.Strict()
		for _, e := range g.Equilibria().Extreme {
			for p, x := range []Mixed{e.X, e.Y} {
				for _, i := range x.Support() {
					if !slices.Contains(d.Left[p], i) {
						t.Fatalf("%q: strategy %d of player %d is eliminated and played", g.Format(), i, p)
					}
				}
			}
		}
	}
}

func TestReplies(t *testing.T) {
	if r := example(t, "prisoners-dilemma").Replies(3); r.Cycle != -1 || r.Profiles[len(r.Profiles)-1] != 0 {
		t.Errorf("%v", r)
	}
	if r := example(t, "matching-pennies").Replies(0); r.Cycle < 0 {
		t.Errorf("%v goes round", r)
	}
}

func TestDynamics(t *testing.T) {
	// Hawks and doves come to the mixture only if both are one population: of two the
	// one becomes hawks and the other doves.
	last := func(name string) Round {
		rounds := example(t, name).Floats().replicate()
		return rounds[len(rounds)-1]
	}
	if r := last("hawk-dove"); r.Average[0][0] < 0.99 || r.Average[1][0] > 0.01 || r.Gain > 0.01 {
		t.Errorf("%v", r)
	}
	if r := last("prisoners-dilemma"); r.Average[0][0] < 0.99 {
		t.Errorf("%v", r)
	}
	// In rock, paper, scissors the product of both players' shares stays what it is.
	f := example(t, "rock-paper-scissors").Floats()
	product := func(x [][]float64) float64 {
		p := 1.0
		for _, side := range x {
			for _, s := range side {
				p *= s
			}
		}
		return p
	}
	path := f.Follow(Replicator, f.Start(), f.StepLength(), 2000)
	if a, b := product(path[0]), product(path[2000]); math.Abs(a-b) > 1e-6*a {
		t.Errorf("the product goes from %g to %g", a, b)
	}
}

func TestLearning(t *testing.T) {
	for _, name := range []string{"rock-paper-scissors", "matching-pennies", "morra", "geometric", "saddle-point"} {
		f := example(t, name).Floats()
		value, _ := Solve(f.game.matrix(0)).Value.Float64()
		for kind, l := range map[string]Learned{"fictitious play": f.FictitiousPlay(5000), "regret matching": f.RegretMatching(5000)} {
			r := l.Rounds[len(l.Rounds)-1]
			if r.Number != 5000 || r.Low > value+1e-9 || r.High < value-1e-9 || r.High-r.Low > 0.2 {
				t.Errorf("%s, %s: %g to %g after %d rounds, and the value is %g", name, kind, r.Low, r.High, r.Number, value)
			}
		}
	}
	l := example(t, "shapley").Floats().FictitiousPlay(5000)
	if r := l.Rounds[len(l.Rounds)-1]; r.Gain < 0.05 {
		t.Errorf("fictitious play comes to rest in Shapley's game: %v", r)
	}
}

func TestExamples(t *testing.T) {
	if len(Examples()) < 10 {
		t.Fatalf("only %d", len(Examples()))
	}
	for _, name := range Examples() {
		g := example(t, name)
		if again := parse(t, g.Format()); again.Format() != g.Format() {
			t.Errorf("%s: %q comes back as %q", name, g.Format(), again.Format())
		}
		if _, err := Analyse(t.Context(), g, g.Fitting(), 100); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBadGames(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "there is no matrix: write rows such as '3 -1; -2 4'",
		"1 2; 3":              "row 2 has 1 columns, and row 1 has 2",
		"1 x":                 `row 1, column 2: "x" is no number such as 3, -1/2 or 0.25 of at most 12 digits`,
		"1/0":                 `row 1, column 1: "1/0" is no number such as 3, -1/2 or 0.25 of at most 12 digits`,
		"1 2,3":               `row 1, column 2: "2,3" does not pay as many players as the first cell`,
		"1e9":                 `row 1, column 1: "1e9" is no number such as 3, -1/2 or 0.25 of at most 12 digits`,
		"9999999999999":       `row 1, column 1: "9999999999999" has more than 12 digits`,
		"player A: x; 1 2":    "1 players are named, and cells pay 2",
		"1,2,3 4,5,6 | 1,1,1": "matrix 2, row 1 has 1 columns, and row 1 has 2",
		"1,2,3,4":             `what 4 players choose between must be said: a line "player NAME: strategy, strategy" for each`,
		"1 2 | 3 4":           "there are 2 matrices, and with what the others choose between there must be 1",
		"colour: red; 1":      `"colour": a line before the rows is "name: …" or "player NAME: strategy, strategy"`,
		"1; name: x":          `"name: x": names come before the first row`,
		"| 1":                 `"| 1": there is no matrix before the |`,
		"1,2,3,4,5,6,7":       "a cell pays 7 players: there may be 6",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

// FuzzParse: what can be read is written so that it reads the same.
func FuzzParse(f *testing.F) {
	for _, name := range Examples() {
		text, _ := Example(name)
		f.Add(text)
	}
	f.Add("3 -1; -2 4")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: more than one line", err)
			}
			return
		}
		again, err := Parse(g.Format())
		if err != nil || again.Format() != g.Format() {
			t.Errorf("%q is written %q, %v", text, g.Format(), err)
		}
	})
}
