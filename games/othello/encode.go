package othello

import "gambito/game"

// Encoding implements game.Encoded: own discs, the opponent's, cells where a
// disc may be placed, and ones, by which a network sees the edge. The last place
// for moves is that of the pass.
func (Game) Encoding() game.Encoding {
	return game.Encoding{Planes: 4, Rows: 8, Columns: 8, Moves: 65}
}

// Encode implements game.Encoded.
func (Game) Encode(s game.State, planes []float32) {
	st := s.(*state)
	for plane, cells := range [4]uint64{st.own, st.opp, st.moves, ^uint64(0)} {
		for cell := range 64 {
			planes[plane*64+cell] = float32(cells >> cell & 1)
		}
	}
}

// MoveIndex implements game.Encoded: the cell.
func (Game) MoveIndex(_ game.State, m game.Move) int { return int(m) }
