package othello

import "gambito/game"

// cells is how pattern systems see the board, with the symmetries of Transform.
var cells = func() game.Cells {
	c := game.Cells{Columns: 8, Rows: 8, Values: 3}
	for k := range (Game{}).Symmetries() {
		image := make([]uint8, 64)
		for cell := range image {
			image[cell] = uint8(Game{}.TransformMove(game.Move(cell), k))
		}
		c.Images = append(c.Images, image)
	}
	return c
}()

// Cells implements game.Celled: cells have the numbers of the bits of Discs.
func (Game) Cells() game.Cells { return cells }

// Look implements game.Celled.
func (Game) Look(s game.State, p game.Player, view []uint8) {
	st := s.(*state)
	own, opp := st.own, st.opp
	if p != st.side {
		own, opp = opp, own
	}
	for cell := range view[:64] {
		view[cell] = game.Vacant + uint8(own>>cell&1) - uint8(opp>>cell&1)
	}
}
