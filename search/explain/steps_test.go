package explain

import (
	"context"
	"fmt"
	"io"
	"math"
	"testing"

	"gambito/game"
	"gambito/search/minimax"
	"gambito/words"
)

// plain is the value of minimax, means where chance decides, by recursion and nothing
// else.
func plain(s game.State) float64 {
	turn := s.Turn()
	if turn == game.Over {
		return s.Score(0)
	}
	best, mean := math.Inf(-1), 0.0
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		v := plain(next)
		switch turn {
		case game.Chance:
			mean += s.(game.Stochastic).Probability(m) * v
		case 0:
			best = max(best, v)
		default:
			best = max(best, -v)
		}
	}
	switch turn {
	case game.Chance:
		return mean
	case 0:
		return best
	}
	return -best
}

// checkSteps compares the steps of a walk with its tree and its counts.
func checkSteps(w *Walk, truth float64) error {
	end := w.Steps[len(w.Steps)-1]
	counts := w.Counts
	if counts.Pruned = 0; end.Counts != counts {
		return fmt.Errorf("the steps count %+v, the walk %+v", end.Counts, counts)
	}
	if w.searched != counts.Visits {
		return fmt.Errorf("the search counts %d visits, the walk %d", w.searched, counts.Visits)
	}
	seen := map[Kind]int{}
	before := Counts{}
	for i, s := range w.Steps {
		seen[s.Kind]++
		if s.Counts.Visits < before.Visits || s.Counts.Positions < before.Positions || s.Counts.Leaves < before.Leaves {
			return fmt.Errorf("step %d counts %+v after %+v", i, s.Counts, before)
		}
		before = s.Counts
	}
	if visits := seen[Enter] + seen[Leaf] + seen[Table]; visits != counts.Visits {
		return fmt.Errorf("%d steps visit a position, %d were visited", visits, counts.Visits)
	}
	if seen[Cut] < counts.CutOffs {
		return fmt.Errorf("%d steps cut, %d positions are cut", seen[Cut], counts.CutOffs)
	}
	for i, known := range w.Replay(len(w.Steps)) {
		if n := w.Nodes[i]; n.Visits > 0 && n.State != known {
			return fmt.Errorf("%s is %+v, after all steps %+v", n.Path(), n.State, known)
		}
	}
	switch {
	case w.Bound == minimax.Exactly && math.Abs(w.Value-truth) > 1e-9,
		w.Bound == minimax.AtLeast && w.Value > truth, w.Bound == minimax.AtMost && w.Value < truth:
		return fmt.Errorf("the value is %s, but %g", w.value(), truth)
	}
	return nil
}

// TestSteps: on a thousand random trees the steps of every algorithm agree with what
// explain counts without them, with the tree it ends with and with plain minimax.
func TestSteps(t *testing.T) {
	for i := range 1000 {
		r := Random{Branching: 1 + i%4, Depth: 1 + i/4%4, Low: -10, High: 10, Seed: uint64(i), Uneven: i%3 > 0, Chance: i%5 == 0, Bounds: i%5 == 1, Min: i%7 == 0}
		text := r.Text()
		tree, err := minimax.ParseTree(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		truth := plain(tree.New())
		base := minimax.Params{Depth: tree.Info().MaxPlies, Scale: 1, Range: tree.Range(), Order: i%2 == 0, TableBits: i % 4 / 3 * 8}
		run := func(name string, p minimax.Params) {
			t.Helper()
			w, err := Run(context.Background(), tree, tree.New(), name, p, Options{Steps: MaxSteps})
			if err != nil {
				t.Fatalf("%s on %s: %v", name, text, err)
			}
			if err := checkSteps(w, truth); err != nil {
				t.Fatalf("%s on %s: %v", name, text, err)
			}
			silent, err := Run(context.Background(), tree, tree.New(), name, p, Options{})
			if err != nil || silent.Counts != w.Counts || silent.value() != w.value() || silent.Best != w.Best {
				t.Fatalf("%s on %s: with steps %+v, without %+v, %v", name, text, w.Counts, silent.Counts, err)
			}
			if i < 50 {
				for _, l := range words.Languages {
					w.StepText(io.Discard, words.For(l))
				}
			}
		}
		for _, pruning := range minimax.Prunings {
			p := base
			p.Pruning = pruning
			run(string(pruning), p)
		}
		if game.OfChance(tree) {
			continue
		}
		for _, a := range minimax.Algorithms {
			p := base
			p.Algorithm = a.Search
			run(a.Name, p)
		}
	}
}
