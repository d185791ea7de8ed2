package sheepwolf

import (
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

var facts = gametest.Facts{
	Perft:    []uint64{1, 2, 14, 56, 344, 1032, 6264},
	BadMoves: []string{"d8-d7", "d8", "d8-e8", "a1-b2", "d8-f6", "e7-d8"},
	BadPositions: []string{
		"...W..../......../......../......../......../......../......../S.S.S...", // a sheep is missing
		"......../......../......../......../......../......../......../S.S.S.S.", // no wolf
		"..W...../......../......../......../......../......../......../S.S.S.S.", // on a light cell
		"...W..../......../......../......../......../......../......../S.S.S.SS",
	},
}

func TestConformance(t *testing.T) { gametest.Run(t, New(), facts) }

func TestAgainstSlowBoard(t *testing.T) { gametest.Compare(t, New(), newSlow(), 2_000_000) }

func FuzzParse(f *testing.F) { gametest.Fuzz(f, New(), facts) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, New()) }

// TestEnds checks who wins where, by hand.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, position string
		wolf           float64 // 0: the game goes on
	}{
		{"the start", "...W..../......../......../......../......../......../......../S.S.S.S.", 0},
		{"level with the last sheep", ".......S/......../...S.S../......../.W.S..../......../......../........", 1},
		{"above the last sheep", ".......S/......../...S.S../W......./...S..../......../......../........", 0},
		{"shut in at the top", "...W..../..S.S.../......../S.....S./......../......../......../........", -1},
		{"shut in at the edge", "......../......../......../W......./.S...S.S/......../......../S.......", 0},
		{"no sheep can move", ".S.S.S.S/......../......../......../......../......../......../W.......", 1},
	} {
		s, err := New().ParsePosition(c.position)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		score := 0.0
		if s.Turn() == game.Over {
			score = s.Score(wolf)
		}
		if score != c.wolf {
			t.Errorf("%s: the wolf has %g, not %g", c.name, score, c.wolf)
		}
	}
}
