// Package othello is Othello on 8×8. Black moves first; a disc must flank
// opposing discs, which turn over; a player who cannot move passes, and when
// neither can the game is over and more discs win.
package othello

import (
	"fmt"
	"math/bits"
	"strings"

	"gambito/game"
	"gambito/game/grid"
)

// Pass is the move of a player who has no other. Moves 0 to 63 place a disc on
// that cell, counted row by row from a1 at the top left.
const Pass game.Move = 64

// board names cells as Othello players do: a1 at the top left.
var board = grid.Grid{Columns: 8, Rows: 8, TopRowIsOne: true}

// Game is the rules.
type Game struct{}

// New returns the game.
func New() Game { return Game{} }

// Info implements game.Game. A game has at most 60 discs to place, and every
// pass is followed by one.
func (Game) Info() game.Info {
	return game.Info{
		ID:       "othello",
		Name:     "Othello",
		Roles:    []string{"black", "white"},
		MaxMoves: 60,
		MaxPlies: 120,
	}
}

// New implements game.Game.
func (Game) New() game.State {
	return &state{position: newPosition(1<<28|1<<35, 1<<27|1<<36, 0)}
}

const passText = "pass"

// FormatMove implements game.Game.
func (Game) FormatMove(_ game.State, m game.Move) string {
	if m == Pass {
		return passText
	}
	return board.FormatCell(int(m))
}

// ParseMove implements game.Game.
func (Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*state)
	if strings.EqualFold(text, passText) {
		if st.turn == game.Over {
			return 0, fmt.Errorf("pass: the game is over")
		}
		if st.moves != 0 {
			return 0, fmt.Errorf("pass: %s has a move and may not pass", Game{}.Info().Roles[st.turn])
		}
		return Pass, nil
	}
	cell, err := board.ParseCell(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w, or %s", err, passText)
	case st.turn == game.Over:
		return 0, fmt.Errorf("%s: the game is over", text)
	case (st.own|st.opp)>>cell&1 != 0:
		return 0, fmt.Errorf("%s is taken", text)
	case st.moves>>cell&1 == 0:
		return 0, fmt.Errorf("%s turns no disc over", text)
	}
	return game.Move(cell), nil
}

// Symbols of an empty cell, black and white in position texts.
const symbols = "-XO"

// FormatPosition implements game.Game: the cells a1, b1 … h8, X black and O
// white, then the side to move; X when the game is over.
func (Game) FormatPosition(s game.State) string {
	st := s.(*state)
	black, white := st.discs()
	cells := board.FormatRows(func(cell int) byte {
		return symbols[black>>cell&1+2*(white>>cell&1)]
	}, "")
	return cells + " " + symbols[1+st.side:2+st.side]
}

// ParsePosition implements game.Game.
func (Game) ParsePosition(text string) (game.State, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 || (fields[1] != "X" && fields[1] != "O") {
		return nil, fmt.Errorf("position %q: it must be 64 cells of %q, a space and the side to move, X or O", text, symbols)
	}
	cells, err := board.ParseRows(fields[0], symbols, "")
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	var discs [3]uint64
	for cell, symbol := range cells {
		discs[symbol] |= 1 << cell
	}
	if fields[1] == "X" {
		return &state{position: newPosition(discs[1], discs[2], 0)}, nil
	}
	return &state{position: newPosition(discs[2], discs[1], 1)}, nil
}

// Symmetries implements game.Symmetric: the eight of the square, of which 0 to
// 3 leave the start position as it is. Bit 0 of the symmetry's number swaps
// columns and rows, bit 1 turns the board by half, bit 2 swaps top and bottom.
func (Game) Symmetries() int { return 8 }

// Transform implements game.Symmetric.
func (Game) Transform(dst, src game.State, k int) {
	d := dst.(*state)
	d.CopyFrom(src)
	d.own, d.opp, d.moves = Image(d.own, k), Image(d.opp, k), Image(d.moves, k)
}

// TransformMove implements game.Symmetric.
func (Game) TransformMove(m game.Move, k int) game.Move {
	if m == Pass {
		return Pass
	}
	if k&1 != 0 {
		m = m&7<<3 | m>>3
	}
	if k&2 != 0 {
		m = 63 - m
	}
	if k&4 != 0 {
		m ^= 56
	}
	return m
}

// Image is a set of cells as symmetry k shows it.
func Image(discs uint64, k int) uint64 {
	if k&1 != 0 {
		discs = transpose(discs)
	}
	if k&2 != 0 {
		discs = bits.Reverse64(discs)
	}
	if k&4 != 0 {
		discs = bits.ReverseBytes64(discs)
	}
	return discs
}

// transpose swaps columns and rows by swapping ever larger blocks.
func transpose(b uint64) uint64 {
	swap := func(mask uint64, shift uint) {
		t := (b ^ b>>shift) & mask
		b ^= t | t<<shift
	}
	swap(0x00aa00aa00aa00aa, 7)
	swap(0x0000cccc0000cccc, 14)
	swap(0x00000000f0f0f0f0, 28)
	return b
}
