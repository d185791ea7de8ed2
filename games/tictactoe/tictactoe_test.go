package tictactoe

import (
	"fmt"
	"strings"
	"testing"

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

// slowBoard is a text of cells from the top left, and a look from every cell
// in every direction.
type slowBoard struct {
	size, run int
	cells     string
}

func (b slowBoard) winner() byte {
	for start := range b.cells {
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			n, column, row := 0, start%b.size, start/b.size
			for n < b.run && column >= 0 && column < b.size && row < b.size && b.cells[row*b.size+column] == b.cells[start] {
				n, column, row = n+1, column+step[0], row+step[1]
			}
			if n == b.run && b.cells[start] != '.' {
				return b.cells[start]
			}
		}
	}
	return '.'
}

func (b slowBoard) plies() int { return len(b.cells) - strings.Count(b.cells, ".") }

func (b slowBoard) Turn() game.Player {
	if len(b.Moves()) == 0 {
		return game.Over
	}
	return game.Player(b.plies() % 2)
}

func (b slowBoard) Moves() (moves []string) {
	if b.winner() != '.' {
		return nil
	}
	for cell, symbol := range b.cells {
		if symbol == '.' {
			moves = append(moves, fmt.Sprintf("%c%d", 'a'+cell%b.size, b.size-cell/b.size))
		}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	cell := (b.size-int(move[1]-'0'))*b.size + int(move[0]-'a')
	b.cells = b.cells[:cell] + "XO"[b.plies()%2:b.plies()%2+1] + b.cells[cell+1:]
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	switch b.winner() {
	case '.':
		return 0
	case "XO"[p]:
		return 1
	}
	return -1
}

func TestAgainstSlowBoard(t *testing.T) {
	for size := 2; size <= maxSize; size++ {
		for run := 2; run <= size; run++ {
			gametest.Compare(t, must(New(size, run)), slowBoard{size, run, strings.Repeat(".", size*size)}, 5000)
		}
	}
	gametest.Compare(t, must(New(3, 3)), slowBoard{3, 3, "........."}, 300_000)
}

// TestIsADraw solves the game: with best play game.Nobody wins.
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
