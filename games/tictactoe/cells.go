package tictactoe

import "gambito/game"

// Cells implements game.Celled.
func (g *Game) Cells() game.Cells {
	return game.Cells{Columns: g.size, Rows: g.size, Values: 3, Images: g.images[:]}
}

// Look implements game.Celled.
func (g *Game) Look(s game.State, p game.Player, view []uint8) {
	own, opp := s.(*state).stones()
	if p != 0 {
		own, opp = opp, own
	}
	for cell := range view[:g.size*g.size] {
		view[cell] = game.Vacant + uint8(own>>cell&1) - uint8(opp>>cell&1)
	}
}
