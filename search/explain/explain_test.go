package explain

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"gambito/games"
	"gambito/search/minimax"
	"gambito/search/treetop"
)

const textbook = "((3 17) (2 12) ((15) (25 0)) ((2 5) (3)))"

func walk(t *testing.T, text, name string) *Walk {
	t.Helper()
	tree, err := minimax.ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range minimax.Algorithms {
		if a.Name == name {
			w, err := Run(context.Background(), tree, tree.New(), name, minimax.Params{Algorithm: a.Search, Depth: tree.Info().MaxPlies, Scale: 1, Range: tree.Range()}, Options{Steps: MaxSteps})
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
	}
	t.Fatalf("there is no algorithm %s", name)
	return nil
}

// TestText pins the walk of alpha-beta over a textbook tree, which was checked
// by hand.
func TestText(t *testing.T) {
	var out bytes.Buffer
	walk(t, textbook, "alphabeta").Text(&out)
	const want = `alphabeta: value 15, move 3; 15 positions, 15 visits, 7 of leaves, 3 cut-offs, 3 subtrees pruned
MAX [−∞, +∞] 15
├─ 1  MIN [−∞, +∞] 3
│  ├─ 1  3
│  └─ 2  17
├─ 2  MIN [3, +∞] ≤ 2  cut
│  ├─ 1  2
│  └─ 2  ✂ pruned
├─ 3  MIN [3, +∞] 15
│  ├─ 1  MAX [3, +∞] 15
│  │  └─ 1  15
│  └─ 2  MAX [3, 15] ≥ 25  cut
│     ├─ 1  25
│     └─ 2  ✂ pruned
└─ 4  MIN [15, +∞] ≤ 5  cut
   ├─ 1  MAX [15, +∞] ≤ 5
   │  ├─ 1  2
   │  └─ 2  5
   └─ 2  ✂ pruned
`
	if out.String() != want {
		t.Errorf("the text is\n%s, not\n%s", out.String(), want)
	}
}

const dicey = "([0.5:3 0.5:(4 7)] [1/3:(2 9) 2/3:(0 5)] [(1 9) (-6 3) (2 (7 8))])"

func chanceWalk(t *testing.T, text string, pruning minimax.Pruning) *Walk {
	t.Helper()
	tree, err := minimax.ParseTree(text)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Run(context.Background(), tree, tree.New(), string(pruning), minimax.Params{Pruning: pruning, Depth: tree.Info().MaxPlies, Scale: 1, Range: tree.Range() - 1}, Options{Steps: MaxSteps})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestChanceText pins the walks of Star1 and Star2, whose windows were checked
// by hand: no score is beyond ±9, so after 3.5 by the first move the second
// needs (3.5 − ⅔·9) / ⅓ = −7.5 of its first outcome, and so on.
func TestChanceText(t *testing.T) {
	for pruning, want := range map[minimax.Pruning]string{
		minimax.Star1: `star1: value 3.5, move 1; 18 positions, 18 visits, 9 of leaves, 4 cut-offs, 3 subtrees pruned
MAX [−∞, +∞] 3.5
├─ 1  chance [−∞, +∞] 3.5
│  ├─ 1 (p = 0.5)  3
│  └─ 2 (p = 0.5)  MIN [−∞, +∞] 4
│     ├─ 1  4
│     └─ 2  7
├─ 2  chance [3.5, +∞] ≤ 0.667  cut
│  ├─ 1 (p = 0.333)  MIN [−7.5, +∞] 2
│  │  ├─ 1  2
│  │  └─ 2  9
│  └─ 2 (p = 0.667)  MIN [4.25, +∞] ≤ 0  cut
│     ├─ 1  0
│     └─ 2  ✂ pruned
└─ 3  chance [3.5, +∞] ≤ 1.333  cut
   ├─ 1 (p = 0.333)  MIN [−7.5, +∞] 1
   │  ├─ 1  1
   │  └─ 2  9
   ├─ 2 (p = 0.333)  MIN [0.5, +∞] ≤ −6  cut
   │  ├─ 1  −6
   │  └─ 2  ✂ pruned
   └─ 3 (p = 0.333)  ✂ pruned
`,
		minimax.Star2: `star2: value 3.5, move 1; 16 positions, 16 visits, 7 of leaves, 2 cut-offs, 5 subtrees pruned
MAX [−∞, +∞] 3.5
├─ 1  chance [−∞, +∞] 3.5
│  ├─ 1 (p = 0.5)  3
│  └─ 2 (p = 0.5)  MIN [−∞, +∞] 4
│     ├─ 1  4
│     └─ 2  7
├─ 2  chance [3.5, +∞] ≤ 0.667  cut
│  ├─ 1 (p = 0.333)  MIN [−7.5, +∞] ≤ 2  probed
│  │  ├─ 1  2
│  │  └─ 2  ✂ pruned
│  └─ 2 (p = 0.667)  MIN [4.25, +∞] ≤ 0  probed
│     ├─ 1  0
│     └─ 2  ✂ pruned
└─ 3  chance [3.5, +∞] ≤ 1.333  cut
   ├─ 1 (p = 0.333)  MIN [−7.5, +∞] ≤ 1  probed
   │  ├─ 1  1
   │  └─ 2  ✂ pruned
   ├─ 2 (p = 0.333)  MIN [0.5, +∞] ≤ −6  probed
   │  ├─ 1  −6
   │  └─ 2  ✂ pruned
   └─ 3 (p = 0.333)  ✂ pruned
`,
	} {
		var out bytes.Buffer
		if chanceWalk(t, dicey, pruning).Text(&out); out.String() != want {
			t.Errorf("the text is\n%s, not\n%s", out.String(), want)
		}
	}
}

// TestChanceDrawing draws what chance decides, at the root too, and counts what
// the search counts.
func TestChanceDrawing(t *testing.T) {
	for _, text := range []string{dicey, "[0.5:3 0.5:(4 7)]", "([(1 2) [3 (4 5)]] 6)"} {
		for _, pruning := range minimax.Prunings {
			w := chanceWalk(t, text, pruning)
			if w.Counts.Visits != w.searched {
				t.Errorf("%s, %s: %d visits are counted, the search says %d", text, pruning, w.Counts.Visits, w.searched)
			}
			var out bytes.Buffer
			if err := w.SVG(&out); err != nil {
				t.Fatal(err)
			}
			if err := xml.Unmarshal(out.Bytes(), new(struct{})); err != nil || !strings.Contains(out.String(), "<ellipse ") {
				t.Errorf("%s, %s: %v\n%s", text, pruning, err, out.String())
			}
		}
	}
	var out bytes.Buffer
	chanceWalk(t, "[0.5:3 0.5:(4 7)]", minimax.Unpruned).Text(&out)
	if !strings.HasPrefix(out.String(), "none: value 5, chance decides;") {
		t.Errorf("the text is\n%s", out.String())
	}
}

// TestChanceGame explains a game, from a roll and from before it: chance costs
// no depth.
func TestChanceGame(t *testing.T) {
	g, err := games.Parse("einstein")
	if err != nil {
		t.Fatal(err)
	}
	for _, pruning := range minimax.Prunings {
		p := minimax.Params{Pruning: pruning, Depth: 1}
		w, err := Run(context.Background(), g, g.New(), "x", p, Options{})
		if err != nil || w.Best != "" || w.Counts.Visits != w.searched || w.Counts.Visits != 1+6+18 {
			t.Errorf("%s: %+v, %v", pruning, w, err)
		}
		s := g.New()
		s.Play(3)
		w, err = Run(context.Background(), g, s, "x", p, Options{})
		if err != nil || !strings.HasPrefix(w.Best, "3-") || w.Counts.Visits != 1+3 || w.Counts.Leaves != 3 {
			t.Errorf("%s: %+v, %v", pruning, w, err)
		}
	}
}

// TestCounts checks for every algorithm that the counts belong to the walk.
func TestCounts(t *testing.T) {
	for _, a := range minimax.Algorithms {
		w := walk(t, textbook, a.Name)
		c := w.Counts
		if c.Visits != w.searched {
			t.Errorf("%s: %d visits are counted, the search says %d", a.Name, c.Visits, w.searched)
		}
		if c.Positions > 19 || c.Positions > c.Visits || c.Leaves > c.Visits {
			t.Errorf("%s: %+v", a.Name, c)
		}
		if whole := a.Name == "minimax" || a.Name == "negamax"; whole != (c.Positions == 19) || whole != (c.Pruned == 0) {
			t.Errorf("%s: %+v of 19 positions", a.Name, c)
		}
		if w.Best != "3" {
			t.Errorf("%s finds move %s", a.Name, w.Best)
		}
	}
}

// wellFormed counts the elements of a drawing.
func wellFormed(t *testing.T, drawing string) (elements int) {
	t.Helper()
	for decoder := xml.NewDecoder(strings.NewReader(drawing)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, drawing)
		}
		if _, ok := token.(xml.StartElement); ok {
			elements++
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	for _, a := range minimax.Algorithms {
		var out bytes.Buffer
		w := walk(t, textbook, a.Name)
		if err := w.SVG(&out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if elements := wellFormed(t, text); elements < 19*2 {
			t.Errorf("%s: the drawing has %d elements", a.Name, elements)
		}
		if got := strings.Count(text, "<polygon ") + strings.Count(text, "<rect ") - 1; got != 19 { // and the paper
			t.Errorf("%s: the drawing has %d positions", a.Name, got)
		}
		if cuts := strings.Count(text, `stroke="#c0392b"`); cuts != 2*w.Counts.Pruned {
			t.Errorf("%s: %d subtrees were pruned, %d lines cross branches", a.Name, w.Counts.Pruned, cuts)
		}
	}
	w := walk(t, textbook, "pvs")
	w.Algorithm = "</text><script>\x00"
	var out bytes.Buffer
	if err := w.SVG(&out); err != nil || strings.Contains(out.String(), "<script") {
		t.Errorf("a name breaks out: %v", err)
	}
	wellFormed(t, out.String())
}

// TestTop draws the tops of trees, one of them a root alone.
func TestTop(t *testing.T) {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	moves := g.New().Moves(nil)
	tree := &treetop.Node{Visits: 100, Children: []*treetop.Node{
		{Move: moves[0], Visits: 75, Value: 0.25},
		{Move: moves[1], Visits: 24, Value: -1, Proven: true},
	}}
	for _, top := range []*treetop.Node{tree, {}} {
		var out bytes.Buffer
		if err := TopSVG(&out, g, g.New(), top); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		wellFormed(t, text)
		if discs := strings.Count(text, "<circle "); discs != 1+len(top.Children) {
			t.Errorf("the drawing has %d discs", discs)
		}
		for _, want := range []string{">" + g.FormatMove(g.New(), moves[0]) + "<", ">75<", ">+0.25<", ">-1 proven<"} {
			if top == tree && !strings.Contains(text, want) {
				t.Errorf("the drawing does not say %s\n%s", want, text)
			}
		}
	}
}

func TestLargeTreesAreCountedNotDrawn(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	w, err := Run(context.Background(), g, g.New(), "minimax", minimax.Params{Algorithm: minimax.Minimax, Depth: 4}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w.Drawn || w.Counts.Positions != 1+7+49+343+2401 {
		t.Errorf("the walk is %+v", w.Counts)
	}
	if err := w.SVG(io.Discard); err == nil {
		t.Error("a tree of 2,801 positions is drawn")
	}
	var out bytes.Buffer
	if w.Text(&out); !strings.Contains(out.String(), "too many positions") {
		t.Errorf("the text is %s", out.String())
	}
}
