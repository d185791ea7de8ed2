package connect4

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

var standard = gametest.Facts{
	Perft:    []uint64{1, 7, 49, 343, 2401, 16807, 117649, 823536},
	BadMoves: []string{"0", "8", "a", "1.5", "+1 ", "44"},
	BadPositions: []string{
		"......./......./......./......./......./......O",                 // O moved first
		"......./......./......./......./X....../.......",                 // hangs
		"......./......./......./......./......./XX.....",                 // X twice
		"......./......./......./......./......./XxO....",                 // no such symbol
		"......./......./......./......./OOO..../XXXX..O",                 // O moved on after X won
		"......./......./......./OOOO.../XXXX.../XXXOOOX",                 // both won
		"......./......./X.....X/X.....X/XOO.OOX/XOOOXOX",                 // two lines, no common top stone
		"......./......./......./......./......./......./......./.......", // eight rows
		"......./......./......./......./.......",                         // five rows
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
		columns, rows, run int
		facts              gametest.Facts
	}{
		{7, 6, 4, standard},
		{8, 6, 4, gametest.Facts{Perft: []uint64{1, 8, 64, 512, 4096}}},
		{5, 4, 3, gametest.Facts{Perft: []uint64{1, 5, 25, 125}}},
		{8, 7, 5, gametest.Facts{Perft: []uint64{1, 8, 64, 512}, BadMoves: []string{"9"}}},
		{16, 3, 4, gametest.Facts{Perft: []uint64{1, 16, 256}, BadMoves: []string{"17"}}},
		{2, 3, 2, gametest.Facts{Perft: []uint64{1, 2, 4, 8}, NoTranspositions: true}},
	} {
		g := must(New(c.columns, c.rows, c.run))
		t.Run(g.Info().ID, func(t *testing.T) { gametest.Run(t, g, c.facts) })
	}
}

func FuzzParse(f *testing.F) { gametest.Fuzz(f, must(New(7, 6, 4)), standard) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchmarkPlayout(b, must(New(7, 6, 4))) }

func TestNewRefuses(t *testing.T) {
	for _, c := range [][3]int{{99, 99, 4}, {0, 6, 4}, {7, 0, 4}, {-1, -1, 4}, {9, 7, 4}, {7, 6, 1}, {7, 6, 8}, {1, 1, 2}} {
		if g, err := New(c[0], c[1], c[2]); err == nil {
			t.Errorf("New%v gives %s", c, g.Info().ID)
		}
	}
}

// slowBoard is Connect 4 as one would tell it: a list of columns, each a text
// of stones from the bottom up, and a look from every cell in every direction.
type slowBoard struct {
	rows, run int
	columns   []string
	plies     int
}

func newSlowBoard(columns, rows, run int) slowBoard {
	return slowBoard{rows: rows, run: run, columns: make([]string, columns)}
}

// at is X, O, or a blank for an empty cell or one outside the board.
func (b slowBoard) at(column, row int) byte {
	if column < 0 || column >= len(b.columns) || row < 0 || row >= len(b.columns[column]) {
		return ' '
	}
	return b.columns[column][row]
}

func (b slowBoard) winner() byte {
	for column := range b.columns {
		for row := range b.rows {
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				n := 0
				for n < b.run && b.at(column+n*step[0], row+n*step[1]) == b.at(column, row) {
					n++
				}
				if n == b.run && b.at(column, row) != ' ' {
					return b.at(column, row)
				}
			}
		}
	}
	return ' '
}

func (b slowBoard) Turn() game.Player {
	if len(b.Moves()) == 0 {
		return game.Over
	}
	return game.Player(b.plies % 2)
}

func (b slowBoard) Moves() (moves []string) {
	if b.winner() != ' ' {
		return nil
	}
	for column, stones := range b.columns {
		if len(stones) < b.rows {
			moves = append(moves, strconv.Itoa(column+1))
		}
	}
	return moves
}

func (b slowBoard) Play(move string) gametest.Slow {
	column, _ := strconv.Atoi(move)
	b.columns = slices.Clone(b.columns)
	b.columns[column-1] += "XO"[b.plies%2 : b.plies%2+1]
	b.plies++
	return b
}

func (b slowBoard) Score(p game.Player) float64 {
	switch b.winner() {
	case ' ':
		return 0
	case "XO"[p]:
		return 1
	}
	return -1
}

func TestAgainstSlowBoard(t *testing.T) {
	for columns := 1; columns <= 12; columns++ {
		for rows := 1; columns*(rows+1) <= 64; rows += 1 + rows/6 {
			for run := 2; run <= min(max(columns, rows), 7); run++ {
				gametest.Compare(t, must(New(columns, rows, run)), newSlowBoard(columns, rows, run), 200)
			}
		}
	}
	gametest.Compare(t, must(New(7, 6, 4)), newSlowBoard(7, 6, 4), 900_000)
}

// TestWinThroughEveryLine makes every line of four on the board, so that no
// direction and no edge is left to chance.
func TestWinThroughEveryLine(t *testing.T) {
	g := must(New(7, 6, 4))
	lines := 0
	for cell := range g.grid.Size() {
		column, row := cell%7, cell/7
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			endColumn, endRow := column+3*step[0], row+3*step[1]
			if endColumn < 0 || endColumn > 6 || endRow > 5 {
				continue
			}
			var line uint64
			for i := range 4 {
				line |= g.cellBit(cell + i*(step[0]+7*step[1]))
			}
			lines++
			if !g.hasRun(line) {
				t.Errorf("no run seen in %x", line)
			}
			for stone := line; stone != 0; stone &= stone - 1 {
				if g.hasRun(line &^ (stone & -stone)) {
					t.Errorf("a run seen in three stones of %x", line)
				}
			}
		}
	}
	if lines != 69 {
		t.Errorf("%d lines of four, not 69", lines)
	}
}

func TestMoveLines(t *testing.T) {
	narrow, wide := must(New(7, 6, 4)), must(New(16, 3, 4))
	for _, c := range []struct {
		g    *Game
		line string
		ok   bool
	}{
		{narrow, "4433", true}, {narrow, "44 33", true}, {narrow, "", true}, {narrow, "448", false}, {narrow, "4444444", false},
		{narrow, "12121212", false}, {wide, "16 1 12", true}, {wide, "1611", false},
	} {
		if _, err := game.ParseLine(c.g, c.g.New(), c.line); (err == nil) != c.ok {
			t.Errorf("%s: line %q: %v", c.g.Info().ID, c.line, err)
		}
	}
}

// TestRandomResults pins the frequencies of random play, which are known from
// the literature to be near 55.6 % first, 44.1 % second, 0.25 % drawn.
func TestRandomResults(t *testing.T) {
	const playouts = 40_000
	g := must(New(7, 6, 4))
	s, r := g.New().(game.Playouter), rand.New(rand.NewPCG(1, 1))
	first := 0.0
	for range playouts {
		s.CopyFrom(g.New())
		s.Playout(r)
		first += max(s.Score(0), 0)
	}
	if share := first / playouts; share < 0.545 || share > 0.566 {
		t.Errorf("the first player wins %.1f %% of random games", 100*share)
	}
}
