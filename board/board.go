// Package board describes positions as displays draw them: cells and what stands on
// them, the points of backgammon, lines of text; which moves are legal, and what a
// person touches to make them. It is plain values, for a page that knows no rules.
package board

import (
	"cmp"
	"slices"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
	"gambito/games/battleship"
	"gambito/words"
)

// Kind is how a board is drawn.
type Kind string

// The kinds.
const (
	Cells      Kind = "cells"
	Hexagons   Kind = "hexagons"
	Backgammon Kind = "backgammon"
	Text       Kind = "text"
	Seas       Kind = "seas"
	Table      Kind = "table"
)

// Board is a position to be drawn.
type Board struct {
	Kind         Kind          `json:"kind" enum:"cells,hexagons,backgammon,text,seas,table" doc:"How it is drawn. Rows of hexagons are each half a cell to the right of the one below; seas are those of battleship; a table has cards, dice and words."`
	Columns      int           `json:"columns,omitempty" doc:"Columns of cells."`
	Rows         int           `json:"rows,omitempty" doc:"Rows of cells."`
	ColumnLabels []string      `json:"column_labels,omitempty" doc:"What players call the columns; absent if they name none."`
	RowLabels    []string      `json:"row_labels,omitempty" doc:"What players call the rows, from the top; absent if they name none."`
	Surface      game.Colour   `json:"surface,omitempty" doc:"Colour of the board itself."`
	Colours      []game.Colour `json:"colours,omitempty" doc:"Colour of each player's pieces."`
	Cells        []Cell        `json:"cells,omitempty" doc:"The cells, row by row from the top left."`
	Men          *Men          `json:"men,omitempty" doc:"Of backgammon: where the men are, the dice and the cube."`
	Seas         []Sea         `json:"seas,omitempty" doc:"Of battleship: whose seas they are. Each has so many columns and rows; the cells are theirs, one sea after the other."`
	Table        []Row         `json:"table,omitempty" doc:"Of cards and dice: what lies on the table, row by row."`
	Lines        [][]Span      `json:"lines,omitempty" doc:"Of a board that is text: its lines."`
	Caption      string        `json:"caption,omitempty" doc:"What the drawing does not show, such as a count of discs."`
}

// Cell is a cell of a board.
type Cell struct {
	Glyph  string `json:"glyph,omitempty" doc:"The piece that stands here, as one character; absent if the cell is empty."`
	Owner  *int   `json:"owner,omitempty" doc:"Seat of the player whose piece it is; absent of what is nobody's, such as walls."`
	Trail  *int   `json:"trail,omitempty" doc:"Seat of the player whose piece stood here and left behind what nobody owns."`
	Won    bool   `json:"won,omitempty" doc:"Whether the piece is of a line that has won."`
	Latest bool   `json:"latest,omitempty" doc:"Whether it is what a player did last, such as a shot; a board that tells it tells it of all players."`
}

// Men is a position of backgammon.
type Men struct {
	Points []int `json:"points" doc:"The points from 1 to 24 as white counts: so many men of white's, or minus so many of black's."`
	Bar    []int `json:"bar" doc:"Men on the bar, by seat."`
	Off    []int `json:"off" doc:"Men borne off, by seat."`
	Pips   []int `json:"pips" doc:"How far the men have to go, by seat."`
	Side   int   `json:"side" doc:"Seat of who rolls and moves."`
	Dice   []int `json:"dice,omitempty" doc:"What the dice show; absent before the roll."`
	Cube   *Cube `json:"cube,omitempty" doc:"The doubling cube; absent where nobody may double."`
}

// Cube is the doubling cube, and what is played for.
type Cube struct {
	Shows   int   `json:"shows" doc:"What it shows."`
	Owner   *int  `json:"owner,omitempty" doc:"Seat of its owner; absent if it lies in the middle."`
	Offered bool  `json:"offered,omitempty" doc:"Whether it is offered, doubled, and not yet taken."`
	Length  int   `json:"length,omitempty" doc:"Points that win the match; absent of a game for money."`
	Score   []int `json:"score,omitempty" doc:"The score of the match, by seat."`
}

// Span is a piece of text in one colour.
type Span struct {
	Text    string      `json:"text" doc:"The text."`
	Ink     game.Colour `json:"ink,omitempty" doc:"Colour of the text; absent for the display's own."`
	Surface game.Colour `json:"surface,omitempty" doc:"Colour behind it; absent for the display's own."`
}

// Row is what lies together on a table.
type Row struct {
	Label string     `json:"label" doc:"Whose or what it is."`
	Owner *int       `json:"owner,omitempty" doc:"Seat of whose it is; absent of what is nobody's."`
	Kind  game.Thing `json:"kind" enum:"words,cards,dice,chips" doc:"What it is."`
	Words []string   `json:"words" doc:"What each of them shows; ? of one that lies face down."`
}

// Of describes a position, what it says in words of a language.
func Of(w words.Words, g game.Game, s game.State) Board {
	if seas, ok := s.(*battleship.State); ok {
		return seasOf(w, g, seas)
	}
	if b, ok := cellsOf(s); ok {
		return ofCells(w, b)
	}
	b := Board{Kind: Backgammon, Surface: game.Wood}
	for p := range game.Player(g.Info().Players()) {
		if m, ok := game.MarkOf(g, p); ok {
			b.Colours, b.Surface = append(b.Colours, m.Ink), m.Surface
		}
	}
	switch s := s.(type) {
	case *backgammon.State:
		b.Men = menOf(s.Board(), s.Dice(), s.Side())
	case *match.State:
		b.Men = menOf(s.Board(), s.Dice(), s.Side())
		b.Men.Cube = cubeOf(s)
	case game.TableDrawer:
		b.Kind, b.Table, b.Surface, b.Colours = Table, tableOf(w, g, s), game.Green, []game.Colour{game.Blue, game.Red}
	default:
		b.Kind, b.Lines = Text, linesOf(w, g, s)
	}
	return b
}

// tableOf is what lies on the table; a row that begins with a player's role is that player's.
func tableOf(w words.Words, g game.Game, s game.TableDrawer) (rows []Row) {
	for _, r := range s.DrawTable() {
		row := Row{Label: w.Text(r.Label), Kind: r.Kind, Words: []string{}}
		for p, role := range g.Info().Roles {
			if r.Label == role || strings.HasPrefix(r.Label, role+" ") {
				row.Owner = seat(game.Player(p))
			}
		}
		for _, word := range r.Words {
			row.Words = append(row.Words, w.Text(word))
		}
		rows = append(rows, row)
	}
	return rows
}

// cellsOf is the board of a state that can be drawn by cells.
func cellsOf(s game.State) (game.Board, bool) {
	switch d := s.(type) {
	case game.CellDrawer:
		return d.DrawCells()
	case game.Drawer:
		return d.Draw(), true
	}
	return game.Board{}, false
}

func ofCells(w words.Words, b game.Board) Board {
	out := Board{
		Kind: Cells, Columns: b.Columns, Rows: b.Rows, ColumnLabels: b.ColumnLabels, RowLabels: b.RowLabels,
		Surface: b.Surface, Colours: b.Pieces, Caption: w.Text(b.Caption), Cells: make([]Cell, len(b.Cells)),
	}
	if b.Hexagons {
		out.Kind = Hexagons
	}
	for i, c := range b.Cells {
		if c.Symbol == 0 {
			continue
		}
		out.Cells[i] = Cell{Glyph: string(cmp.Or(c.Glyph, c.Symbol)), Owner: seat(c.Owner), Won: c.Won, Latest: c.Latest}
	}
	return out
}

// seat is that of a player, nil of nobody.
func seat(p game.Player) *int {
	if p < 0 {
		return nil
	}
	n := int(p)
	return &n
}

func menOf(b *backgammon.Board, dice backgammon.Dice, side game.Player) *Men {
	m := &Men{Points: make([]int, 24), Bar: make([]int, 2), Off: make([]int, 2), Pips: make([]int, 2), Side: int(max(side, 0))}
	for p := range game.Player(2) {
		m.Bar[p], m.Off[p], m.Pips[p] = int(b[p][backgammon.Bar]), int(b[p][backgammon.Off]), b.Pips(p)
	}
	for k := 1; k <= len(m.Points); k++ {
		m.Points[k-1] = int(b[0][k]) - int(b[1][backgammon.Bar-k])
	}
	if dice.Rolled() {
		m.Dice = []int{int(dice[0]), int(dice[1])}
	}
	return m
}

func cubeOf(s *match.State) *Cube {
	rules, at := s.Rules(), s.Table().Match
	c := &Cube{Length: rules.Length}
	if rules.Length > 0 {
		c.Score = []int{at.Score[0], at.Score[1]}
	}
	if rules.Cube {
		c.Shows, c.Owner, c.Offered = s.Cube(), seat(at.Owner), slices.Contains(s.Moves(nil), match.Take)
	}
	return c
}

func linesOf(w words.Words, g game.Game, s game.State) [][]Span {
	d, ok := s.(game.TextDrawer)
	if !ok {
		return [][]Span{{{Text: g.FormatPosition(s)}}}
	}
	var lines [][]Span
	for _, line := range d.DrawText() {
		spans := []Span{}
		for _, span := range line {
			spans = append(spans, Span{w.Text(cmp.Or(span.Fancy, span.Plain)), span.Ink, span.Surface})
		}
		lines = append(lines, spans)
	}
	return lines
}
