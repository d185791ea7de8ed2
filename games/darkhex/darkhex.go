// Package darkhex is dark Hex, also called Phantom Hex: Hex in which players do not see each
// other's stones. Red joins the bottom and the top of the board, blue the left and the
// right side. Who tries a taken cell learns that it is taken, and tries again.
package darkhex

import (
	"fmt"

	"gambito/game"
	"gambito/game/phantom"
)

// Usual is the side of the board if nobody says otherwise.
const Usual = 4

// New returns the game on a board of those sides, 2 to 8.
func New(columns, rows int) (game.Game, error) {
	if min(columns, rows) < 2 || max(columns, rows) > 8 {
		return nil, fmt.Errorf("the board may have sides of 2 to 8, not %d×%d", columns, rows)
	}
	id := "dark-hex"
	if columns != Usual || rows != Usual {
		id = fmt.Sprintf("%s:%dx%d", id, columns, rows)
	}
	h := newHex(columns, rows)
	return phantom.New(phantom.Rules{
		Info:    game.Info{ID: id, Name: "Dark Hex", Roles: []string{"red", "blue"}},
		Columns: columns, Rows: rows, Hexagons: true, Symbols: "RB", Glyphs: "⬢⬢", Surface: game.Paper, Colours: [2]game.Colour{game.Red, game.Blue},
		Won: h.joined,
	}), nil
}

// hex knows which cells are neighbours. A row is half a cell to the right of the one
// below it.
type hex struct {
	columns     int
	first, last uint64 // columns
	begin, end  [2]uint64
	all         uint64
}

func newHex(columns, rows int) *hex {
	h := &hex{columns: columns, all: 1<<(columns*rows-1)<<1 - 1}
	for row := range rows {
		h.first |= 1 << (row * columns)
		h.last |= 1 << (row*columns + columns - 1)
	}
	top := uint64(1)<<columns - 1
	h.begin = [2]uint64{top, h.first}
	h.end = [2]uint64{top << ((rows - 1) * columns), h.last}
	return h
}

// joined reports whether stones join the sides of a player.
func (h *hex) joined(stones uint64, p game.Player) bool {
	reached := stones & h.begin[p]
	for reached != 0 {
		if reached&h.end[p] != 0 {
			return true
		}
		east, west := reached&^h.last, reached&^h.first
		up, down := reached>>h.columns, reached<<h.columns
		next := reached | east<<1 | west>>1 | up | west>>(h.columns+1) | down | east<<(h.columns+1)
		if next &= stones & h.all; next == reached {
			return false
		}
		reached = next
	}
	return false
}
