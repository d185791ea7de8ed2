package freeforall

import (
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// slowBoard is the two-player free-for-all as one would tell it: a square of
// letters, and a look from every cell in every direction.
type slowBoard struct {
	cells    [8][8]byte // by x and y from 1: red R, blue B, else a dot
	captures [2]int
	plies    int
}

func newSlow() slowBoard {
	var b slowBoard
	for x := 1; x <= 7; x++ {
		for y := 1; y <= 7; y++ {
			b.cells[x][y] = '.'
		}
	}
	b.cells[1][4], b.cells[7][4] = 'R', 'B'
	return b
}

func (b slowBoard) over() bool { return b.plies == 30 }

func (b slowBoard) Turn() game.Player {
	if b.over() {
		return game.Over
	}
	return game.Player(b.plies % 2)
}

func (b slowBoard) Moves() (moves []string) {
	const columns, rows = "abcdefg", "1234567"
	if b.over() {
		return nil
	}
	mover, other := "RB"[b.plies%2], "BR"[b.plies%2]
	for x := 1; x <= 7; x++ {
		for y := 1; y <= 7; y++ {
			if b.cells[x][y] != mover {
				continue
			}
			for x2 := 2; x2 <= 6; x2++ {
				for y2 := 2; y2 <= 6; y2++ {
					dx, dy := max(x2-x, x-x2), max(y2-y, y-y2)
					jump := dx == 1 && dy == 2 || dx == 2 && dy == 1
					step := max(dx, dy) == 1
					if jump && b.cells[x2][y2] == '.' || step && b.cells[x2][y2] == other {
						moves = append(moves, columns[x-1:x]+rows[y-1:y]+"-"+columns[x2-1:x2]+rows[y2-1:y2])
					}
				}
			}
		}
	}
	if len(moves) == 0 {
		return []string{"noop"}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	if move != "noop" {
		from, to := &b.cells[move[0]-'a'+1][move[1]-'0'], &b.cells[move[3]-'a'+1][move[4]-'0']
		if *to != '.' {
			b.captures[b.plies%2]++
		}
		*to, *from = *from, '.'
		b.cells[1][4], b.cells[7][4] = 'R', 'B' // the spawn cells fill again
	}
	b.plies++
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	switch own, other := b.captures[p], b.captures[1-p]; {
	case own > other:
		return 1
	case own < other:
		return -1
	}
	return 0
}

// slowDraw makes a board from the rows of a picture, the top one first.
func slowDraw(plies int, picture string) slowBoard {
	b := slowBoard{plies: plies}
	for i, row := range strings.Fields(picture) {
		for j := range row {
			b.cells[j+1][7-i] = row[j]
		}
	}
	return b
}

func TestSlowRules(t *testing.T) {
	for _, c := range []struct {
		name    string
		plies   int
		picture string
		moves   string // sorted
	}{
		{"the start", 0, "....... ....... ....... R.....B ....... ....... .......", "a4-b2 a4-b6 a4-c3 a4-c5"},
		{"blue at the start", 1, "....... ....... ....... R.....B ....... ....... .......", "g4-e3 g4-e5 g4-f2 g4-f6"},
		{"a jump needs an empty cell, a step an enemy", 2, "....... ....... ..R.... R..B..B ...B... ....... .......",
			"a4-b2 a4-b6 a4-c3 c5-b3 c5-d4 c5-e4 c5-e6"},
		{"a spawn cell is left by steps too", 2, "....... ....... ..R.... RB.R..B ....... ....... .......",
			"a4-b2 a4-b4 a4-b6 a4-c3 c5-b3 c5-b4 c5-d3 c5-e4 c5-e6 d4-b3 d4-b5 d4-c2 d4-c6 d4-e2 d4-e6 d4-f3 d4-f5"},
		{"but never entered or taken", 3, "....... ....... ....... RB....B ....... ....... .......",
			"b4-c2 b4-c6 b4-d3 b4-d5 g4-e3 g4-e5 g4-f2 g4-f6"},
		{"nor is the border entered", 2, "....... .R..... ....... R.....B ....... .....R. .......",
			"a4-b2 a4-c3 a4-c5 b6-c4 b6-d5 f2-d3 f2-e4"},
		{"red is stuck", 2, "....... .B..... ..B.... R.....B ..B.... .B..... .......", "noop"},
		{"red is stuck but for one capture", 2, "....... .B..... ..B.... RB....B ..B.... .B..... .......", "a4-b4"},
		{"blue is stuck", 1, "....... .....R. ....R.. R.....B ....R.. .....R. .......", "noop"},
	} {
		b := slowDraw(c.plies, c.picture)
		moves := slices.Sorted(slices.Values(b.Moves()))
		if strings.Join(moves, " ") != c.moves || b.Turn() != game.Player(c.plies%2) {
			t.Errorf("%s: turn %d, the moves are %s", c.name, b.Turn(), moves)
		}
	}

	stuck := slowDraw(2, "....... .B..... ..B.... R.....B ..B.... .B..... .......")
	after := stuck
	after.plies++
	if stuck.Play("noop") != gametest.Slow(after) {
		t.Error("a noop changes more than the turn")
	}
	if b := newSlow().Play("a4-c5"); b != gametest.Slow(slowDraw(1, "....... ....... ..R.... R.....B ....... ....... .......")) {
		t.Errorf("red's spawn cell is not filled again: %v", b)
	}

	// Thirty plies: a line, and then the first move that takes nothing.
	for _, c := range []struct {
		line     string
		captures [2]int
		red      float64
	}{
		{"", [2]int{0, 0}, 0},
		{"a4-c5 g4-e5 c5-e4 g4-f2 e4-e5", [2]int{1, 0}, 1},
		{"a4-c5 g4-e5 c5-e4 e5-e4", [2]int{0, 1}, -1},
		{"a4-c5 g4-e5 c5-e4 e5-e4 a4-c3 g4-f6 c3-d5 g4-f2 d5-e4", [2]int{1, 1}, 0},
		{"a4-c5 g4-e5 c5-e4 e5-e4 a4-c3 g4-f6 c3-d5 g4-f2 d5-e4 f6-d5 e4-d5", [2]int{2, 1}, 1},
	} {
		line, b := strings.Fields(c.line), newSlow()
		for plies := range 30 {
			moves := b.Moves()
			i := 0
			if plies < len(line) {
				i = slices.Index(moves, line[plies])
			} else {
				i = slices.IndexFunc(moves, func(move string) bool { return b.Play(move).(slowBoard).captures == b.captures })
			}
			if b.Turn() != game.Player(plies%2) || i < 0 {
				t.Fatalf("%q, ply %d: turn %d, the moves are %v", c.line, plies, b.Turn(), moves)
			}
			b = b.Play(moves[i]).(slowBoard)
		}
		if b.Turn() != game.Over || len(b.Moves()) > 0 || b.captures != c.captures || b.Score(0) != c.red || b.Score(1) != -c.red {
			t.Errorf("%q: turn %d, captures %v, scores %g and %g", c.line, b.Turn(), b.captures, b.Score(0), b.Score(1))
		}
	}
}
