package breakthrough

import (
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// slowBoard is Breakthrough and its variants as one would tell them: a square
// of letters, and a look from every cell in every direction.
type slowBoard struct {
	size                    int
	holes, suicide, knights bool
	cells                   [9][9]byte // by x and y from 1: white w, black b, a hole #, else a dot
	plies                   int
}

func newSlow(size int, holes, suicide, knights bool) slowBoard {
	b := slowBoard{size: size, holes: holes, suicide: suicide, knights: knights}
	for x := 1; x <= size; x++ {
		for y := 1; y <= size; y++ {
			switch {
			case y <= 2:
				b.cells[x][y] = 'w'
			case y >= size-1:
				b.cells[x][y] = 'b'
			default:
				b.cells[x][y] = '.'
			}
		}
	}
	if holes {
		for _, hole := range [][2]int{{2, 3}, {3, 4}, {4, 3}, {5, 4}} {
			b.cells[hole[0]][hole[1]] = '#'
		}
	}
	return b
}

func (b slowBoard) mover() byte { return "wb"[b.plies%2] }

// steps is what the mover's pieces can do, were the game not over.
func (b slowBoard) steps() (moves []string) {
	const columns, rows = "abcdefgh", "12345678"
	ways := [][2]int{{-1, 1}, {0, 1}, {1, 1}}
	if b.knights {
		ways = [][2]int{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}}
	}
	forward := 1
	if b.mover() == 'b' {
		forward = -1
	}
	for x := 1; x <= b.size; x++ {
		for y := 1; y <= b.size; y++ {
			if b.cells[x][y] != b.mover() {
				continue
			}
			for _, way := range ways {
				x2, y2 := x+way[0], y+forward*way[1]
				if x2 < 1 || x2 > b.size || y2 < 1 || y2 > b.size {
					continue
				}
				there := b.cells[x2][y2]
				if there == b.mover() || there == '#' {
					continue
				}
				if there != '.' && x2 == x { // straight ahead takes nothing
					continue
				}
				moves = append(moves, columns[x-1:x]+rows[y-1:y]+"-"+columns[x2-1:x2]+rows[y2-1:y2])
			}
		}
	}
	return moves
}

// through is the side that has broken through, or a dot. In the suicide
// variant that side loses.
func (b slowBoard) through() byte {
	whites, blacks := 0, 0
	for x := 1; x <= b.size; x++ {
		for y := 1; y <= b.size; y++ {
			switch b.cells[x][y] {
			case 'w':
				if y == b.size {
					return 'w'
				}
				whites++
			case 'b':
				if y == 1 {
					return 'b'
				}
				blacks++
			}
		}
	}
	if b.holes {
		switch {
		case len(b.steps()) > 0:
			return '.'
		case b.mover() == 'w':
			return 'b'
		}
		return 'w'
	}
	switch {
	case blacks == 0:
		return 'w'
	case whites == 0:
		return 'b'
	}
	return '.'
}

func (b slowBoard) Turn() game.Player {
	if b.through() != '.' {
		return game.Over
	}
	return game.Player(b.plies % 2)
}

func (b slowBoard) Moves() []string {
	if b.through() != '.' {
		return nil
	}
	return b.steps()
}

func (b slowBoard) Play(move string) gametest.Slow {
	b.cells[move[0]-'a'+1][move[1]-'0'] = '.'
	b.cells[move[3]-'a'+1][move[4]-'0'] = b.mover()
	b.plies++
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	if (b.through() == "wb"[p]) != b.suicide {
		return 1
	}
	return -1
}

// drawn has the cells of a picture, top row first. Holes are drawn too.
func (b slowBoard) drawn(plies int, picture string) slowBoard {
	b.plies = plies
	for i, row := range strings.Fields(picture) {
		for j := range row {
			b.cells[j+1][b.size-i] = row[j]
		}
	}
	return b
}

func TestSlowRules(t *testing.T) {
	plain, small, large := newSlow(6, false, false, false), newSlow(5, false, false, false), newSlow(8, false, false, false)
	holes, suicide, knights := newSlow(6, true, false, false), newSlow(6, false, true, false), newSlow(8, false, false, true)
	for _, c := range []struct {
		name    string
		b       slowBoard
		plies   int
		picture string
		moves   string  // sorted
		white   float64 // its score, if there is no move
	}{
		{"straight ahead is blocked, diagonals take", plain, 0, "b..... ...... .bb... .w.... ...... ......", "b3-a4 b3-c4", 0},
		{"black goes down", plain, 1, "b..... ...... ...... .b.... .ww... ......", "a6-a5 a6-b5 b3-a2 b3-c2", 0},
		{"nobody takes his own", plain, 0, "b..... ...... ...... ..w... .ww... ......", "b2-a3 b2-b3 c2-b3 c2-d3 c3-b4 c3-c4 c3-d4", 0},
		{"white is through", plain, 1, "....w. b..... ...... ...... ...... w.....", "", 1},
		{"black is through", plain, 0, "b..... b..... ...... ...... w..... ..b...", "", -1},
		{"black has no piece left", plain, 1, "...... ...... ...... ..w... ...... ......", "", 1},
		{"white has no piece left", plain, 0, "...... ...... ...... ..b... ...... ......", "", -1},
		{"suicide: white is through", suicide, 1, "....w. b..... ...... ...... ...... w.....", "", -1},
		{"suicide: black is through", suicide, 0, "b..... b..... ...... ...... w..... ..b...", "", 1},
		{"suicide: black has no piece left", suicide, 1, "...... ...... ...... ..w... ...... ......", "", -1},
		{"suicide: white has no piece left", suicide, 0, "...... ...... ...... ..b... ...... ......", "", 1},
		{"suicide: no need to take", suicide, 0, "b..... ...... .bb... .w.... ...... ......", "b3-a4 b3-c4", 0},

		{"holes: no cell to enter", holes, 0, "b..... ...... ..#.#. .#.#.. ..w... ......", "c2-c3", 0},
		{"holes: white is blocked", holes, 0, "b..... ...... ..#.#. .#b#.. ..w... ......", "", -1},
		{"holes: only the mover can be blocked", holes, 1, "b..... ...... ..#.#. .#b#.. ..w... ......", "a6-a5 a6-b5 c3-b2 c3-d2", 0},
		{"holes: black is blocked", holes, 1, "...... ...b.. ..#w#. .#.#.. ...... w.....", "", 1},
		{"holes: white is not", holes, 0, "...... ...b.. ..#w#. .#.#.. ...... w.....", "a1-a2 a1-b2 d4-c5 d4-e5", 0},
		{"holes: black has no piece left, so no move", holes, 1, "...... ...... ..#w#. .#.#.. ...... ......", "", 1},
		{"holes: no piece of the other side ends nothing", holes, 0, "...... ...... ..#w#. .#.#.. ...... ......", "d4-c5 d4-d5 d4-e5", 0},
		{"holes: white is through", holes, 1, "w....b ...... ..#.#. .#.#.. ...... ......", "", 1},
		{"no holes: no block", plain, 0, "b..... ...... ...... ..b... ..w... ......", "c2-b3 c2-d3", 0},

		{"knights jump forward", knights, 0, "........ .......b ........ ..w.b... .www.... ...w.... ........ ........",
			"b4-a6 b4-c6 b4-d5 c4-a5 c4-b6 c4-d6 c4-e5 c5-a6 c5-b7 c5-d7 c5-e6 d3-e5 d3-f4 d4-b5 d4-c6 d4-e6 d4-f5", 0},
		{"black knights go down", knights, 1, "b....... ........ ........ ........ w....... .b...... ..w..... ........",
			"a8-b6 a8-c7 b3-a1 b3-c1 b3-d2", 0},
		{"knights: white is through", knights, 1, ".......w ........ ........ ........ w....... .b...... ..w..... ........", "", 1},
		{"knights: black has no piece left", knights, 1, "........ ........ ........ ........ w....... ........ ........ ........", "", 1},

		{"the small board starts so", small, 0, "bbbbb bbbbb ..... wwwww wwwww",
			"a2-a3 a2-b3 b2-a3 b2-b3 b2-c3 c2-b3 c2-c3 c2-d3 d2-c3 d2-d3 d2-e3 e2-d3 e2-e3", 0},
		{"the far rank of the large board", large, 0, "........ ........ ........ ..b..... ........ w....... ........ .......b", "", -1},
		{"a row short of it", large, 0, "........ .w...... ........ ..b..... ........ ........ ........ ........", "b7-a8 b7-b8 b7-c8", 0},
	} {
		b := c.b.drawn(c.plies, c.picture)
		moves := slices.Sorted(slices.Values(b.Moves()))
		if got := strings.Join(moves, " "); got != c.moves {
			t.Errorf("%s: the moves are %s", c.name, got)
		}
		if turn := b.Turn(); c.moves != "" {
			if turn != game.Player(c.plies%2) {
				t.Errorf("%s: the turn is %d", c.name, turn)
			}
		} else if turn != game.Over || b.Score(0) != c.white || b.Score(1) != -c.white {
			t.Errorf("%s: turn %d, scores %g and %g", c.name, turn, b.Score(0), b.Score(1))
		}
	}
	for _, b := range []slowBoard{small, plain, newSlow(7, false, false, false), large} {
		if n := len(b.Moves()); n != 3*b.size-2 {
			t.Errorf("%d moves at the start of size %d", n, b.size)
		}
	}
}
