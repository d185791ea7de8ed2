package ntuple

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/game"
)

// SetsHelp says what ParseSets reads.
const SetsHelp = "kinds of sets joined by +: all, othello, angles, edges, lines:LEAST, corners:ROWSxCOLUMNS, blocks:ROWSxCOLUMNS, cells:CELL.CELL.…, walks:COUNTxLENGTH"

// ParseSets returns the sets that a text names, none of which is an image of another:
//
//	all              all cells together, on a small board: a table of all positions
//	othello          the edges with both X squares, corners of 2×5 and 3×3, and all lines of at least 4 cells but the edges
//	angles           triangles, both edges from a corner, kites in the corners; edges with the cells diagonally before their next but last: what othello+angles has beside othello
//	edges            rows and columns along the edge of the board, with the two cells diagonally before their ends
//	lines:4          rows, columns and diagonals of at least so many cells
//	corners:3x3      so many rows and columns in the corner
//	blocks:2x3       the same everywhere on the board
//	cells:0.1.8.9    these cells, counted row by row from the top left
//	walks:70x8       so many sets of so many cells, from random walks that the seed draws
func ParseSets(cells game.Cells, text string, seed uint64) ([][]uint8, error) {
	c := collection{cells: cells, seen: map[string]bool{}}
	for _, part := range strings.Split(text, "+") {
		kind, sizes, _ := strings.Cut(part, ":")
		if kind == "cells" {
			set, err := parseCells(cells, sizes)
			if err != nil {
				return nil, fmt.Errorf("sets %q: %w", part, err)
			}
			c.add(set)
			continue
		}
		first, second, both := strings.Cut(sizes, "x")
		a, err := number(first)
		b, err2 := number(second)
		if wrong := map[string]bool{
			"all": sizes != "", "othello": sizes != "", "angles": sizes != "", "edges": sizes != "", "lines": err != nil || both,
			"corners": err != nil || err2 != nil, "blocks": err != nil || err2 != nil, "walks": err != nil || err2 != nil,
		}; wrong[kind] {
			return nil, fmt.Errorf("sets %q: it must be %s", part, SetsHelp)
		}
		switch kind {
		case "all":
			c.add(identity(cells.Count()))
		case "othello":
			c.edges(1)
			c.corners(2, 5)
			c.corners(3, 3)
			c.lines(4, true)
		case "angles":
			c.shape(triangle)
			c.edges(2)
			c.shape(angle)
			c.shape(kite)
		case "edges":
			c.edges(1)
		case "lines":
			c.lines(a, false)
		case "corners":
			c.corners(a, b)
			c.corners(b, a)
		case "blocks":
			c.blocks(a, b)
			c.blocks(b, a)
		case "walks":
			for _, set := range Walks(cells, a, b, rand.New(rand.NewPCG(seed, 0))) {
				c.add(set)
			}
		default:
			return nil, fmt.Errorf("unknown sets %q: they are %s", part, SetsHelp)
		}
	}
	if len(c.sets) == 0 {
		return nil, fmt.Errorf("the board of %d × %d cells has no sets %q", cells.Columns, cells.Rows, text)
	}
	return c.sets, nil
}

// parseCells reads a set that is given by its cells.
func parseCells(cells game.Cells, text string) (set []uint8, err error) {
	inside := map[uint64]bool{}
	for _, word := range strings.Split(text, ".") {
		cell, err := strconv.ParseUint(word, 10, 8)
		if err != nil || cell >= uint64(cells.Count()) || inside[cell] {
			return nil, fmt.Errorf("it must be different cells from 0 to %d, as in cells:0.1.2", cells.Count()-1)
		}
		inside[cell] = true
		set = append(set, uint8(cell))
	}
	return set, nil
}

// FormatSets writes sets by their cells, as ParseSets reads them.
func FormatSets(sets [][]uint8) string {
	var texts []string
	for _, set := range sets {
		var cells []string
		for _, c := range set {
			cells = append(cells, strconv.Itoa(int(c)))
		}
		texts = append(texts, "cells:"+strings.Join(cells, "."))
	}
	return strings.Join(texts, "+")
}

func number(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 16)
	if err == nil && n == 0 {
		err = strconv.ErrRange
	}
	return int(n), err
}

// collection is sets of a board, each once though it may have images.
type collection struct {
	cells game.Cells
	seen  map[string]bool
	sets  [][]uint8
}

// add takes a set unless it is an image of one that is there.
func (c *collection) add(set []uint8) {
	if len(set) == 0 || c.seen[cellsKey(set)] {
		return
	}
	c.seen[cellsKey(set)] = true
	for _, image := range c.cells.Images {
		turned := make([]uint8, len(set))
		for i, cell := range set {
			turned[i] = image[cell]
		}
		c.seen[cellsKey(turned)] = true
	}
	c.sets = append(c.sets, set)
}

// line is the cells from one on, step by step to the edge of the board.
func (c *collection) line(column, row, columnStep, rowStep int) (set []uint8) {
	for column >= 0 && column < c.cells.Columns && row >= 0 && row < c.cells.Rows {
		set = append(set, uint8(row*c.cells.Columns+column))
		column, row = column+columnStep, row+rowStep
	}
	return set
}

// edges adds the edges with two cells of the next line, as far from its ends as inset
// says: with 1 those diagonally before the corners, which in Othello are called X.
func (c *collection) edges(inset int) {
	columns, rows := c.cells.Columns, c.cells.Rows
	if columns < 2+2*inset || rows < 2+2*inset {
		return
	}
	cell := func(column, row int) uint8 { return uint8(row*columns + column) }
	left, right, upper, lower := inset, columns-1-inset, inset, rows-1-inset
	c.add(append(c.line(0, 0, 1, 0), cell(left, 1), cell(right, 1)))
	c.add(append(c.line(0, rows-1, 1, 0), cell(left, rows-2), cell(right, rows-2)))
	c.add(append(c.line(0, 0, 0, 1), cell(1, upper), cell(1, lower)))
	c.add(append(c.line(columns-1, 0, 0, 1), cell(columns-2, upper), cell(columns-2, lower)))
}

// Shapes in a corner, by column and row from it.
var (
	triangle = [][2]int{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {0, 3}}
	angle    = [][2]int{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {0, 1}, {1, 1}, {0, 2}, {0, 3}, {0, 4}}
	kite     = [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}, {1, 3}, {3, 3}}
)

// shape adds a shape in all corners, if the board is large enough.
func (c *collection) shape(cells [][2]int) {
	columns, rows := c.cells.Columns, c.cells.Rows
	for corner := range 4 {
		var set []uint8
		for _, at := range cells {
			column, row := at[0], at[1]
			if column >= columns || row >= rows {
				return
			}
			if corner&1 != 0 {
				column = columns - 1 - column
			}
			if corner&2 != 0 {
				row = rows - 1 - row
			}
			set = append(set, uint8(row*columns+column))
		}
		c.add(set)
	}
}

// lines adds rows, columns and diagonals of at least so many cells, without the edges if
// they are there with more cells.
func (c *collection) lines(least int, inner bool) {
	columns, rows := c.cells.Columns, c.cells.Rows
	add := func(column, row, columnStep, rowStep int) {
		if set := c.line(column, row, columnStep, rowStep); len(set) >= least {
			c.add(set)
		}
	}
	for row := range rows {
		if !inner || row > 0 && row < rows-1 {
			add(0, row, 1, 0)
		}
	}
	for column := range columns {
		if !inner || column > 0 && column < columns-1 {
			add(column, 0, 0, 1)
		}
	}
	for column := range columns {
		add(column, 0, 1, 1)
		add(column, 0, -1, 1)
	}
	for row := 1; row < rows; row++ {
		add(0, row, 1, 1)
		add(columns-1, row, -1, 1)
	}
}

// block adds so many rows and columns from a cell on, if the board has them.
func (c *collection) block(column, row, rows, columns int) {
	if column < 0 || row < 0 || column+columns > c.cells.Columns || row+rows > c.cells.Rows {
		return
	}
	var set []uint8
	for r := range rows {
		for k := range columns {
			set = append(set, uint8((row+r)*c.cells.Columns+column+k))
		}
	}
	c.add(set)
}

// corners adds blocks in all corners.
func (c *collection) corners(rows, columns int) {
	for _, row := range []int{0, c.cells.Rows - rows} {
		for _, column := range []int{0, c.cells.Columns - columns} {
			c.block(column, row, rows, columns)
		}
	}
}

// blocks adds blocks everywhere.
func (c *collection) blocks(rows, columns int) {
	for row := range c.cells.Rows {
		for column := range c.cells.Columns {
			c.block(column, row, rows, columns)
		}
	}
}
