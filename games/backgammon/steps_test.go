package backgammon

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
)

// TestSteps makes turns in parts.
func TestSteps(t *testing.T) {
	g := New()
	const hitting = "XGID=-a----E-C---eE---c-caa--AA:0:0:1:54:0:0:0:0:10" // white on the bar, black alone on 20 and 21
	for _, c := range []struct {
		position string
		parts    []string
		next     string // "" if it is a whole turn, "!" if it is refused
	}{
		{"4HPwATDgc/ABMA 31", []string{"8/5"}, "24/23 8/7 6/5 5/4"},
		{"4HPwATDgc/ABMA 31", []string{"8/5", "6/5"}, ""},
		{"4HPwATDgc/ABMA 31", []string{"6/5", "8/5"}, ""},
		{"4HPwATDgc/ABMA 31", []string{"8/4"}, ""},
		{"4HPwATDgc/ABMA 31", []string{"8/3"}, "!"},
		{"4HPwATDgc/ABMA 31", []string{"8/5", "6/3"}, "!"},
		{"4HPwATDgc/ABMA 31", []string{"x"}, "!"},
		{"4HPwATDgc/ABMA 66", []string{"24/18", "13/7"}, "24/18 13/7 8/2"},
		{"4HPwATDgc/ABMA 66", []string{"24/18(2)", "13/7"}, "13/7 8/2"},
		{hitting, []string{"bar/20"}, "24/20 20/16 13/9 8/4 6/2"},
		{hitting, []string{"24/20"}, "!"}, // the bar comes first
		// A man goes on and off.
		{"XGID=-------A----------------b-:0:0:1:65:0:0:0:0:10", []string{"7/2"}, "2/off"},
	} {
		s, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		was := g.FormatPosition(s)
		p, err := g.Step(s, c.parts)
		switch {
		case (err != nil) != (c.next == "!"):
			t.Errorf("%s, %q: %+v, %v", c.position, c.parts, p, err)
		case err != nil:
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the error %q is not one line", err)
			}
		case p.Done != (c.next == "") || strings.Join(p.Next, " ") != c.next:
			t.Errorf("%s, %q: done %v, then %q, not %q", c.position, c.parts, p.Done, p.Next, c.next)
		case g.FormatPosition(s) != was:
			t.Errorf("%s, %q: the position changes", c.position, c.parts)
		}
	}
}

// TestStepsOfRandomBoards follows what is offered until the turn is whole, on
// boards that games seldom come to.
func TestStepsOfRandomBoards(t *testing.T) {
	g, r := New(), rand.New(rand.NewPCG(8, 8))
	for range 400 {
		s := &State{position: position{board: randomBoard(r), side: game.Player(r.IntN(2)), dice: outcomes[r.IntN(36)]}}
		walk := newSteps(s)
		if !walk.walk(s.board, walk.dice) {
			t.Fatalf("%s: no turn can be made in steps", g.FormatPosition(s))
		}
		next := walk.next(node{s.board, walk.dice})
		var parts []string
		for len(next) > 0 {
			parts = append(parts, next[r.IntN(len(next))])
			p, err := g.Step(s, parts)
			if err != nil || !p.Done && len(p.Next) == 0 {
				t.Fatalf("%s: after %q: %+v, %v", g.FormatPosition(s), parts, p, err)
			}
			next = p.Next
		}
	}
}
