package liarsdice

import (
	"testing"

	"gambito/game/gametest"
)

func TestLaws(t *testing.T) {
	g, err := New(6)
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g, gametest.Facts{
		Perft:    []uint64{1, 6, 36, 36 * 12, 36 * (12 + 66)},
		BadMoves: []string{"7", "liar", "1x1"}, BadPositions: []string{"1 2 liar", "1 2 1x3 1x2", "1 2 3"},
		NoTranspositions: true, NoWinningMoves: true,
	})
	if _, err := New(7); err == nil {
		t.Error("a die of seven faces")
	}
}

// TestScores: what bids come to, the highest face being wild.
func TestScores(t *testing.T) {
	g, _ := New(6)
	for text, want := range map[string]float64{
		"1 2 1x1 liar":     1,  // there is a one
		"2 3 1x1 liar":     -1, // there is none
		"6 3 1x1 liar":     1,  // a six is wild
		"1 1 1x1 2x1 liar": -1, // the second has bid, and two are there
		"1 2 1x1 2x1 liar": 1,
		"6 6 2x4 liar":     1,
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Score(0); got != want || s.Score(1) != -want {
			t.Errorf("%s: %g, not %g", text, got, want)
		}
	}
}
