package terminal

import (
	"slices"

	"gambito/game"
)

// order is what the two numbers of a rulesheet's move are.
type order int

const (
	unknownOrder order = iota
	columnFirst
	rowFirst
)

// order finds out what the numbers of a move are by making it: they are the labels of
// a cell that changes. Where they are the same the move tells nothing, and another of
// its kind is made.
func (a *asker) order(s game.State, p game.Player, m game.Move, numbers string) order {
	fields := numbersOf(numbers)
	if len(fields) != 2 || s.Turn() != p {
		return unknownOrder
	}
	if fields[0] == fields[1] {
		for _, other := range s.Moves(nil) {
			text := arguments(game.FormatMoveFor(a.game, s, p, other))
			if fields := numbersOf(text); len(fields) == 2 && fields[0] != fields[1] {
				return a.order(s, p, other, text)
			}
		}
		return unknownOrder
	}
	after := s.Clone()
	after.Play(m)
	before, now := cellsOf(s), cellsOf(after)
	if before == nil || now == nil || len(before.Cells) != len(now.Cells) {
		return unknownOrder
	}
	changed := func(column, row string) bool {
		x, y := slices.Index(now.ColumnLabels, column), slices.Index(now.RowLabels, row)
		return x >= 0 && y >= 0 && before.Cells[y*now.Columns+x].Symbol != now.Cells[y*now.Columns+x].Symbol
	}
	switch first, second := changed(fields[0], fields[1]), changed(fields[1], fields[0]); {
	case first && !second:
		return columnFirst
	case second && !first:
		return rowFirst
	}
	return unknownOrder
}

// cellsOf is the board of a state that describes it by cells, else nil.
func cellsOf(s game.State) *game.Board {
	if d, ok := s.(game.CellDrawer); ok {
		if b, ok := d.DrawCells(); ok {
			return &b
		}
	}
	return nil
}
