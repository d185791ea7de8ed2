// Package dataset has positions to learn from as tables that other programs read and
// write: a row is a board, the player to move, and the label, how the game ended for
// that player. They are CSV, or arrays of NumPy.
//
// Of a game whose positions are stones of two players on a rectangle, such as Othello
// or Connect 4, a board says all there is to know but whose turn it is. Begin with
// NewForm.
package dataset

import (
	"fmt"
	"strings"

	"gambito/game"
)

// Row is a position to learn from.
type Row struct {
	Game   int     // rows of one game have its number
	Board  []int8  // cells from the top left, row by row: 1 the first player's, −1 the second's, 0 none
	Player int     // to move: 0 moves first in the game
	Label  float64 // of the game's end for that player: −1, 0 or 1
}

// Form is how the positions of a game are written.
type Form struct {
	game    game.Celled
	columns int
	rows    int
	symbols string // of no stone, the first player's, the second's, in position texts
	between string // rows in position texts
	side    bool   // position texts end with the side to move
	view    []uint8
}

// NewForm is that of a game, or says why there is none.
func NewForm(g game.Game) (*Form, error) {
	none := fmt.Errorf("data sets are of games of stones on a rectangle, such as connect4, othello and tictactoe, not of %s", g.Info().ID)
	celled, ok := g.(game.Celled)
	if !ok {
		return nil, none
	}
	cells, start := celled.Cells(), g.FormatPosition(g.New())
	f := &Form{game: celled, columns: cells.Columns, rows: cells.Rows, symbols: ".XO", view: make([]uint8, cells.Count())}
	if strings.Contains(start, "/") {
		f.between = "/"
	}
	if strings.Contains(start, "-") {
		f.symbols = "-XO"
	}
	f.side = strings.Contains(start, " ")
	if row, err := f.Row(g.New(), 0, 0); err != nil || f.text(row) != start {
		return nil, none
	}
	return f, nil
}

// Size is that of the boards.
func (f *Form) Size() (rows, columns int) { return f.rows, f.columns }

// Row writes a position down in which a player is to move.
func (f *Form) Row(s game.State, number int, label float64) (Row, error) {
	f.game.Look(s, 0, f.view)
	r := Row{Game: number, Board: make([]int8, len(f.view)), Player: int(s.Turn()), Label: label}
	for cell, shows := range f.view {
		switch shows {
		case game.Own:
			r.Board[cell] = 1
		case game.Theirs:
			r.Board[cell] = -1
		}
	}
	if text := f.game.FormatPosition(s); f.text(r) != text {
		return r, fmt.Errorf("position %q cannot be told by its stones", text)
	}
	return r, nil
}

// text is a row as the game writes positions.
func (f *Form) text(r Row) string {
	var b strings.Builder
	for cell, stone := range r.Board {
		if cell > 0 && cell%f.columns == 0 {
			b.WriteString(f.between)
		}
		b.WriteByte(f.symbol(stone))
	}
	if f.side {
		b.WriteByte(' ')
		b.WriteByte(f.symbols[1+r.Player])
	}
	return b.String()
}

func (f *Form) symbol(stone int8) byte { return f.symbols[(stone+3)%3] }

// Position reads a row: the position, if it is one in which its player is to move.
func (f *Form) Position(r Row) (game.State, error) {
	if len(r.Board) != f.rows*f.columns {
		return nil, fmt.Errorf("the board has %d cells, not %d", len(r.Board), f.rows*f.columns)
	}
	if r.Player < 0 || r.Player > 1 {
		return nil, fmt.Errorf("player %d is to move: it is 0, who moves first in the game, or 1", r.Player)
	}
	for _, stone := range r.Board {
		if stone < -1 || stone > 1 {
			return nil, fmt.Errorf("a cell has %d: it is 1, −1 or 0", stone)
		}
	}
	if !(r.Label >= -1 && r.Label <= 1) {
		return nil, fmt.Errorf("label %g: it is how the game ended for the player to move, −1, 0 or 1", r.Label)
	}
	s, err := f.game.ParsePosition(f.text(r))
	switch {
	case err != nil:
		return nil, err
	case s.Turn() == game.Over:
		return nil, fmt.Errorf("position %q is the end of a game", f.text(r))
	case int(s.Turn()) != r.Player:
		return nil, fmt.Errorf("position %q: player %d is to move, not %d", f.text(r), s.Turn(), r.Player)
	}
	return s, nil
}
