// Package grid has what games on rectangular boards share: cells named by
// letter and number, boards written as rows of symbols, and the parts of a
// drawing that follow from them. Cells are numbered row by row from the top
// left.
package grid

import (
	"fmt"
	"strconv"
	"strings"

	"gambito/game"
)

// Grid is the shape of a board and the way its cells are named.
type Grid struct {
	Columns, Rows int
	TopRowIsOne   bool // a1 is the top left cell, as in Othello; else the bottom left, as in chess
	NoColumnI     bool // the ninth column is j, as in Go
}

// Size is the number of cells.
func (g Grid) Size() int { return g.Columns * g.Rows }

// rowNumber is the number that players give to a row, counted from the top.
func (g Grid) rowNumber(row int) int {
	if g.TopRowIsOne {
		return row + 1
	}
	return g.Rows - row
}

// FormatCell names a cell, such as "d3".
func (g Grid) FormatCell(cell int) string {
	return g.columnLetter(cell%g.Columns) + strconv.Itoa(g.rowNumber(cell/g.Columns))
}

// ParseCell reads the name of a cell, in either case.
func (g Grid) ParseCell(text string) (int, error) {
	wrong := func() error {
		corner := g.columnLetter(g.Columns-1) + strconv.Itoa(g.Rows)
		return fmt.Errorf("%q is not a cell: cells are a1 to %s", text, corner)
	}
	if len(text) < 2 || len(text) > 3 {
		return 0, wrong()
	}
	column := int(text[0]|0x20) - 'a'
	if g.NoColumnI && column >= letterI {
		if column == letterI {
			return 0, fmt.Errorf("%q is not a cell: there is no column i, after h comes j", text)
		}
		column--
	}
	number, err := strconv.ParseUint(text[1:], 10, 8)
	if err != nil || text[1] == '0' || column < 0 || column >= g.Columns || number > uint64(g.Rows) {
		return 0, wrong()
	}
	row := g.Rows - int(number)
	if g.TopRowIsOne {
		row = int(number) - 1
	}
	return row*g.Columns + column, nil
}

// FormatStep writes a move from one cell to another, such as "b2-c3".
func (g Grid) FormatStep(from, to int) string {
	return g.FormatCell(from) + "-" + g.FormatCell(to)
}

// ParseStep reads what FormatStep writes. The hyphen may be missing or an x.
func (g Grid) ParseStep(text string) (from, to int, err error) {
	end := min(1, len(text))
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	second := text[end:]
	if second != "" && strings.ContainsRune("-xX", rune(second[0])) {
		second = second[1:]
	}
	if from, err = g.ParseCell(text[:end]); err == nil {
		to, err = g.ParseCell(second)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not a move from cell to cell, such as %s", text, g.FormatStep(g.Size()-g.Columns, g.Size()-2*g.Columns))
	}
	return from, to, nil
}

// Image returns, for every cell of a square board, its image under one of the
// eight symmetries of the square. Bit 0 of the symmetry's number mirrors left
// and right, bit 1 top and bottom, bit 2 then swaps columns and rows.
func (g Grid) Image(symmetry int) []uint8 {
	image := make([]uint8, g.Size())
	for cell := range image {
		column, row := cell%g.Columns, cell/g.Columns
		if symmetry&1 != 0 {
			column = g.Columns - 1 - column
		}
		if symmetry&2 != 0 {
			row = g.Rows - 1 - row
		}
		if symmetry&4 != 0 {
			column, row = row, column
		}
		image[cell] = uint8(row*g.Columns + column)
	}
	return image
}

// ColumnLetters labels the columns a, b, c ….
func (g Grid) ColumnLetters() []string {
	labels := make([]string, g.Columns)
	for c := range labels {
		labels[c] = g.columnLetter(c)
	}
	return labels
}

// RowNumbers labels the rows from the top.
func (g Grid) RowNumbers() []string {
	labels := make([]string, g.Rows)
	for r := range labels {
		labels[r] = strconv.Itoa(g.rowNumber(r))
	}
	return labels
}

// Board is an empty board of this shape to draw on, with labels.
func (g Grid) Board(surface game.Colour, pieces ...game.Colour) game.Board {
	return game.Board{
		Columns: g.Columns, Rows: g.Rows,
		Cells:        make([]game.Cell, g.Size()),
		ColumnLabels: g.ColumnLetters(),
		RowLabels:    g.RowNumbers(),
		Surface:      surface,
		Pieces:       pieces,
	}
}

// FormatRows writes one symbol a cell, rows from the top separated by sep.
func (g Grid) FormatRows(symbol func(cell int) byte, sep string) string {
	var b strings.Builder
	for cell := range g.Size() {
		if cell > 0 && cell%g.Columns == 0 {
			b.WriteString(sep)
		}
		b.WriteByte(symbol(cell))
	}
	return b.String()
}

// ParseRows reads what FormatRows writes. It returns, for every cell, the
// index of its symbol in symbols.
func (g Grid) ParseRows(text, symbols, sep string) ([]int, error) {
	rows := []string{text}
	if sep != "" {
		rows = strings.Split(text, sep)
		if len(rows) != g.Rows {
			return nil, fmt.Errorf("it has %d rows separated by %q, not %d", len(rows), sep, g.Rows)
		}
	} else if len(text) != g.Size() {
		return nil, fmt.Errorf("it has %d cells, not %d", len(text), g.Size())
	}
	cells := make([]int, 0, g.Size())
	for r, row := range rows {
		if sep != "" && len(row) != g.Columns {
			return nil, fmt.Errorf("row %d from the top has %d cells, not %d", r+1, len(row), g.Columns)
		}
		for i := range len(row) {
			index := strings.IndexByte(symbols, row[i])
			if index < 0 {
				return nil, fmt.Errorf("row %d from the top, column %d is %q, not one of %q",
					len(cells)/g.Columns+1, len(cells)%g.Columns+1, row[i], symbols)
			}
			cells = append(cells, index)
		}
	}
	return cells, nil
}

const letterI = 'i' - 'a'

func (g Grid) columnLetter(column int) string {
	if g.NoColumnI && column >= letterI {
		column++
	}
	return string(rune('a' + column))
}
