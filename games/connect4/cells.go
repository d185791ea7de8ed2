package connect4

import "gambito/game"

// open is what a vacant cell shows into which a stone can fall at once.
const open = game.Own + 1

// Cells implements game.Celled: a vacant cell shows whether a stone can fall into it
// at once, for threats count by when they can be carried out.
func (g *shape) Cells() game.Cells {
	c := game.Cells{Columns: g.columns, Rows: g.rows, Values: int(open) + 1, Images: make([][]uint8, g.Symmetries())}
	for k := range c.Images {
		c.Images[k] = make([]uint8, c.Count())
		for cell := range c.Images[k] {
			column := int(g.TransformMove(game.Move(cell%g.columns), k))
			c.Images[k][cell] = uint8(cell - cell%g.columns + column)
		}
	}
	return c
}

// Look implements game.Celled.
func (g *Game) Look(s game.State, p game.Player, view []uint8) {
	st := s.(*state)
	own, opp := st.stones()
	if p != 0 {
		own, opp = opp, own
	}
	free := st.mask + g.bottom
	bit := uint64(1) << (g.rows - 1) // the top of the first column
	for row := range g.rows {
		for column, b := 0, bit; column < g.columns; column, b = column+1, b<<g.stride {
			shows := game.Vacant
			switch {
			case own&b != 0:
				shows = game.Own
			case opp&b != 0:
				shows = game.Theirs
			case free&b != 0:
				shows = open
			}
			view[row*g.columns+column] = shows
		}
		bit >>= 1
	}
}
