package minimax

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gambito/game"
)

func TestParseTree(t *testing.T) {
	tree, err := ParseTree("((3 17) (2, 12) ((15) (25 0)))")
	if err != nil {
		t.Fatal(err)
	}
	if tree.Range() != 26 || tree.Info().MaxPlies != 3 || tree.Info().MaxMoves != 3 {
		t.Errorf("the tree is %+v", tree.Info())
	}
	if v := plainValue(tree.New(), 0, 9, 1, nil); v != 15 {
		t.Errorf("its value is %d", v)
	}
	for text, want := range map[string]string{
		"":                        "character 1: a list or a number is missing",
		"5":                       "it must be a list",
		"()":                      "character 2: an empty list",
		"(1 2":                    "character 5: a list or a number is missing",
		"(1 2))":                  "character 6: there is more",
		"(1 x)":                   "character 4: a list or a number",
		"(1 99999999)":            "character 4: a list or a number",
		"(1 --2)":                 "character 4: a list or a number",
		"[]":                      "character 2: an empty list, or a ] too many",
		"(1 2]":                   "character 5: an empty list, or a ] too many",
		"[1 2)":                   "character 5: an empty list, or a ) too many",
		"[0.5:1 0.4:2]":           "character 14: the probabilities of the list that ends here sum to 0.9, not 1",
		"[0.5:1 2]":               "character 10: some outcomes of the list that ends here have a probability",
		"([0:1 1:2])":             "character 3: \"0\" is no probability",
		"[1.5:1]":                 "character 2: \"1.5\" is no probability",
		"[1/0:1]":                 "character 2: \"1/0\" is no probability",
		"[1/2/3:1]":               "character 2: \"1/2/3\" is no probability",
		"[0.5: 0.5:2]":            "character 7: a list or a number",
		"[0.5:1 0.5:]":            "character 12: an empty list, or a ] too many",
		"(1. 2)":                  "character 2: a list or a number",
		"(1 2 [3..1])":            "character 6: the lower bound is above the upper",
		"(1 2 [3..4x])":           "character 10: a list or a number",
		"(1 2 [3..4 5])":          "character 12: a ] is missing after two bounds",
		"([2..9](3 12) 1)":        "",
		"([4..9](3 12) 1)":        "character 2: the bounds do not hold: the list after them is worth 3",
		"([2..9]((0.5 12)) 1)":    "character 2: the bounds do not hold: the list after them is worth 12",
		"(0.1234567)":             "character 2: a number has 6 digits behind the point at the most",
		"(0.123456 4000)":         "with 6 digits behind the point no number may be beyond ±999",
		"[2..9]":                  "it must be a list",
		"min 5":                   "it must be a list",
		"(0.5:1 0.5:2)":           "character 2: a list or a number",
		strings.Repeat("(", 1000): "nested more than 200 deep",
	} {
		if _, err := ParseTree(text); want == "" && err == nil {
			continue
		} else if err == nil || want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: the error is %v, not %s", text, err, want)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add("((3 17) (2 12) ((15) (25 0)))")
	f.Add("(-1,+2 (3))")
	f.Add("min([2..9](3 8) [-1.5..4] (0.25 [1..1]))")
	f.Add("max([2..9](3 [2..8]) 7.5)")
	f.Add("([0.5:3 0.5:(4 7)] [1/3:(2 9) 2/3:[(0 5) -3]])")
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := ParseTree(text)
		if err != nil {
			return
		}
		if len(tree.nodes) > 300 {
			return
		}
		for _, pruning := range Prunings {
			if tree.Intervals() {
				break
			}
			if err := agreeOnMean(tree, tree.New(), Params{Pruning: pruning, Depth: maxTreeDepth, Scale: 1, Range: tree.Range()}); err != nil {
				t.Fatal(err)
			}
		}
		if tree.chance {
			return
		}
		for _, a := range []Algorithm{AlphaBeta, Scout, BStar} {
			if tree.Intervals() { // no number is their value
				if err := agreeOnInterval(tree); err != nil {
					t.Fatal(err)
				}
				break
			}
			if err := agree(tree, newPlain(tree.New(), 1, nil), Params{Algorithm: a, Depth: maxTreeDepth, Scale: 1, Range: tree.Range()}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestTreeNotations: decimals, who moves first, and bounds.
func TestTreeNotations(t *testing.T) {
	for text, want := range map[string]float64{
		"((3 17) (2 12))":               3,
		"min((3 17) (2 12))":            12,
		"MIN ((3 17) (2 12))":           12,
		"max((3 17) (2 12))":            3,
		"((0.5 1.25) (-2 0.75))":        0.5,
		"((0.29 1) (+0.280 5))":         0.29,
		"min((-0.5 -1.25) (2.125 1))":   -0.5,
		"([2..9](3 8) [0..4]((1 2) 4))": 3,
	} {
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range Algorithms {
			search, err := New(tree, Params{Algorithm: a.Search, Depth: 9, Scale: 1, Range: tree.Range()})
			if err != nil {
				t.Fatal(err)
			}
			r, err := search.Run(context.Background(), tree.New())
			value := r.Value / float64(tree.Unit())
			if tree.New().Turn() == 1 {
				value = -value
			}
			if err != nil || r.Exact && value != want {
				t.Errorf("%s on %s: %g, not %g, %v", a.Name, text, value, want, err)
			}
		}
	}
}

// agreeOnInterval runs B* on a tree of which some leaves have only bounds: the move
// that is proved best must be no worse than any other, whatever the leaves are worth.
func agreeOnInterval(tree *Tree) error {
	search, err := New(tree, Params{Algorithm: BStar, Depth: maxTreeDepth, Scale: 1, Range: tree.Range()})
	if err != nil {
		return err
	}
	r, err := search.Run(context.Background(), tree.New())
	if err != nil {
		return err
	}
	var value func(n int) interval
	value = func(n int) interval {
		node := &tree.nodes[n]
		if node.turn == game.Over {
			return interval{node.least, node.most}
		}
		v := interval{-infinity, -infinity}
		for _, c := range node.children {
			w := value(c)
			if node.player == 1 {
				w = interval{-w.high, -w.low}
			}
			v = interval{max(v.low, w.low), max(v.high, w.high)}
		}
		if node.player == 1 {
			v = interval{-v.high, -v.low}
		}
		return v
	}
	v := value(len(tree.nodes) - 1)
	if tree.first == 1 {
		v = interval{-v.high, -v.low}
	}
	if int(r.Value) > v.high || r.Exact && (int(r.Value) < v.low) {
		return fmt.Errorf("the value is %g (exact: %v), which lies between %d and %d", r.Value, r.Exact, v.low, v.high)
	}
	return nil
}

// TestBStarOnIntervals ends where no more can be found out, too.
func TestBStarOnIntervals(t *testing.T) {
	for text, want := range map[string]struct {
		move  game.Move
		nodes uint64
	}{
		"([2..9] [0..1])":                      {0, 3}, // proved by the bounds alone
		"([2..9] [0..5])":                      {0, 3}, // it cannot be
		"([2..9](3 8) [0..2] [1..3])":          {0, 6},
		"([2..9]([4..5] 8) [0..6](1 6))":       {0, 8},
		"min([2..9] [10..12])":                 {0, 3},
		"([0..10]([2..9] [1..8]) [3..7](3 7))": {0, 8},
	} {
		tree, err := ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		search, err := New(tree, Params{Algorithm: BStar, Depth: 9, Scale: 1, Range: tree.Range()})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(context.Background(), tree.New())
		if err != nil || r.Move != want.move {
			t.Errorf("%s: move %d, %v", text, r.Move, err)
		}
		if r.Nodes > want.nodes {
			t.Errorf("%s: %d positions, more than %d", text, r.Nodes, want.nodes)
		}
		if err := agreeOnInterval(tree); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
