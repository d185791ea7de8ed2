package atarigo

import "gambito/game"

// Cells implements game.Celled.
func (g *Game) Cells() game.Cells {
	return game.Cells{Columns: g.size, Rows: g.size, Values: 3, Images: g.images[:]}
}

// Look implements game.Celled.
func (g *Game) Look(s game.State, p game.Player, view []uint8) {
	st := s.(*state)
	for point := range view[:g.grid.Size()] {
		switch st.colour(point) {
		case game.Nobody:
			view[point] = game.Vacant
		case p:
			view[point] = game.Own
		default:
			view[point] = game.Theirs
		}
	}
}
