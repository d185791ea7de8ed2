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
			w, err := Run(context.Background(), tree, tree.New(), name, minimax.Params{Algorithm: a.Search, Depth: tree.Info().MaxPlies, Scale: 1, Range: tree.Range()})
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

// TestCounts checks for every algorithm that the counts belong to the walk.
func TestCounts(t *testing.T) {
	for _, a := range minimax.Algorithms {
		w := walk(t, textbook, a.Name)
		c := w.Counts
		if c.Visits != int(w.Result.Nodes) {
			t.Errorf("%s: %d visits are counted, the search says %d", a.Name, c.Visits, w.Result.Nodes)
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

func TestSVGIsWellFormed(t *testing.T) {
	for _, a := range minimax.Algorithms {
		var out bytes.Buffer
		if err := walk(t, textbook, a.Name).SVG(&out); err != nil {
			t.Fatal(err)
		}
		decoder := xml.NewDecoder(strings.NewReader(out.String()))
		elements := 0
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", a.Name, err)
			}
			if _, ok := token.(xml.StartElement); ok {
				elements++
			}
		}
		if elements < 19*2 {
			t.Errorf("%s: the drawing has %d elements", a.Name, elements)
		}
	}
}

func TestLargeTreesAreCountedNotDrawn(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	w, err := Run(context.Background(), g, g.New(), "minimax", minimax.Params{Algorithm: minimax.Minimax, Depth: 4})
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
