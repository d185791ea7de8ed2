package atarigo

import (
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

func must(size int) *Game {
	g, err := New(size)
	if err != nil {
		panic(err)
	}
	return g
}

var standard = gametest.Facts{
	Perft:    []uint64{1, 49, 2352, 110544},
	BadMoves: []string{"h1", "a8", "a0", "4", "pass"},
	BadPositions: []string{
		"O....../......./......./......./......./......./.......", // white first
		"XX...../......./......./......./......./......./.......", // black twice
		"OX...XO/X.....X/......./...O.../......./......./.......", // two corners dead at once
		"XO./O../...", // too small
	},
}

func TestConformance(t *testing.T) {
	gametest.Run(t, must(7), standard)
	for size, perft := range map[int][]uint64{2: {1, 4, 12, 24}, 5: {1, 25, 600}, 8: {1, 64, 4032}, 9: {1, 81, 6480}} {
		t.Run(must(size).Info().ID, func(t *testing.T) { gametest.Run(t, must(size), gametest.Facts{Perft: perft}) })
	}
}

func TestAgainstSlowBoard(t *testing.T) {
	for size := minSize; size <= maxSize; size++ {
		leaves := uint64(600_000)
		if size == 7 {
			leaves = 5_500_000
		}
		gametest.Compare(t, must(size), newSlow(size), leaves)
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, must(7), standard) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, must(7)) }

func TestNewRefuses(t *testing.T) {
	for _, size := range []int{-1, 0, 1, 10, 19} {
		if g, err := New(size); err == nil {
			t.Errorf("New(%d) gives %s", size, g.Info().ID)
		}
	}
}

// TestRules checks who wins when a stone is played, by hand.
func TestRules(t *testing.T) {
	g := must(3)
	for _, c := range []struct {
		name, position, move string
		black                float64 // 0: the game goes on
	}{
		{"a capture in the corner", "OX./.../...", "a2", 1},
		{"nothing happens", "OX./.../...", "c1", 0},
		{"suicide", ".X./X../.OO", "a3", 0},
		{"white's suicide", ".X./X../..O", "a3", 1},
		{"both groups dead, the mover wins", "XXO/X.O/XOO", "b2", 1},
	} {
		s, err := g.ParsePosition(c.position)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m, err := g.ParseMove(s, c.move)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s.Play(m)
		score := 0.0
		if s.Turn() == game.Over {
			score = s.Score(0)
		}
		if score != c.black {
			t.Errorf("%s: black has %g, not %g", c.name, score, c.black)
		}
	}
}
