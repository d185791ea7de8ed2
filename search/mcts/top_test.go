package mcts

import (
	"encoding/json"
	"math"
	"testing"

	"gambito/bandit"
	"gambito/search/treetop"
)

// TestTopIsACopy checks that the top of a tree stays what it is when the search
// goes on, moves its root, or forgets.
func TestTopIsACopy(t *testing.T) {
	g := parse(t, "connect4")
	s := newSearch(t, g, Params{Reuse: true})
	at := g.New()
	r := search(t, s, at, 500)
	top := s.Top(4, 0.01)
	if top.Visits != 500 || len(top.Children) != 7 || top.Children[0].Move != r.Moves[0].Move || len(top.Children[0].Children) == 0 {
		t.Fatalf("the top is %+v", top)
	}
	text := func() string {
		b, err := json.Marshal(top)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := text()
	search(t, s, at, 500)
	at.Play(r.Move)
	at.Play(at.Moves(nil)[0])
	s.Keep(at)
	search(t, s, at, 500)
	s.Forget()
	search(t, s, at, 50)
	if text() != before {
		t.Errorf("the top was %s and is %s", before, text())
	}
}

// TestTopNodes checks that the top with so many nodes has the most visited ones, and
// what it tells of each.
func TestTopNodes(t *testing.T) {
	g := parse(t, "connect4")
	s := newSearch(t, g, Params{Policy: bandit.UCBAlpha2{}})
	search(t, s, g.New(), 3000)
	top := s.TopNodes(60)
	count, least := 0, 3000
	var walk func(n *treetop.Node)
	walk = func(n *treetop.Node) {
		count++
		sum := 0
		for _, c := range n.Children {
			if c.Visits > 1 && !(c.Low <= c.Value && c.Value <= c.High && c.Low < c.High) && c.Visits > 20 {
				t.Errorf("%d visits: %g in [%g, %g]", c.Visits, c.Value, c.Low, c.High)
			}
			sum += c.Visits
			walk(c)
		}
		if len(n.Children) > 0 {
			least = min(least, n.Visits)
			if n.Moves != 7 || math.Abs(n.Alpha-math.E/14) > 1e-9 || sum > n.Visits {
				t.Errorf("a node with %d visits has %d moves, α %g and %d visits below", n.Visits, n.Moves, n.Alpha, sum)
			}
		}
	}
	walk(top)
	if count < 54 || count > 66 {
		t.Errorf("%d nodes", count)
	}
	var leaves func(n *treetop.Node)
	leaves = func(n *treetop.Node) {
		for _, c := range n.Children {
			leaves(c)
		}
		if len(n.Children) == 0 && n.Moves > 0 && n.Visits > least {
			t.Errorf("a node with %d visits is closed, and one with %d is open", n.Visits, least)
		}
	}
	leaves(top)
}
