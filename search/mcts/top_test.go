package mcts

import (
	"encoding/json"
	"testing"
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
