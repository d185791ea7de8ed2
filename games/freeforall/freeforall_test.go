package freeforall

import (
	"fmt"
	"slices"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

var facts = gametest.Facts{
	Perft:    []uint64{1, 4, 16, 96, 572, 4788},
	BadMoves: []string{"noop", "a4-b4", "a4", "a4-a6", "g4-e5", "a4-h5", "b2-c4"},
	BadPositions: []string{
		"...../...../...../...../..... 0 0",
		"...../...../...../...../..... 31 0 0",
		"...../...../...../...../..... 0 1 0",
		"...../...../...../...../..... 00 0 0",
		"...../...../...../...../..... -1 0 0",
		"...../...../...../...../...R. 0 0 0", // a piece before any move
		"...../...../...../...../.RRR. 4 0 0", // three pieces after two moves
		"...../...../...../..../..... 0 0 0",
		"...../...../...../...../..X.. 2 0 0",
	},
}

func TestConformance(t *testing.T) { gametest.Run(t, New(), facts) }

func TestAgainstSlowBoard(t *testing.T) { gametest.Compare(t, New(), newSlow(), 3_500_000) }

func FuzzParse(f *testing.F) { gametest.Fuzz(f, New(), facts) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, New()) }

func TestOrderIsByDistance(t *testing.T) {
	last := -100
	seen := map[int]bool{}
	for _, i := range order {
		if distance(i) <= last {
			t.Errorf("distance %d comes after %d", distance(i), last)
		}
		last, seen[i] = distance(i), true
	}
	if len(seen) != 16 {
		t.Errorf("%d of 16 sets are listed", len(seen))
	}
}

// TestNoopOnlyWhenStuck fills every cell that red's spawn can jump to with
// blue pieces out of reach of a king's step.
func TestNoopOnlyWhenStuck(t *testing.T) {
	s, err := New().ParsePosition("B..../.B.../...../.B.../B.... 8 0 0")
	if err != nil {
		t.Fatal(err)
	}
	if moves := fmt.Sprint(s.Moves(nil)); moves != fmt.Sprint([]game.Move{noop}) {
		t.Errorf("red's moves are %s", moves)
	}
	s, err = New().ParsePosition("B..../.B.../...../.B.../.B... 8 0 0")
	if err != nil {
		t.Fatal(err)
	}
	if moves := s.Moves(nil); slices.Contains(moves, noop) || len(moves) != 1 {
		t.Errorf("red's moves are %v", moves)
	}
}

// TestEnds plays to the end: fifteen plies each, whatever happens.
func TestEnds(t *testing.T) {
	for captures, want := range map[string]float64{"2 1": 1, "1 2": -1, "3 3": 0} {
		s, err := New().ParsePosition("...../...../...../...../..... 29 " + captures)
		if err != nil {
			t.Fatal(err)
		}
		if s.Turn() != 1 {
			t.Fatalf("at ply 29 it is the turn of %d", s.Turn())
		}
		s.Play(s.Moves(nil)[0])
		if s.Turn() != game.Over || s.Score(0) != want || s.Score(1) != -want {
			t.Errorf("captures %s: turn %d, red has %g", captures, s.Turn(), s.Score(0))
		}
	}
}
