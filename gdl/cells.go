package gdl

import (
	"slices"
	"strings"

	"gambito/game"
)

// DrawCells implements game.CellDrawer, where no cell has two pieces. The rows of a
// board are counted from its top.
func (s *state) DrawCells() (game.Board, bool) {
	g := s.g.board()
	if g == nil {
		return game.Board{}, false
	}
	at, rest := s.onBoard()
	rest = slices.DeleteFunc(rest, s.tellsTurn)
	b := game.Board{
		Columns: len(g.columns), Rows: len(g.rows), Cells: make([]game.Cell, len(g.columns)*len(g.rows)),
		Surface: g.surface, Hexagons: g.hexagons, Caption: strings.Join(rest, ", "),
	}
	for _, seat := range s.g.seats {
		b.Pieces = append(b.Pieces, inkOf(s.g.names, seat))
	}
	for _, column := range g.columns {
		b.ColumnLabels = append(b.ColumnLabels, ascii(column))
	}
	for _, row := range slices.Backward(g.rows) {
		b.RowLabels = append(b.RowLabels, ascii(row))
		for _, column := range g.columns {
			pieces := at[column+" "+row]
			if len(pieces) > 1 {
				return game.Board{}, false
			}
			if len(pieces) == 1 && g.symbols[pieces[0]] != "." {
				cell := (len(b.RowLabels)-1)*b.Columns + slices.Index(g.columns, column)
				b.Cells[cell] = s.g.cell(g, pieces[0])
			}
		}
	}
	return b, true
}

// tellsTurn reports whether a fact only says whose turn it is, which displays tell by
// themselves.
func (s *state) tellsTurn(fact string) bool {
	role, ok := strings.CutPrefix(fact, "control ")
	return ok && slices.Contains(s.g.info.Roles, role) && s.Turn() != game.Together
}

// cell is a piece as it is drawn.
func (g *Game) cell(board *grid, what string) game.Cell {
	letter := rune(board.symbols[what][0])
	owner := game.Nobody
	for p, role := range g.info.Roles {
		if slices.Contains(strings.Fields(what), role) {
			owner = game.Player(p)
		}
	}
	return game.Cell{Symbol: letter, Glyph: letter, Owner: owner}
}
