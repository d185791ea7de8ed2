package page

import (
	"cmp"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
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
	Cells   []int    `json:"cells,omitempty"` // of a grid: numbers of pieces, row by row
	Caption string   `json:"caption,omitempty"`
	Men     []int    `json:"men,omitempty"` // of backgammon, by white's points from 1 to 24: white's, or minus black's
	Bar     []int    `json:"bar,omitempty"`
	Off     []int    `json:"off,omitempty"`
	Dice    []int    `json:"dice,omitempty"`
	Side    int      `json:"side,omitempty"` // who has rolled
	Cube    int      `json:"cube,omitempty"`
	Owner   int      `json:"owner,omitempty"` // of the cube, from 1; 0 if it is in the middle
	Lines   [][]Span `json:"lines,omitempty"` // of a board, or a position of any, that is text
}

// Span is a piece of text.
type Span struct {
	Text    string      `json:"text"`
	Ink     game.Colour `json:"ink,omitempty"`
	Surface game.Colour `json:"surface,omitempty"`
}

// painter describes positions of a game.
type painter struct {
	words words.Words
	rules game.Game
	board Board
}

func newPainter(w words.Words, g game.Game) *painter {
	p := &painter{words: w, rules: g, board: Board{Kind: "line"}}
	s := g.New()
	if b, ok := cells(s); ok {
		p.board = Board{Kind: "grid", Hex: b.Hexagons, Columns: b.Columns, Rows: b.Rows, Above: b.ColumnLabels, Beside: b.RowLabels, Surface: b.Surface, Inks: b.Pieces}
		return p
	}
	switch s.(type) {
	case *backgammon.State, *match.State:
		p.board.Kind = "backgammon"
	case game.TextDrawer:
		p.board.Kind = "text"
	}
	for seat := range game.Player(g.Info().Players()) {
		if m, ok := game.MarkOf(g, seat); ok {
			p.board.Inks = append(p.board.Inks, m.Ink)
		}
	}
	return p
}

// cells is the board of a state that can be drawn by cells.
func cells(s game.State) (game.Board, bool) {
	switch d := s.(type) {
	case game.CellDrawer:
		return d.DrawCells()
	case game.Drawer:
		return d.Draw(), true
	}
	return game.Board{}, false
}

// frame describes a position.
func (p *painter) frame(s game.State) Frame {
	if b, ok := cells(s); ok && p.board.Kind == "grid" && len(b.Cells) == p.board.Columns*p.board.Rows {
		return p.grid(b)
	}
	switch s := s.(type) {
	case *backgammon.State:
		return p.men(s.Board(), s.Dice(), s.Side(), s)
	case *match.State:
		f := p.men(s.Board(), s.Dice(), s.Side(), s)
		if s.Rules().Cube {
			f.Cube, f.Owner = s.Cube(), int(s.Table().Match.Owner)+1
			if f.Owner < 0 {
				f.Owner = 0
			}
		}
		return f
	case game.TextDrawer:
		return Frame{Lines: p.lines(s.DrawText())}
	}
	return Frame{Caption: p.rules.FormatPosition(s)}
}

// men describes a position of backgammon. Its captions are the last lines of the
// drawing.
func (p *painter) men(b *backgammon.Board, dice backgammon.Dice, side game.Player, s game.TextDrawer) Frame {
	f := Frame{Bar: make([]int, 2), Off: make([]int, 2), Men: make([]int, 24), Side: int(side)}
	for player := range 2 {
		f.Bar[player], f.Off[player] = int(b[player][backgammon.Bar]), int(b[player][backgammon.Off])
	}
	for k := 1; k <= 24; k++ {
		f.Men[k-1] = int(b[0][k]) - int(b[1][backgammon.Bar-k])
	}
	if dice.Rolled() {
		f.Dice = []int{int(dice[0]), int(dice[1])}
	}
	const drawn = 13 // lines of the board itself
	for _, line := range s.DrawText()[drawn:] {
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

func (p *painter) lines(lines []game.TextLine) (list [][]Span) {
	for _, line := range lines {
		spans := []Span{}
		for _, s := range line {
			spans = append(spans, Span{p.words.Text(cmp.Or(s.Fancy, s.Plain)), s.Ink, s.Surface})
		}
		list = append(list, spans)
	}
	return list
}

// grid describes a board of cells, and learns pieces that it has not seen before.
func (p *painter) grid(b game.Board) Frame {
	f := Frame{Caption: p.words.Text(b.Caption), Cells: make([]int, len(b.Cells))}
	for i, c := range b.Cells {
		if c.Symbol == 0 {
			continue
		}
		piece := Piece{Glyph: string(c.Glyph), Owner: int(c.Owner)}
		if c.Owner >= 0 && int(c.Owner) < len(b.Pieces) {
			piece.Ink = b.Pieces[c.Owner]
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
