package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"gambito/game"
)

// shades are what the colours of boards look like: the first for pieces and
// for one half of the cells, the second for the other half, as on a
// chessboard, so that rows and columns can be followed by eye.
var shades = map[game.Colour][2]string{
	game.Black:  {"#101010", "#202020"},
	game.White:  {"#ffffff", "#eeeeee"},
	game.Red:    {"#ff4d4d", "#e64545"},
	game.Yellow: {"#ffd83b", "#e6c235"},
	game.Blue:   {"#1f4fa8", "#1a4492"},
	game.Green:  {"#1e7a46", "#1a6c3e"},
	game.Paper:  {"#e8e2d0", "#dcd5c0"},
	game.Wood:   {"#a8763e", "#996a36"},
}

func paint(text string, ink, surface game.Colour, half int) string {
	return lipgloss.NewStyle().Bold(true).
		Foreground(lipgloss.Color(shades[ink][0])).
		Background(lipgloss.Color(shades[surface][half])).
		Render(text)
}

// Position draws a position of g, the pieces played since before marked, if there
// was one.
func (s *Screen) Position(g game.Game, state, before game.State) {
	if board := boardOf(state); board != nil {
		s.board(g, board, boardOf(before))
	} else if d, ok := state.(game.TextDrawer); ok {
		s.lines(d.DrawText())
	} else {
		s.printf("%s\n", g.FormatPosition(state))
	}
}

// boardOf is the board of a state that is drawn by cells: where these are hexagons
// also of one that could draw itself as text.
func boardOf(state game.State) *game.Board {
	switch d := state.(type) {
	case game.CellDrawer:
		if b, ok := d.DrawCells(); ok && b.Hexagons {
			return &b
		}
	case game.Drawer:
		b := d.Draw()
		return &b
	}
	return nil
}

// board draws b. A line that has won is marked, or else what has been played since the
// board before, if there is one. Cells that are hexagons are farther apart, so that a row can be half a
// cell to the right of the one below it.
func (s *Screen) board(g game.Game, b, before *game.Board) {
	margin, wide, apart, slant := 0, 3, 0, 0
	for _, label := range b.RowLabels {
		margin = max(margin, len(label))
	}
	if b.Hexagons {
		apart, slant = 1, 2
	}
	width := func() int { return margin + 1 + (wide+apart)*b.Columns + slant*(b.Rows-1) }
	if s.tty != nil && width() >= s.Width() {
		wide, apart, slant = 2, 0, slant/2
	}
	indent := strings.Repeat(" ", margin+1)
	s.titles(b, indent, wide+apart)
	s.columnLabels(b, indent+strings.Repeat(" ", slant*(b.Rows-1)), wide+apart)
	marks, played := marksTargets(b), wonCells(b)
	if len(played) == 0 {
		played = latestCells(b)
	}
	if len(played) == 0 {
		played = playedCells(b, before)
	}
	for row := range b.Rows {
		before := strings.Repeat(" ", slant*(b.Rows-1-row))
		line := before + indent
		if b.RowLabels != nil {
			line = before + fmt.Sprintf("%*s ", margin, b.RowLabels[row])
		}
		for column := range b.Columns {
			cell := row*b.Columns + column
			line += s.cell(g, b, b.Cells[cell], (row+column)%2, wide, played[cell], marks) + strings.Repeat(" ", apart)
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
	}
	if b.Hexagons {
		s.columnLabels(b, indent, wide+apart)
	}
	if b.Caption != "" {
		s.Print(indent + s.Words.Text(b.Caption))
	}
	s.tooNarrow(width())
}

// titles writes what stands above groups of columns.
func (s *Screen) titles(b *game.Board, indent string, wide int) {
	line := ""
	for _, title := range b.Titles {
		begin := len(indent) + title.Column*wide
		line += strings.Repeat(" ", max(begin-len([]rune(line)), 1)) + s.Words.Text(title.Text)
	}
	if line != "" {
		s.printf("%s\n", line)
	}
}

// columnLabels writes the labels above the columns; where these are narrow, two
// digits below each other.
func (s *Screen) columnLabels(b *game.Board, indent string, wide int) {
	if b.ColumnLabels == nil {
		return
	}
	if wide > 2 {
		line := indent
		for _, label := range b.ColumnLabels {
			line += fmt.Sprintf("%2s%*s", label, wide-2, "")
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
		return
	}
	high := 0
	for _, label := range b.ColumnLabels {
		high = max(high, len(label))
	}
	for i := range high {
		line := indent
		for _, label := range b.ColumnLabels {
			line += fmt.Sprintf("%c ", fmt.Sprintf("%*s", high, label)[i])
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
	}
}

// tooNarrow says so when a board is wider than the terminal.
func (s *Screen) tooNarrow(width int) {
	if s.tty != nil && width > s.Width() {
		s.say("(The board is %d columns wide, and this terminal %d.)", width, s.Width())
	}
}

// lines draws a board that is text.
func (s *Screen) lines(lines []game.TextLine) {
	width := boardWidth(lines, false)
	narrow := s.tty != nil && width > s.Width()
	for _, line := range lines {
		text := ""
		for _, span := range line {
			what := s.Words.Text(span.Plain)
			if s.Colour && s.Unicode && span.Fancy != "" {
				what = span.Fancy
			}
			if narrow {
				what = squeezed(span, what)
			}
			if s.Colour && span.Surface != "" {
				what = paint(what, cmp.Or(span.Ink, game.White), span.Surface, 0)
			}
			text += what
		}
		if boardWidth([]game.TextLine{line}, narrow) < 2 { // no part of the board
			text = wrap(text, s.Width(), "  ")
		}
		s.printf("%s\n", strings.TrimRight(text, " "))
	}
	s.tooNarrow(boardWidth(lines, narrow))
}

// boardWidth is how wide those parts of lines are that stand on a board.
func boardWidth(lines []game.TextLine, narrow bool) (width int) {
	for _, line := range lines {
		wide := 0
		for _, span := range line {
			if span.Surface == "" {
				continue
			}
			if wide += len(span.Plain); narrow {
				wide -= len(span.Plain) - len(squeezed(span, span.Plain))
			}
		}
		width = max(width, wide)
	}
	return width
}

// squeezed is a part of a board in less space, if it can be.
func squeezed(span game.TextSpan, text string) string {
	letters := []rune(text)
	switch {
	case span.Surface == "" || len(letters) != 3:
		return text
	case letters[0] == ' ' && letters[2] != '-':
		return string(letters[1:])
	}
	return string(letters[:2])
}

// wonCells finds the pieces of lines that have won.
func wonCells(b *game.Board) map[int]bool {
	won := map[int]bool{}
	for cell, c := range b.Cells {
		if c.Won {
			won[cell] = true
		}
	}
	return won
}

// latestCells are what players did last, where the board tells it.
func latestCells(b *game.Board) map[int]bool {
	latest := map[int]bool{}
	for cell, c := range b.Cells {
		if c.Latest {
			latest[cell] = true
		}
	}
	return latest
}

// playedCells finds where pieces have been played: for every player the cells
// that were empty before or, where there is none, those that another's piece
// has left to it, as by a capture.
func playedCells(b, before *game.Board) map[int]bool {
	if before == nil || len(before.Cells) != len(b.Cells) {
		return nil
	}
	entered, taken := map[game.Player][]int{}, map[game.Player][]int{}
	for cell, now := range b.Cells {
		switch was := before.Cells[cell]; {
		case now.Symbol == 0 || now.Symbol == was.Symbol && now.Owner == was.Owner:
		case was.Symbol == 0:
			entered[now.Owner] = append(entered[now.Owner], cell)
		default:
			taken[now.Owner] = append(taken[now.Owner], cell)
		}
	}
	played := map[int]bool{}
	for p := range game.Player(len(b.Pieces)) {
		cells := entered[p]
		if cells == nil {
			cells = taken[p]
		}
		for _, cell := range cells {
			played[cell] = true
		}
	}
	return played
}

// marksTargets decides whether to show where pieces may go: not if that is
// nearly everywhere.
func marksTargets(b *game.Board) bool {
	empty, targets := 0, 0
	for _, c := range b.Cells {
		if c.Symbol == 0 {
			empty++
		}
		if c.Target {
			targets++
		}
	}
	return 2*targets <= empty
}

// cell is three characters wide, or two where a terminal is narrow.
func (s *Screen) cell(g game.Game, b *game.Board, c game.Cell, half, wide int, played, marks bool) string {
	left, right, middle := " ", " ", "."
	switch {
	case c.Symbol != 0 && s.Colour:
		middle = string(s.glyph(g, c.Owner, c.Symbol, c.Glyph, ' '))
	case c.Symbol != 0:
		middle = string(c.Symbol)
	case c.Target && marks && s.Colour && s.Unicode:
		middle = "·"
	case c.Target && marks:
		middle = "+"
	case s.Colour:
		middle = " "
	}
	if played {
		left, right = "[", "]"
	}
	text := left + middle + right
	if wide == 2 {
		text = middle + strings.Trim(right, "]")
		if text == middle {
			text += "<"
		}
	}
	if !s.Colour {
		return text
	}
	ink := game.White
	if b.Surface == game.Paper {
		ink = game.Black
	}
	if c.Symbol != 0 && c.Owner != game.Nobody {
		ink = b.Pieces[c.Owner]
	}
	return paint(text, ink, b.Surface, half)
}
