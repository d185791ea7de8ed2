package extensive

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/poker"
	"gambito/games/goofspiel"
	"gambito/games/kuhn"
	"gambito/games/leduc"
	"gambito/games/liarsdice"
	"gambito/games/pushfold"
	"gambito/games/tictactoe"
)

func compile(t testing.TB, g game.Game, err error) *Tree {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	tree, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func learn(t testing.TB, tree *Tree, m Method, iterations int) *Learner {
	t.Helper()
	l, err := NewLearner(tree, m, 1)
	if err != nil {
		t.Fatal(err)
	}
	l.Step(iterations)
	return l
}

// at is the strategy at an information set.
func at(t testing.TB, tree *Tree, s Strategy, sees string) []float64 {
	t.Helper()
	for _, set := range tree.Sets {
		if set.Sees == sees {
			return s[set.First : set.First+len(set.Moves)]
		}
	}
	t.Fatalf("nobody sees %q", sees)
	return nil
}

func TestSizes(t *testing.T) {
	dice, err := liarsdice.New(6)
	for _, c := range []struct {
		tree *Tree
		sets int
	}{
		{compile(t, kuhn.New(), nil), 12},
		{compile(t, leduc.New(), nil), 288},
		{compile(t, dice, err), 24_576},
	} {
		if len(c.tree.Sets) != c.sets {
			t.Errorf("%s has %d information sets, not %d", c.tree.Game.Info().ID, len(c.tree.Sets), c.sets)
		}
	}
	board, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(board); err == nil {
		t.Error("tic-tac-toe has no secrets")
	}
}

// TestKuhn: the value is −1/18, and what is learned is of the family of equilibria that
// Kuhn found: bluff with a jack as often as you like up to 1/3, bet a king three times as
// often, call with a queen 1/3 more often.
func TestKuhn(t *testing.T) {
	tree := compile(t, kuhn.New(), nil)
	for _, m := range []Method{CFR, Plus, Linear, Discounted} {
		s := learn(t, tree, m, 2000).Average()
		e, v := tree.Exploitability(s), tree.Value([2]Strategy{s, s})
		if e > 0.002 || math.Abs(v+1.0/18) > 0.002 {
			t.Errorf("%s: exploitability %g, value %g", m, e, v)
		}
		bluff := at(t, tree, s, "J?")[1]
		king, call := at(t, tree, s, "K?")[1], at(t, tree, s, "Q?pb")[1]
		if bluff > 1.0/3+0.02 || math.Abs(king-3*bluff) > 0.06 || math.Abs(call-bluff-1.0/3) > 0.03 {
			t.Errorf("%s: bluffs %.3f, bets a king %.3f, calls with a queen %.3f", m, bluff, king, call)
		}
		if b, c := at(t, tree, s, "?Jp")[1], at(t, tree, s, "?Qb")[1]; math.Abs(b-1.0/3) > 0.02 || math.Abs(c-1.0/3) > 0.02 {
			t.Errorf("%s: the second player bluffs %.3f and calls with a queen %.3f, both of which should be 1/3", m, b, c)
		}
	}
	// Kuhn's equilibria themselves: nothing can be won from them.
	for _, alpha := range []float64{0, 0.1, 1.0 / 3} {
		s := tree.Uniform()
		for sees, bet := range map[string]float64{
			"J?": alpha, "Q?": 0, "K?": 3 * alpha, "J?pb": 0, "Q?pb": alpha + 1.0/3, "K?pb": 1,
			"?Jp": 1.0 / 3, "?Qp": 0, "?Kp": 1, "?Jb": 0, "?Qb": 1.0 / 3, "?Kb": 1,
		} {
			x := at(t, tree, s, sees)
			x[0], x[1] = 1-bet, bet
		}
		if e := tree.Exploitability(s); math.Abs(e) > 1e-12 {
			t.Errorf("α = %g: exploitability %g", alpha, e)
		}
		if v := tree.Value([2]Strategy{s, s}); math.Abs(v+1.0/18) > 1e-12 {
			t.Errorf("α = %g: value %g", alpha, v)
		}
	}
}

// TestSampling: drawing comes to the same in the end.
func TestSampling(t *testing.T) {
	tree := compile(t, kuhn.New(), nil)
	for m, iterations := range map[Method]int{External: 20_000, Outcome: 50_000} {
		s := learn(t, tree, m, iterations).Average()
		if e := tree.Exploitability(s); e > 0.03 {
			t.Errorf("%s: exploitability %g", m, e)
		}
	}
}

// TestBatch: drawn in batches by any number of goroutines, stopped or not, it comes to the
// same bytes, and to about what one after the other does.
func TestBatch(t *testing.T) {
	tree := compile(t, leduc.New(), nil)
	const iterations = 80_000 // the latter batches are large enough to be shared out
	draw := func(l *Learner, jobs, until int) []byte {
		t.Helper()
		l.Jobs = jobs
		l.Step(until - l.Iterations)
		data, err := l.Encode()
		if err != nil || l.Iterations != until {
			t.Fatalf("%d iterations, %v", l.Iterations, err)
		}
		return data
	}
	begin := func() *Learner {
		t.Helper()
		l, err := NewLearner(tree, External, 1)
		if err != nil {
			t.Fatal(err)
		}
		l.Batch = 400
		return l
	}
	one := begin()
	want := draw(one, 1, iterations)
	for jobs := 2; jobs <= 3; jobs++ {
		if !bytes.Equal(draw(begin(), jobs, iterations), want) {
			t.Errorf("%d goroutines come to something else", jobs)
		}
	}
	l, err := tree.Resume(draw(begin(), 2, iterations-400*60))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(draw(l, 3, iterations), want) {
		t.Error("stopped and gone on with it is another strategy")
	}
	if e := tree.Exploitability(one.Average()); e > 0.08 {
		t.Errorf("it gives away %g", e)
	}
	if _, err := tree.Resume(bytes.Replace(want, []byte(`"batch":400`), []byte(`"batch":-4`), 1)); err == nil {
		t.Error("batches of -4")
	}
}

// TestLeduc: the value that is published is −0.0856.
func TestLeduc(t *testing.T) {
	tree := compile(t, leduc.New(), nil)
	s := learn(t, tree, Plus, 300).Average()
	e, v := tree.Exploitability(s), tree.Value([2]Strategy{s, s})
	if e > 0.02 || math.Abs(v+0.0856) > 0.005 {
		t.Errorf("exploitability %g, value %g", e, v)
	}
	l, err := NewLearner(tree, Plus, 1)
	if err != nil {
		t.Fatal(err)
	}
	if l.Step(1000); tree.Exploitability(l.Average()) > 0.001 {
		t.Errorf("1,000 iterations of CFR+ give away %g", tree.Exploitability(l.Average()))
	}
}

// TestGoofspiel: nobody has an advantage.
func TestGoofspiel(t *testing.T) {
	g, err := goofspiel.New(3)
	tree := compile(t, g, err)
	s := learn(t, tree, Plus, 200).Average()
	if e, v := tree.Exploitability(s), tree.Value([2]Strategy{s, s}); e > 0.01 || math.Abs(v) > 0.01 {
		t.Errorf("exploitability %g, value %g", e, v)
	}
}

// TestDice: the value of six faces is −7/258 (Neller and Lanctot, 2013). A strategy is as far from it
// as it gives away at most, in sum over both players.
func TestDice(t *testing.T) {
	g, err := liarsdice.New(6)
	tree := compile(t, g, err)
	s := learn(t, tree, Plus, 200).Average()
	gives, value := tree.Exploitability(s), tree.Value([2]Strategy{s, s})
	if gives > 0.003 || math.Abs(value+7.0/258) > 2*gives {
		t.Errorf("it gives away %g and is worth %g, not −7/258", gives, value)
	}
	_, first := tree.Respond(0, s)
	_, second := tree.Respond(1, s)
	if first < -7.0/258 || second < 7.0/258 {
		t.Errorf("best replies win %g and %g: less than the value of the game", first, second)
	}
}

// TestRespond: the best reply wins what it says.
func TestRespond(t *testing.T) {
	tree := compile(t, leduc.New(), nil)
	s := tree.Uniform()
	for p := range game.Player(2) {
		reply, value := tree.Respond(p, s)
		both := [2]Strategy{s, s}
		both[p] = reply
		got := tree.Value(both)
		if p == 1 {
			got = -got
		}
		if math.Abs(got-value) > 1e-12 {
			t.Errorf("player %d: the reply wins %g, not %g", p, got, value)
		}
	}
	reply := tree.Reply(s)
	if first, second := tree.Value([2]Strategy{reply, s}), -tree.Value([2]Strategy{s, reply}); math.Abs((first+second)/2-tree.Exploitability(s)) > 1e-12 {
		t.Errorf("the reply of both players wins %g and %g", first, second)
	}
}

// TestResume: stopped and gone on with, all methods come to the same bytes.
func TestResume(t *testing.T) {
	tree := compile(t, kuhn.New(), nil)
	for _, m := range Methods {
		whole, err := learn(t, tree, m, 50).Encode()
		if err != nil {
			t.Fatal(err)
		}
		half, err := learn(t, tree, m, 20).Encode()
		if err != nil {
			t.Fatal(err)
		}
		l, err := tree.Resume(half)
		if err != nil {
			t.Fatal(err)
		}
		l.Step(30)
		if again, err := l.Encode(); err != nil || !bytes.Equal(whole, again) {
			t.Errorf("%s: stopped and gone on with it is another strategy, %v", m, err)
		}
	}
	if _, err := tree.Resume([]byte(`{"game":"leduc"}`)); err == nil || !strings.Contains(err.Error(), `"leduc", not of "kuhn"`) {
		t.Error(err)
	}
	if _, _, err := tree.Decode([]byte(`{"game":"kuhn"}`)); err == nil {
		t.Error("a strategy of nothing")
	}
}

// TestPushFold: with ten big blinds the small blind pushes 58 % of its hands and the big
// blind calls with 37 %.
func TestPushFold(t *testing.T) {
	g, err := pushfold.New(10)
	if err != nil {
		t.Fatal(err)
	}
	tree := compile(t, g, nil)
	l, err := NewLearner(tree, Plus, 1)
	if err != nil {
		t.Fatal(err)
	}
	l.Step(200)
	s := l.Average()
	if gives := tree.Exploitability(s); gives > 1e-4 {
		t.Errorf("it gives away %g big blinds", gives)
	}
	if v := tree.Value([2]Strategy{s, s}); math.Abs(v+0.04537) > 1e-4 {
		t.Errorf("the small blind wins %g", v)
	}
	var shares [2]float64
	for _, set := range tree.Sets {
		shares[set.Player] += s[set.First+1] * float64(poker.Class(set.History[set.Player]).Ways()) / 1326
	}
	if math.Abs(shares[0]-0.583) > 0.003 || math.Abs(shares[1]-0.374) > 0.003 {
		t.Errorf("%.4f of hands are pushed and %.4f called", shares[0], shares[1])
	}
}
