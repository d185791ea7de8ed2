package connect4

import "gambito/game"

// Encoding implements game.Encoded: own stones, the opponent's, empty cells, and
// a plane of ones if the player to move has begun, for whom other rows count.
func (g *shape) Encoding() game.Encoding {
	return game.Encoding{Planes: 4, Rows: g.rows, Columns: g.columns, Moves: g.columns}
}

// Encode implements game.Encoded.
func (g *Game) Encode(s game.State, planes []float32) {
	st := s.(*state)
	cells := g.rows * g.columns
	clear(planes[:4*cells])
	for cell := range cells {
		switch bit := g.cellBit(cell); {
		case st.own&bit != 0:
			planes[cell] = 1
		case st.mask&bit != 0:
			planes[cells+cell] = 1
		default:
			planes[2*cells+cell] = 1
		}
		if st.plies&1 == 0 {
			planes[3*cells+cell] = 1
		}
	}
}

// MoveIndex implements game.Encoded: the column.
func (*shape) MoveIndex(_ game.State, m game.Move) int { return int(m) }
