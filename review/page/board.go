package page

import (
	"strings"

	"gambito/board"
	"gambito/game"
	"gambito/words"
)

// Board is what all positions of a game share.
type Board struct {
	Kind    string        `json:"kind"`          // grid, backgammon, text or line
	Hex     bool          `json:"hex,omitempty"` // cells are hexagons, each row half a cell to the right of the one below
	Columns int           `json:"columns,omitempty"`
	Rows    int           `json:"rows,omitempty"`
	Above   []string      `json:"above,omitempty"` // labels of the columns
	Beside  []string      `json:"beside,omitempty"`
	Surface game.Colour   `json:"surface,omitempty"`
	Pieces  []Piece       `json:"pieces,omitempty"` // what stands on cells, from 1 on; 0 is nothing
	Inks    []game.Colour `json:"inks,omitempty"`   // of the players
}

// Piece is a kind of piece.
type Piece struct {
	Glyph string      `json:"glyph"`
	Ink   game.Colour `json:"ink,omitempty"` // "" of walls and the like
	Owner int         `json:"owner"`
}

// Frame is a position.
type Frame struct {
	Cells   []int          `json:"cells,omitempty"` // of a grid: numbers of pieces, row by row
	Caption string         `json:"caption,omitempty"`
	Men     []int          `json:"men,omitempty"` // of backgammon, by white's points from 1 to 24: white's, or minus black's
	Bar     []int          `json:"bar,omitempty"`
	Off     []int          `json:"off,omitempty"`
	Dice    []int          `json:"dice,omitempty"`
	Side    int            `json:"side,omitempty"` // who has rolled
	Cube    int            `json:"cube,omitempty"`
	Owner   int            `json:"owner,omitempty"` // of the cube, from 1; 0 if it is in the middle
	Lines   [][]board.Span `json:"lines,omitempty"` // of a board, or a position of any, that is text
}

// painter describes positions of a game.
type painter struct {
	words words.Words
	rules game.Game
	board Board
}

func newPainter(w words.Words, g game.Game) *painter {
	b := board.Of(w, g, g.New())
	p := &painter{words: w, rules: g, board: Board{
		Kind: string(b.Kind), Columns: b.Columns, Rows: b.Rows, Above: b.ColumnLabels, Beside: b.RowLabels, Surface: b.Surface, Inks: b.Colours,
	}}
	switch _, drawn := g.New().(game.TextDrawer); {
	case b.Cells != nil:
		p.board.Kind, p.board.Hex = "grid", b.Kind == board.Hexagons
	case !drawn:
		p.board.Kind = "line"
	}
	return p
}

// frame describes a position.
func (p *painter) frame(s game.State) Frame {
	b := board.Of(p.words, p.rules, s)
	drawn, _ := s.(game.TextDrawer)
	switch {
	case p.board.Kind == "grid" && len(b.Cells) == p.board.Columns*p.board.Rows:
		return p.grid(b)
	case b.Men != nil:
		return p.men(b.Men, drawn.DrawText())
	case drawn != nil:
		return Frame{Lines: b.Lines}
	}
	return Frame{Caption: p.rules.FormatPosition(s)}
}

// men describes a position of backgammon. Its captions are the last lines of the
// drawing.
func (p *painter) men(m *board.Men, drawing []game.TextLine) Frame {
	f := Frame{Men: m.Points, Bar: m.Bar, Off: m.Off, Dice: m.Dice, Side: m.Side}
	if c := m.Cube; c != nil && c.Shows > 0 {
		if f.Cube = c.Shows; c.Owner != nil {
			f.Owner = *c.Owner + 1
		}
	}
	const drawn = 13 // lines of the board itself
	for _, line := range drawing[drawn:] {
		if f.Caption != "" {
			f.Caption += "\n"
		}
		text := ""
		for _, span := range line {
			if span.Surface == "" { // a man is no text here
				text += p.words.Text(span.Plain)
			}
		}
		f.Caption += strings.TrimSpace(text)
	}
	return f
}

// grid describes a board of cells, and learns pieces that it has not seen before.
func (p *painter) grid(b board.Board) Frame {
	f := Frame{Caption: b.Caption, Cells: make([]int, len(b.Cells))}
	for i, c := range b.Cells {
		if c.Glyph == "" {
			continue
		}
		piece := Piece{Glyph: c.Glyph, Owner: int(game.Nobody)}
		if c.Owner != nil {
			if piece.Owner = *c.Owner; piece.Owner < len(b.Colours) {
				piece.Ink = b.Colours[piece.Owner]
			}
		}
		f.Cells[i] = p.number(piece)
	}
	return f
}

func (p *painter) number(piece Piece) int {
	for i, known := range p.board.Pieces {
		if known == piece {
			return i + 1
		}
	}
	p.board.Pieces = append(p.board.Pieces, piece)
	return len(p.board.Pieces)
}
