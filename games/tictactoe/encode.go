package tictactoe

import "gambito/game"

// Encoding implements game.Encoded: own cells, the opponent's and the empty
// ones.
func (g *Game) Encoding() game.Encoding {
	return game.Encoding{Planes: 3, Rows: g.size, Columns: g.size, Moves: g.size * g.size}
}

// Encode implements game.Encoded.
func (g *Game) Encode(s game.State, planes []float32) {
	st := s.(*state)
	size := g.size * g.size
	for plane, cells := range [3]uint64{st.own, st.other, g.board &^ (st.own | st.other)} {
		for cell := range size {
			planes[plane*size+cell] = float32(cells >> cell & 1)
		}
	}
}

// MoveIndex implements game.Encoded: the cell.
func (g *Game) MoveIndex(_ game.State, m game.Move) int { return int(m) }
