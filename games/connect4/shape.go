package connect4

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"gambito/game"
	"gambito/game/grid"
)

// shape is what boards of any size have in common.
type shape struct {
	columns, rows, run int
	stride             uint // bits a column, one more than its cells
	grid               grid.Grid
	info               game.Info
}

// newShape is that of a board that may have so many bits.
func newShape(columns, rows, run, most int) (shape, error) {
	switch {
	case columns < 1 || rows < 1 || columns*(rows+1) > most:
		return shape{}, fmt.Errorf("a board of %d columns and %d rows does not fit: columns × (rows + 1) may be at most %d", columns, rows, most)
	case run < 2 || run > max(columns, rows):
		return shape{}, fmt.Errorf("a run of %d cannot be made: on %d columns and %d rows it may be 2 to %d", run, columns, rows, max(2, columns, rows))
	}
	return shape{
		columns: columns, rows: rows, run: run,
		stride: uint(rows + 1),
		grid:   grid.Grid{Columns: columns, Rows: rows},
		info: game.Info{
			ID:       id(columns, rows, run),
			Name:     "Connect 4",
			Roles:    []string{"red", "yellow"},
			MaxMoves: columns,
			MaxPlies: columns * rows,
		},
	}, nil
}

func id(columns, rows, run int) string {
	var options []string
	if columns != 7 || rows != 6 {
		options = append(options, fmt.Sprintf("%dx%d", columns, rows))
	}
	if run != 4 {
		options = append(options, fmt.Sprintf("run=%d", run))
	}
	if options == nil {
		return "connect4"
	}
	return "connect4:" + strings.Join(options, ",")
}

// Size returns the columns and rows of the board and the run that wins.
func (g *shape) Size() (columns, rows, run int) { return g.columns, g.rows, g.run }

// Info implements game.Game.
func (g *shape) Info() game.Info { return g.info }

// FormatMove implements game.Game: a move is its column, counted from 1.
func (*shape) FormatMove(_ game.State, m game.Move) string { return strconv.Itoa(int(m) + 1) }

// parseMove reads a move of whoever's turn it is, where some columns are full.
func (g *shape) parseMove(text string, turn game.Player, full func(column int) bool) (game.Move, error) {
	column, err := strconv.ParseUint(text, 10, 8)
	switch {
	case err != nil || column < 1 || column > uint64(g.columns):
		return 0, fmt.Errorf("%q is not a column: columns are 1 to %d", text, g.columns)
	case turn == game.Over:
		return 0, fmt.Errorf("column %d: the game is over", column)
	case full(int(column) - 1):
		return 0, fmt.Errorf("column %d is full", column)
	}
	return game.Move(column - 1), nil
}

// JoinMoves implements game.MoveLister: where every column is one digit,
// moves need no space between them.
func (g *shape) JoinMoves(texts []string) string {
	if g.columns > 9 {
		return strings.Join(texts, " ")
	}
	return strings.Join(texts, "")
}

// SplitMoves implements game.MoveLister. Spaces and commas are welcome in any case.
func (g *shape) SplitMoves(line string) []string {
	words := strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	if g.columns > 9 {
		return words
	}
	return strings.Split(strings.Join(words, ""), "")
}

const symbols = ".XO"

// formatPosition writes rows from the top separated by "/", X the first player's
// stones and O the second's. Whose turn it is follows from their number.
func (g *shape) formatPosition(owner func(cell int) game.Player) string {
	return g.grid.FormatRows(func(cell int) byte {
		if p := owner(cell); p != game.Nobody {
			return symbols[1+p]
		}
		return symbols[0]
	}, "/")
}

// parseRows reads the symbols of a position, by their numbers.
func (g *shape) parseRows(text string) ([]int, error) {
	cells, err := g.grid.ParseRows(text, symbols, "/")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	return cells, nil
}

// What is wrong with positions that no game can lead to.

var errHanging = errors.New("a stone hangs in the air")

func checkCounts(first, second int) error {
	if ahead := first - second; ahead != 0 && ahead != 1 {
		return fmt.Errorf("%d X and %d O: X moves first, so there must be as many X as O or one more", first, second)
	}
	return nil
}

func (g *shape) errMovedOn(who string) error {
	return fmt.Errorf("there is a line of %d, but %s moved after it", g.run, who)
}

func (g *shape) errLines(who string) error {
	return fmt.Errorf("%s has lines of %d that no single last stone makes", who, g.run)
}

// Symmetries implements game.Symmetric: the identity and the mirror image.
func (*shape) Symmetries() int { return 2 }

// TransformMove implements game.Symmetric.
func (g *shape) TransformMove(m game.Move, k int) game.Move {
	if k == 1 {
		return game.Move(g.columns-1) - m
	}
	return m
}

// Marks implements game.Marked.
func (*shape) Marks() []game.Mark {
	return game.NewMarks(game.Blue, "XO", "●●", game.Red, game.Yellow)
}

// draw draws a position: whose stone is on a cell, whether it is part of a line that
// has won, and whether a stone can fall there.
func (g *shape) draw(owner func(cell int) game.Player, won, target func(cell int) bool) game.Board {
	b := game.Board{
		Columns: g.columns, Rows: g.rows,
		Cells:   make([]game.Cell, g.grid.Size()),
		Surface: game.Blue,
		Pieces:  []game.Colour{game.Red, game.Yellow},
	}
	for c := range g.columns {
		b.ColumnLabels = append(b.ColumnLabels, strconv.Itoa(c+1))
	}
	for cell := range b.Cells {
		if p := owner(cell); p == game.Nobody {
			b.Cells[cell] = game.Cell{Target: target(cell)}
		} else {
			b.Cells[cell] = game.Cell{Symbol: rune(symbols[1+p]), Glyph: '●', Owner: p, Won: won(cell)}
		}
	}
	return b
}
