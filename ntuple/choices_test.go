package ntuple

import (
	"math"
	"testing"

	"gambito/games/tictactoe"
)

// TestChoices compares values of moves with worths that are easy to sum by hand.
func TestChoices(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	system, err := New(Shape{Cells: g.Cells(), Sets: [][]uint8{{4}}})
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Game: "tictactoe", Meaning: Score, Weights: NewWeights(system)}
	m.Weights.Values[0] = []float32{-0.5, 0.1, 0.5} // the middle is theirs, vacant, one's own
	for _, test := range []struct {
		position string
		want     map[string]float64
	}{
		{"X../.../...", map[string]float64{"b2": math.Tanh(0.5), "a2": -math.Tanh(0.1)}},
		{"XX./.O./.O.", map[string]float64{"c3": 1, "a2": math.Tanh(-0.5)}},
		{"XOX/OOX/.XO", map[string]float64{"a1": 0}},
	} {
		s, err := g.ParsePosition(test.position)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]Choice{}
		for _, c := range m.Choices(g, s) {
			got[g.FormatMove(s, c.Move)] = c
		}
		if len(got) != len(s.Moves(nil)) {
			t.Errorf("%s: %d moves have values", test.position, len(got))
		}
		for move, want := range test.want {
			if math.Abs(got[move].Value-want) > 1e-6 {
				t.Errorf("%s: %s is worth %g, not %g", test.position, move, got[move].Value, want)
			}
			if over := want == 1 || want == 0; got[move].Over != over {
				t.Errorf("%s: %s ends the game: %v", test.position, move, !over)
			}
		}
	}
}

// TestPositions counts those of tic-tac-toe without images of each other: 765, of which
// 138 are the end of a game.
func TestPositions(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(Positions(g, 627)); n != 627 {
		t.Errorf("%d positions", n)
	}
	if Positions(g, 626) != nil {
		t.Error("more positions than were asked for")
	}
}
