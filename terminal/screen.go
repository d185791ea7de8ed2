// Package terminal is the person's side of the table: it draws boards, holds
// the conversation of a game, makes the human agent and shows the progress of
// long work. With colour and Unicode on a terminal, in plain ASCII elsewhere.
package terminal

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"gambito/game"
)

// Screen is where things are shown.
type Screen struct {
	Colour bool
	out    io.Writer
	err    error
	tty    *os.File // if it is a terminal
}

// NewScreen shows things on out: in colour if it is a terminal that has enough
// colours to tell pieces apart and the environment does not forbid them
// (NO_COLOR).
func NewScreen(out *os.File) *Screen {
	w := colorprofile.NewWriter(out, os.Environ())
	return &Screen{out: w, Colour: w.Profile >= colorprofile.ANSI256, tty: terminalOf(out)}
}

// Write implements io.Writer.
func (s *Screen) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// Err is the first error of writing.
func (s *Screen) Err() error { return s.err }

// Position draws a position, the pieces played since before marked, which may be
// nil.
func (s *Screen) Position(g game.Game, at, before game.State) {
	if d, ok := at.(game.TextDrawer); ok {
		s.lines(d.DrawText())
		return
	}
	d, ok := at.(game.Drawer)
	if !ok {
		s.printf("%s\n", g.FormatPosition(at))
		return
	}
	board := d.Draw()
	var earlier *game.Board
	if d, ok := before.(game.Drawer); ok {
		b := d.Draw()
		earlier = &b
	}
	s.Board(&board, earlier)
}

func (s *Screen) printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

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

// Board draws b. What has been played since the board before, if there is one,
// is marked.
func (s *Screen) Board(b, before *game.Board) {
	margin := 0
	for _, label := range b.RowLabels {
		margin = max(margin, len(label))
	}
	indent := strings.Repeat(" ", margin+1)
	if b.ColumnLabels != nil {
		line := indent
		for _, label := range b.ColumnLabels {
			line += fmt.Sprintf("%2s ", label)
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
	}
	marks, played := marksTargets(b), playedCells(b, before)
	for row := range b.Rows {
		line := indent
		if b.RowLabels != nil {
			line = fmt.Sprintf("%*s ", margin, b.RowLabels[row])
		}
		for column := range b.Columns {
			cell := row*b.Columns + column
			line += s.cell(b, b.Cells[cell], (row+column)%2, played[cell], marks)
		}
		s.printf("%s\n", strings.TrimRight(line, " "))
	}
	if b.Caption != "" {
		s.printf("%s%s\n", indent, b.Caption)
	}
}

// lines draws a board that is text.
func (s *Screen) lines(lines []game.TextLine) {
	for _, line := range lines {
		text := ""
		for _, span := range line {
			switch {
			case !s.Colour:
				text += span.Plain
			case span.Surface == "":
				text += cmp.Or(span.Fancy, span.Plain)
			default:
				text += paint(cmp.Or(span.Fancy, span.Plain), cmp.Or(span.Ink, game.White), span.Surface, 0)
			}
		}
		s.printf("%s\n", strings.TrimRight(text, " "))
	}
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

// cell is three characters wide.
func (s *Screen) cell(b *game.Board, c game.Cell, half int, played, marks bool) string {
	left, right, middle := " ", " ", "."
	switch {
	case c.Symbol != 0 && s.Colour:
		middle = string(c.Glyph)
	case c.Symbol != 0:
		middle = string(c.Symbol)
	case c.Target && marks && s.Colour:
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

func paint(text string, ink, surface game.Colour, half int) string {
	return lipgloss.NewStyle().Bold(true).
		Foreground(lipgloss.Color(shades[ink][0])).
		Background(lipgloss.Color(shades[surface][half])).
		Render(text)
}

// role names a player; in colour, with the look of its pieces on b.
func (s *Screen) role(g game.Game, p game.Player, state game.State) string {
	name := g.Info().Roles[p]
	if d, ok := state.(game.Drawer); ok && s.Colour {
		b := d.Draw()
		return paint(" ● ", b.Pieces[p], b.Surface, 0) + " " + name
	}
	return name
}
