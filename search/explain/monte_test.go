package explain

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"gambito/bandit"
	"gambito/games"
	"gambito/search/mcts"
	"gambito/search/minimax"
	"gambito/words"
)

// TestMonteSteps follows searches of random trees with every policy: the steps count
// what the search counts, and a search that nobody follows finds the same.
func TestMonteSteps(t *testing.T) {
	for i := range 200 {
		r := Random{Branching: 1 + i%4, Depth: 1 + i%3, High: 20, Seed: uint64(i), Uneven: i%2 == 0, Chance: i%5 == 0, Min: i%3 == 0}
		tree, err := minimax.ParseTree(r.Text())
		if err != nil {
			t.Fatal(err)
		}
		entry := bandit.Catalogue[i%len(bandit.Catalogue)]
		policy, err := entry.Make(nil)
		if err != nil {
			t.Fatal(err)
		}
		p := mcts.Params{Solver: i%7 == 3 && !r.Chance, ExpandAll: i%11 == 4}
		p.Policy, _ = policy.(bandit.Policy)
		if p.Weighted, _ = policy.(bandit.Weighted); p.Weighted != nil {
			p.Solver = false
		}
		budget := mcts.Budget{Simulations: 30}
		w, err := RunMonte(context.Background(), tree, tree.New(), entry.Name, p, budget, 7, Options{})
		if err != nil {
			t.Fatalf("%s on %s: %v", entry.Name, r.Text(), err)
		}
		normal := tree.Normal()
		search, err := mcts.New(normal, p)
		if err != nil {
			t.Fatal(err)
		}
		search.NewGame(max(normal.New().Turn(), 0), 7)
		found, err := search.Run(context.Background(), normal.New(), budget)
		if err != nil {
			t.Fatal(err)
		}
		if w.Counts.Visits != found.Simulations {
			t.Fatalf("%s: %d simulations are followed, %d were made", r.Text(), w.Counts.Visits, found.Simulations)
		}
		checkMonte(t, w, found)
		if least, most := normal.Score(-1), normal.Score(1); w.Value < least-1e-9 || w.Value > most+1e-9 {
			t.Fatalf("%s: the value is %g, beyond %g and %g", r.Text(), w.Value, least, most)
		}
		for _, l := range words.Languages {
			w.StepText(io.Discard, words.For(l))
		}
	}
}

// checkMonte compares the tree after all steps with what a search knows that nobody
// follows.
func checkMonte(t *testing.T, w *Walk, found mcts.Result) {
	t.Helper()
	known := w.Replay(len(w.Steps))
	for i, n := range w.Nodes {
		if n.Visits > 0 && known[i] != n.State {
			t.Fatalf("%s is %+v, after all steps %+v", n.Path(), n.State, known[i])
		}
	}
	for _, m := range found.Moves {
		visits := 0
		for _, child := range w.Root.Children {
			if child.Play == m.Move {
				visits = child.Visits
			}
		}
		if visits != m.Visits {
			t.Fatalf("%s: move %d has %d visits, unfollowed %d", w.Algorithm, m.Move, visits, m.Visits)
		}
	}
	chosen := map[Kind]int{}
	for _, s := range w.Steps {
		chosen[s.Kind]++
		for _, a := range armsOf(s) {
			if terms := a.Terms; terms != nil && terms.Kind == bandit.Sum && math.Abs(terms.Mean+terms.Exploration()-terms.Index) > 1e-9 {
				t.Fatalf("the terms of %+v do not sum to the index", a)
			}
		}
	}
	if chosen[Playout] != found.Simulations || chosen[Backup] != found.Simulations {
		t.Fatalf("%v of %d simulations", chosen, found.Simulations)
	}
}

func armsOf(s Step) []Arm {
	if s.Monte == nil {
		return nil
	}
	return s.Monte.Arms
}

// TestMonteGame follows a game: playouts are told move by move, to positions that
// moves lead to.
func TestMonteGame(t *testing.T) {
	g, err := games.Parse("connect4:4x4")
	if err != nil {
		t.Fatal(err)
	}
	w, err := RunMonte(context.Background(), g, g.New(), "mcts", mcts.Params{Policy: bandit.UCB{Alpha: 2}}, mcts.Budget{Simulations: 40}, 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range w.Steps {
		if s.Kind != Playout {
			continue
		}
		at := g.New()
		var path []*Node
		for n := s.Node; n.Parent != nil; n = n.Parent {
			path = append([]*Node{n}, path...)
		}
		for _, n := range path {
			at.Play(n.Play)
		}
		for _, text := range s.Monte.Played {
			m, err := g.ParseMove(at, text)
			if err != nil {
				t.Fatal(err)
			}
			at.Play(m)
		}
		if at.Hash() != s.Monte.End.Hash() || at.Score(0) != s.Monte.Scores[0] {
			t.Fatalf("the playout %v does not end where it says", s.Monte.Played)
		}
	}
	if _, err := RunMonte(context.Background(), g, g.New(), "mcts", mcts.Params{Policy: bandit.UCB{}, Threads: 2}, mcts.Budget{Simulations: 4}, 1, Options{}); err == nil {
		t.Error("two threads are followed")
	}
	if _, err := RunMonte(context.Background(), g, g.New(), "mcts", mcts.Params{Policy: bandit.UCB{}}, mcts.Budget{Simulations: 1 << 20}, 1, Options{}); err == nil {
		t.Error("a million simulations are followed")
	}
}

// TestMonteChance: where chance decides at the root, the value is what the simulations
// came to for the first player.
func TestMonteChance(t *testing.T) {
	tree, err := minimax.ParseTree("[(4 4) (8 8)]")
	if err != nil {
		t.Fatal(err)
	}
	w, err := RunMonte(context.Background(), tree, tree.New(), "mcts", mcts.Params{Policy: bandit.UCB{Alpha: 1}}, mcts.Budget{Simulations: 400}, 1, Options{})
	if err != nil || w.Best != "" || w.Value < 5.5 || w.Value > 6.5 {
		t.Fatalf("the value is %g by move %q, %v", w.Value, w.Best, err)
	}
}

// TestRandom: the same options make the same tree, and what cannot be is refused.
func TestRandom(t *testing.T) {
	a, err := ParseRandom("branching=2,depth=2,seed=3")
	if again, _ := ParseRandom("seed=3,depth=2,branching=2"); err != nil || again.Text() != a.Text() {
		t.Fatal(err)
	}
	b, _ := ParseRandom("branching=2,depth=2,seed=4")
	if a.Text() == b.Text() {
		t.Error("two seeds make one tree")
	}
	for text, want := range map[string]string{
		"branching=9":          `random tree "branching=9": option branching=9`,
		"depth":                `random tree "depth"`,
		"low=5,high=3":         "the least leaf, 5, is above the greatest, 3",
		"branching=8,depth=10": "more than 100000 positions",
		"chance=on,bounds=on":  "bounds are for B*",
		"branchng=2":           `did you mean "branching"`,
	} {
		if _, err := ParseRandom(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
