package phantomtictactoe

import (
	"testing"

	"gambito/game/gametest"
)

var facts = gametest.Facts{
	BadMoves:         []string{"d1", "a4", "pass"},
	BadPositions:     []string{"b2 b2 b2", "b2  a1", "begin b2", "a1 b1 a2 b2 a3 b3"},
	NoTranspositions: true,
	NoWinningMoves:   true,
	Perft:            []uint64{1, 9, 81, 648, 5112},
}

func TestLaws(t *testing.T) {
	g, err := New(3)
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g, facts)
}

func FuzzParse(f *testing.F) {
	g, err := New(3)
	if err != nil {
		f.Fatal(err)
	}
	gametest.Fuzz(f, g, facts)
}
