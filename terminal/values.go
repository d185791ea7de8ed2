package terminal

import (
	"fmt"
	"strings"

	"gambito/game"
)

// Values draws a board with a text for each move where it puts its piece, such as what
// it is worth, and returns the moves for which there is no such cell.
func (s *Screen) Values(g game.Game, state game.State, moves []game.Move, texts []string) (left []int) {
	b := boardOf(state)
	if b == nil {
		for i := range moves {
			left = append(left, i)
		}
		return left
	}
	shown := map[int]string{}
	for i, m := range moves {
		cell, ok := targetOf(b, g.FormatMove(state, m))
		if !ok {
			left = append(left, i)
			continue
		}
		shown[cell] = texts[i]
	}
	s.valueBoard(b, shown)
	return left
}

// targetOf is the cell that a move puts its piece into: the one it names, or the one in
// the column it names.
func targetOf(b *game.Board, move string) (int, bool) {
	for cell, c := range b.Cells {
		row, column := cell/b.Columns, cell%b.Columns
		if !c.Target || b.ColumnLabels == nil {
			continue
		}
		name := b.ColumnLabels[column]
		if name == move || b.RowLabels != nil && name+b.RowLabels[row] == move {
			return cell, true
		}
	}
	return 0, false
}

// valueBoard writes a board with texts in cells.
func (s *Screen) valueBoard(b *game.Board, texts map[int]string) {
	wide, margin := 3, 0
	for _, text := range texts {
		wide = max(wide, len(text)+2)
	}
	for _, label := range b.RowLabels {
		margin = max(margin, len(label))
	}
	centred := func(text string) string {
		left := (wide - len(text) + 1) / 2
		return strings.Repeat(" ", left) + text + strings.Repeat(" ", wide-left-len(text))
	}
	line := strings.Repeat(" ", margin+1)
	for _, label := range b.ColumnLabels {
		line += centred(label)
	}
	s.printf("%s\n", strings.TrimRight(line, " "))
	for row := range b.Rows {
		line := strings.Repeat(" ", margin+1)
		if b.RowLabels != nil {
			line = fmt.Sprintf("%*s ", margin, b.RowLabels[row])
		}
		for column := range b.Columns {
			cell := row*b.Columns + column
			text, ok := texts[cell]
			switch c := b.Cells[cell]; {
			case ok:
			case c.Symbol != 0:
				text = string(c.Symbol)
			default:
				text = "."
			}
			line += centred(text)
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
	}
}
