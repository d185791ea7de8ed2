package darkhex

import (
	"testing"

	"gambito/game/gametest"
)

var facts = gametest.Facts{
	BadMoves:         []string{"d1", "a4", "pass"},
	BadPositions:     []string{"b2 b2 b2", "b2  a1", "begin b2"},
	NoTranspositions: true,
	NoWinningMoves:   true,
	Perft:            []uint64{1, 9, 81, 648, 5112},
}

func TestLaws(t *testing.T) {
	g, err := New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g, facts)
}

func FuzzParse(f *testing.F) {
	g, err := New(3, 3)
	if err != nil {
		f.Fatal(err)
	}
	gametest.Fuzz(f, g, facts)
}

// TestJoined: neighbours are six.
func TestJoined(t *testing.T) {
	h := newHex(3, 3)
	for _, c := range []struct {
		stones uint64
		player int
		joined bool
	}{
		{0b100_010_001 /* a3 b2 c1, down to the right */, 0, true}, // neighbours: a row below is half a cell to the left
		{0b001_010_100 /* c3 b2 a1 */, 0, false},
		{0b000_000_111, 1, true}, {0b111_000_000, 0, false}, {0b001_001_001, 0, true},
	} {
		if got := h.joined(c.stones, 0); c.player == 0 && got != c.joined {
			t.Errorf("%09b: red %v", c.stones, got)
		}
		if got := h.joined(c.stones, 1); c.player == 1 && got != c.joined {
			t.Errorf("%09b: blue %v", c.stones, got)
		}
	}
	// In a full board just one player has joined its sides.
	for red := range uint64(1 << 9) {
		if h.joined(red, 0) == h.joined(^red&h.all, 1) {
			t.Fatalf("%09b: both or nobody", red)
		}
	}
}
