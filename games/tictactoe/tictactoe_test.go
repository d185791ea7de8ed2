package tictactoe

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"gambito/game"
	"gambito/game/gametest"
)

var standard = gametest.Facts{
	// Games that end early count where they end.
	Perft:    []uint64{1, 9, 72, 504, 3024, 15120, 56160, 154944, 255168, 255168},
	BadMoves: []string{"0", "d1", "a4", "a0", "a01", "1a", "aa"},
	BadPositions: []string{
		"O../.../...",             // O moved first
		"XX./.../...",             // X twice
		"XXX/OOO/...",             // both won
		"XXX/OO./O..",             // O moved on after X won
		"XX/OO",                   // too small
		"XXXX/OOO./..../....",     // too large
		"X.?/.O./...",             // no such symbol
		"XXX/OO./..X/...",         // a row too many
		"X../.O./...\nX../.O./..", // two lines
	},
}

func must(g *Game, err error) *Game {
	if err != nil {
		panic(err)
	}
	return g
}

func TestConformance(t *testing.T) {
	for _, c := range []struct {
		size, run int
		facts     gametest.Facts
	}{
		{3, 3, standard},
		{5, 5, gametest.Facts{Perft: []uint64{1, 25, 600, 13800}}},
		{5, 4, gametest.Facts{Perft: []uint64{1, 25, 600}, BadPositions: []string{"XXXX./OOO.O/XXXX./OOO../....."}}},
		{8, 5, gametest.Facts{Perft: []uint64{1, 64, 4032}, BadMoves: []string{"i1", "a9"}}},
		{4, 2, gametest.Facts{Perft: []uint64{1, 16, 240}}},
	} {
		g := must(New(c.size, c.run))
		t.Run(g.Info().ID, func(t *testing.T) { gametest.Run(t, g, c.facts) })
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, must(New(3, 3)), standard) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, must(New(3, 3))) }

func TestNewRefuses(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {1, 1}, {9, 3}, {-3, 3}, {3, 4}, {3, 1}, {3, 0}} {
		if g, err := New(c[0], c[1]); err == nil {
			t.Errorf("New%v gives %s", c, g.Info().ID)
		}
	}
}

// slowWinner looks from every cell in every direction.
func slowWinner(cells []byte, size, run int) byte {
	for start, symbol := range cells {
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			n, column, row := 0, start%size, start/size
			for n < run && column >= 0 && column < size && row < size && cells[row*size+column] == symbol {
				n, column, row = n+1, column+step[0], row+step[1]
			}
			if n == run && symbol != '.' {
				return symbol
			}
		}
	}
	return '.'
}

// TestAgainstSlowBoard plays random games on random boards in lock-step.
func TestAgainstSlowBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, maxSize).Draw(t, "size")
		run := rapid.IntRange(2, size).Draw(t, "run")
		g := must(New(size, run))
		cells := []byte{}
		for range size * size {
			cells = append(cells, '.')
		}
		s := g.New()
		for ply := 0; ; ply++ {
			if got, want := g.FormatPosition(s), g.grid.FormatRows(func(c int) byte { return cells[c] }, "/"); got != want {
				t.Fatalf("%s: position %s, slow board %s", g.Info().ID, got, want)
			}
			var free []game.Move
			winner := slowWinner(cells, size, run)
			for cell, symbol := range cells {
				if symbol == '.' && winner == '.' {
					free = append(free, game.Move(cell))
				}
			}
			if got, want := fmt.Sprint(s.Moves(nil)), fmt.Sprint(free); got != want {
				t.Fatalf("%s %s: moves %s, slow board %s", g.Info().ID, cells, got, want)
			}
			if len(free) == 0 {
				want := map[byte]float64{'.': 0, 'X': 1, 'O': -1}[winner]
				if got := s.Score(0); got != want {
					t.Fatalf("%s %s: score %g, slow board %g", g.Info().ID, cells, got, want)
				}
				return
			}
			m := rapid.SampledFrom(free).Draw(t, "move")
			s.Play(m)
			cells[m] = "XO"[ply%2]
		}
	})
}

// TestIsADraw solves the game: with best play nobody wins.
func TestIsADraw(t *testing.T) {
	var solve func(s game.Undoer) float64 // for the player to move
	solve = func(s game.Undoer) float64 {
		player, best := s.Turn(), -1.0
		for _, m := range s.Moves(nil) {
			s.Play(m)
			if s.Turn() == game.Over {
				best = max(best, s.Score(player))
			} else {
				best = max(best, -solve(s))
			}
			s.Undo(m)
		}
		return best
	}
	if v := solve(must(New(3, 3)).New().(game.Undoer)); v != 0 {
		t.Errorf("the value is %g", v)
	}
}
