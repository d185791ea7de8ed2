package breakthrough

import (
	"math/bits"

	"gambito/game"
)

// Encoding implements game.Encoded: own pieces, the opponent's, and the cells
// that may be entered. The board is turned so that the player to move always
// goes up, as the games of the family, holes included, allow. A move's place is
// its way to go and the cell it leaves.
func (g *Game) Encoding() game.Encoding {
	return game.Encoding{Planes: 3, Rows: g.grid.Rows, Columns: g.grid.Columns, Moves: len(g.jumps[0]) * g.grid.Size()}
}

// Encode implements game.Encoded.
func (g *Game) Encode(s game.State, planes []float32) {
	st := s.(*state)
	size := g.grid.Size()
	for plane, pieces := range [3]uint64{st.own, st.opp, g.board} {
		for cell := range size {
			planes[plane*size+g.turned(cell, st.side)] = float32(pieces >> g.bit(cell) & 1)
		}
	}
}

// turned is where a cell lies for a player who goes up.
func (g *Game) turned(cell int, side game.Player) int {
	if side == 0 {
		return cell
	}
	return g.grid.Size() - 1 - cell
}

// MoveIndex implements game.Encoded.
func (g *Game) MoveIndex(s game.State, m game.Move) int {
	side := s.(*state).side
	from, to := parts(m)
	fromBit := bits.TrailingZeros64(from)
	distance := bits.TrailingZeros64(to) - fromBit
	if side != 0 {
		distance = -distance
	}
	way := 0
	for g.jumps[0][way].distance() != distance {
		way++
	}
	return way*g.grid.Size() + g.turned(g.cell(fromBit), side)
}
