package knightfight

import (
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

const start = ".........B/........../........../........../........../........../........../........../........../W......... W-move"

var facts = gametest.Facts{
	Perft:            []uint64{1, 2, 4, 8, 16, 96, 176, 976, 1776, 9776},
	NoTranspositions: true, // every path leaves arrows of its own, near the start
	BadMoves:         []string{"a2", "a1", "ortho", "diag", "k1", "a11", "c1"},
	BadPositions: []string{
		strings.Replace(start, "W-move", "", 1),
		strings.Replace(start, "W-move", "W-jump", 1),
		strings.Replace(start, "B", ".", 1),
		strings.Replace(start, "...B", "..BB", 1),
		strings.Replace(start, "W.", "W?", 1),
		strings.Replace(start, "B/", "B", 1),
		strings.Replace(strings.Replace(start, "W-move", "B-attack", 1), "B/", "b/", 1), // black has not acted
	},
}

func TestConformance(t *testing.T) { gametest.Run(t, New(), facts) }

func TestAgainstSlowBoard(t *testing.T) { gametest.Compare(t, New(), newSlow(), 2_000_000) }

func FuzzParse(f *testing.F) { gametest.Fuzz(f, New(), facts) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, New()) }

// TestEnds checks who loses, by hand.
func TestEnds(t *testing.T) {
	near := strings.Repeat("........../", 4) + "....W...../.....B..../" + strings.Repeat("........../", 3) + ".......... "
	for _, c := range []struct {
		name, position, move string
		white                float64 // 0: the game goes on
	}{
		{"an attack beside oneself", near + "B-attack", "ortho", 0},
		{"an attack that hits one's own cell", near + "B-attack", "diag", 1},
		{"white's attack that hits its own cell", near + "W-attack", "diag", -1},
		{"a jump onto an arrow", strings.Repeat("........../", 2) + ".....*..../" + near[33:] + "W-move", "f8", -1},
		{"a quiet jump", near + "W-move", "g7", 0},
	} {
		s, err := New().ParsePosition(c.position)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m, err := New().ParseMove(s, c.move)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s.Play(m)
		score := 0.0
		if s.Turn() == game.Over {
			score = s.Score(0)
		}
		if score != c.white {
			t.Errorf("%s: white has %g, not %g", c.name, score, c.white)
		}
	}
}
