package extensive

import (
	"math"
	"testing"

	"gambito/game"
	"gambito/games/goofspiel"
	"gambito/games/kuhn"
	"gambito/games/leduc"
	"gambito/games/liarsdice"
	"gambito/games/pushfold"
	"gambito/theory"
)

// walker is counterfactual regret minimisation as the papers write it, node by node: what
// Learner does faster.
type walker struct {
	*Learner
	values, gains []float64
	nodes         [2][]float64 // how likely players come to a node
}

func newWalker(t testing.TB, tree *Tree, m Method) *walker {
	t.Helper()
	l, err := NewLearner(tree, m, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &walker{l, make([]float64, tree.Nodes), make([]float64, tree.Actions), [2][]float64{make([]float64, tree.Nodes), make([]float64, tree.Nodes)}}
}

// walk is an iteration for one player: forwards how likely players come to each node,
// backwards what it is worth.
func (w *walker) walk(p int8) {
	t := w.Tree
	own, other := w.nodes[p], w.nodes[1-p]
	own[0], other[0] = 1, 1
	for n := range t.Nodes {
		for i := range int(t.count[n]) {
			c := int(t.first[n]) + i
			own[c], other[c] = own[n], other[n]
			switch t.kind[n] {
			case chanceNode:
				other[c] *= t.drawn[c]
			case p:
				own[c] *= w.now[t.Sets[t.set[n]].First+i]
			default:
				other[c] *= w.now[t.Sets[t.set[n]].First+i]
			}
		}
	}
	sign := 1.0
	if p == 1 {
		sign = -1
	}
	clear(w.gains)
	for n := t.Nodes - 1; n >= 0; n-- {
		first, count := int(t.first[n]), int(t.count[n])
		if w.values[n] = 0; count == 0 {
			w.values[n] = t.payoff[n] * sign
			continue
		}
		for i, x := range w.values[first : first+count] {
			if t.kind[n] == chanceNode {
				w.values[n] += t.drawn[first+i] * x
			} else {
				w.values[n] += w.now[t.Sets[t.set[n]].First+i] * x
			}
		}
		if t.kind[n] == p {
			for i, x := range w.values[first : first+count] {
				w.gains[t.Sets[t.set[n]].First+i] += other[n] * (x - w.values[n])
			}
		}
	}
	w.update(p)
}

// update adds what was gained to the regrets and what was played to the average.
func (w *walker) update(p int8) {
	t := float64(w.Iterations)
	good, bad, faded, weight := 1.0, 1.0, 1.0, 1.0
	switch w.Method {
	case Plus:
		bad, weight = 0, t
	case Linear:
		good, bad, faded = t/(t+1), t/(t+1), t/(t+1)
	case Discounted:
		alpha := math.Pow(t, 1.5)
		good, bad, faded = alpha/(alpha+1), 0.5, t/(t+1)*t/(t+1)
	}
	for _, s := range w.Tree.Sets {
		if int8(s.Player) != p {
			continue
		}
		end := s.First + len(s.Moves)
		for k := s.First; k < end; k++ {
			w.sums[k] = (w.sums[k] + weight*w.nodes[p][s.nodes[0]]*w.now[k]) * faded
			if w.regrets[k] += w.gains[k]; w.regrets[k] > 0 {
				w.regrets[k] *= good
			} else {
				w.regrets[k] *= bad
			}
		}
		theory.Match(w.regrets[s.First:end], w.now[s.First:end])
	}
}

// TestReference: each iteration does what the papers write, in all methods that walk the
// whole tree, up to rounding; and many of them come to a strategy as good. Its moves are not
// compared: what differs by rounding at first differs by more after every iteration.
func TestReference(t *testing.T) {
	dice, err := liarsdice.New(4)
	if err != nil {
		t.Fatal(err)
	}
	bids, err := goofspiel.New(3)
	if err != nil {
		t.Fatal(err)
	}
	push, err := pushfold.New(10)
	if err != nil {
		t.Fatal(err)
	}
	for g, iterations := range map[game.Game]int{kuhn.New(): 100, leduc.New(): 100, dice: 40, bids: 20, push: 5} {
		tree := compile(t, g, nil)
		for _, m := range []Method{CFR, Plus, Linear, Discounted} {
			slow, fast, many := newWalker(t, tree, m), newWalker(t, tree, m).Learner, newWalker(t, tree, m).Learner
			for range iterations {
				copy(fast.regrets, slow.regrets)
				copy(fast.sums, slow.sums)
				fast.matchAll()
				copy(slow.now, fast.now)
				fast.Step(1)
				slow.Iterations++
				slow.walk(0)
				copy(slow.now, fast.now[:fast.sides[1].base]) // what player 1 meets
				slow.walk(1)
				if worst := apart(slow.regrets, fast.regrets); worst > 1e-12 {
					t.Fatalf("%s by %s: in iteration %d regrets differ by %g", g.Info().ID, m, slow.Iterations, worst)
				}
				if worst := apart(slow.sums, fast.sums); worst > 1e-12 {
					t.Fatalf("%s by %s: in iteration %d sums differ by %g", g.Info().ID, m, slow.Iterations, worst)
				}
			}
			many.Step(iterations)
			if want, got := tree.Exploitability(slow.Average()), tree.Exploitability(many.Average()); math.Abs(want-got) > 0.01*want {
				t.Errorf("%s by %s: after %d iterations it gives away %g, not %g", g.Info().ID, m, iterations, got, want)
			}
		}
	}
}

// TestOpenSpiel: CFR on Leduc hold'em gives away what OpenSpiel has printed
// (google-deepmind/open_spiel, pull request 197): node by node to all its digits but the last,
// and as Learner does it up to what rounding in another order comes to. OpenSpiel counts iterations
// from 0.
func TestOpenSpiel(t *testing.T) {
	tree := compile(t, leduc.New(), nil)
	slow, fast := newWalker(t, tree, CFR), newWalker(t, tree, CFR).Learner
	for _, c := range []struct {
		iteration int
		printed   float64
	}{
		{0, 2.37361}, {100, 0.0939493}, {200, 0.0533379}, {300, 0.0355078}, {400, 0.0261679}, {500, 0.0214263},
		{600, 0.019941}, {700, 0.0162468}, {800, 0.0145468}, {900, 0.0139447}, {999, 0.0118178},
	} {
		for slow.Iterations <= c.iteration {
			slow.Iterations++
			slow.walk(0)
			slow.walk(1)
		}
		if got := tree.Exploitability(slow.Average()); math.Abs(got-c.printed) > 1e-5*c.printed {
			t.Errorf("node by node iteration %d gives away %g, and OpenSpiel's %g", c.iteration, got, c.printed)
		}
		fast.Step(c.iteration + 1 - fast.Iterations)
		if got := tree.Exploitability(fast.Average()); math.Abs(got-c.printed) > 0.001*c.printed {
			t.Errorf("iteration %d gives away %g, and OpenSpiel's %g", c.iteration, got, c.printed)
		}
	}
}

// apart is by how much numbers differ at most, those above 1 in proportion.
func apart(a, b []float64) (worst float64) {
	for i, x := range a {
		worst = max(worst, math.Abs(x-b[i])/max(1, math.Abs(x)))
	}
	return worst
}
