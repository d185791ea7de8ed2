package atarigo

import (
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

const slowColumns, slowRows = "abcdefghj", "123456789"

// slowBoard is Atari Go as one would tell it: a square of letters, and a walk
// through the group of every stone in search of a liberty.
type slowBoard struct {
	size  int
	cells [10][10]byte // by x and y from 1: black B, white W, else a dot
	plies int
}

func newSlow(size int) slowBoard {
	b := slowBoard{size: size}
	for x := 1; x <= size; x++ {
		for y := 1; y <= size; y++ {
			b.cells[x][y] = '.'
		}
	}
	return b
}

// free says whether the stone at x, y or one it hangs together with, other
// than those seen, has a liberty.
func (b slowBoard) free(x, y int, seen *[10][10]bool) bool {
	seen[x][y] = true
	for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		x2, y2 := x+way[0], y+way[1]
		if x2 < 1 || x2 > b.size || y2 < 1 || y2 > b.size {
			continue
		}
		if b.cells[x2][y2] == '.' {
			return true
		}
		if b.cells[x2][y2] == b.cells[x][y] && !seen[x2][y2] && b.free(x2, y2, seen) {
			return true
		}
	}
	return false
}

// caught says whether colour has a group without liberties.
func (b slowBoard) caught(colour byte) bool {
	for x := 1; x <= b.size; x++ {
		for y := 1; y <= b.size; y++ {
			if b.cells[x][y] == colour && !b.free(x, y, new([10][10]bool)) {
				return true
			}
		}
	}
	return false
}

// winner is B, W, or a dot if the game goes on.
func (b slowBoard) winner() byte {
	mover, other := "WB"[b.plies%2], "BW"[b.plies%2] // mover made the last move
	switch {
	case b.caught(other):
		return mover
	case b.caught(mover):
		return other
	}
	return '.'
}

func (b slowBoard) Turn() game.Player {
	if b.winner() != '.' {
		return game.Over
	}
	return game.Player(b.plies % 2)
}

func (b slowBoard) Moves() (moves []string) {
	if b.winner() != '.' {
		return nil
	}
	for x := 1; x <= b.size; x++ {
		for y := 1; y <= b.size; y++ {
			if b.cells[x][y] == '.' {
				moves = append(moves, slowColumns[x-1:x]+slowRows[y-1:y])
			}
		}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	x, y := strings.IndexByte(slowColumns, move[0])+1, strings.IndexByte(slowRows, move[1])+1
	b.cells[x][y] = "BW"[b.plies%2]
	b.plies++
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	if b.winner() == "BW"[p] {
		return 1
	}
	return -1
}

func TestSlowRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		size  int
		line  string
		black float64 // its score, or 0 if the game goes on
	}{
		{"black takes", 3, "c3 a1 a2 b3 b1", 1},
		{"white takes", 3, "a1 a2 c3 b1", -1},
		{"suicide of one stone", 3, "c3 a2 c2 b1 a1", -1},
		{"suicide of white", 3, "a2 c3 b1 a1", 1},
		{"suicide of two stones", 4, "a1 a2 d4 b2 d3 c1 b1", -1},
		{"suicide only looks so: the group has a liberty", 4, "a1 a2 d4 b2 d3 d1 b1", 0},
		{"both without liberties: the mover wins", 3, "a3 a2 b2 b1 c1 c3 a1", 1},
		{"diagonals hold nothing together", 3, "c3 a1 a2 b2 b1", 1},
		{"diagonals surround nothing", 3, "c3 b2 a1 c1 a3", 0},
		{"a liberty of one stone is enough for its group", 3, "a1 a2 b1 b2", 0},
		{"and then the last one goes", 3, "a1 a2 b1 b2 c3 c1", -1},
		{"a full board: the mover wins", 2, "a1 b1 a2 b2", -1},
		{"three stones can end it", 2, "a1 a2 b2", 1},
		{"opposite corners", 2, "a1 b2", 0},
		{"opposite corners, and black still has b1", 2, "a1 b2 a2", 0},
		{"the last column and row", 9, "j9 h9 a1 j8", -1},
	} {
		var b gametest.Slow = newSlow(c.size)
		line := strings.Fields(c.line)
		for i, move := range line {
			if b.Turn() != game.Player(i%2) || !slices.Contains(b.Moves(), move) {
				t.Errorf("%s: %s is no move", c.name, move)
			}
			b = b.Play(move)
		}
		switch moves := b.Moves(); {
		case c.black == 0:
			if b.Turn() != game.Player(len(line)%2) || len(moves) != c.size*c.size-len(line) {
				t.Errorf("%s: turn %d, moves %v", c.name, b.Turn(), moves)
			}
		case b.Turn() != game.Over || len(moves) > 0 || b.Score(0) != c.black || b.Score(1) != -c.black:
			t.Errorf("%s: turn %d, scores %g and %g, moves %v", c.name, b.Turn(), b.Score(0), b.Score(1), moves)
		}
	}
	moves := newSlow(9).Moves()
	if len(moves) != 81 || !slices.Contains(moves, "j9") || slices.Contains(moves, "i9") {
		t.Errorf("on the empty 9x9 board the moves are %v", moves)
	}
}
