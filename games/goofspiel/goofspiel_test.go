package goofspiel

import (
	"testing"

	"gambito/game/gametest"
)

func TestLaws(t *testing.T) {
	g, err := New(4)
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g, gametest.Facts{
		Perft:    []uint64{1, 4, 16, 64, 192, 576},
		BadMoves: []string{"1", "p5", "p0"}, BadPositions: []string{"p1 p2", "p1 1 1 p1", "1"},
		NoTranspositions: true, NoWinningMoves: true,
	})
	for _, cards := range []int{1, 6} {
		if _, err := New(cards); err == nil {
			t.Errorf("%d cards", cards)
		}
	}
	s, err := g.ParsePosition("p4 1 2 p1 2 1 p2 3 3 p3 4 4")
	if err != nil || s.Score(0) != -1 || s.Score(1) != 1 {
		t.Errorf("the second player takes 4 and the first 1: %v", err)
	}
}
