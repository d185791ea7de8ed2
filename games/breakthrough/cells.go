package breakthrough

import "gambito/game"

// Cells implements game.Celled. The board is turned so that who looks goes up; holes,
// which nobody enters, show as vacant.
func (g *Game) Cells() game.Cells {
	same := make([]uint8, g.grid.Size())
	for cell := range same {
		same[cell] = uint8(cell)
	}
	return game.Cells{Columns: g.grid.Columns, Rows: g.grid.Rows, Values: 3, Images: [][]uint8{same}}
}

// Look implements game.Celled.
func (g *Game) Look(s game.State, p game.Player, view []uint8) {
	pieces := s.(*state).pieces()
	for cell := range view[:g.grid.Size()] {
		bit := g.bit(cell)
		view[g.turned(cell, p)] = game.Vacant + uint8(pieces[p]>>bit&1) - uint8(pieces[p^1]>>bit&1)
	}
}

// Cells implements game.Celled.
func (g mirrored) Cells() game.Cells {
	c := g.Game.Cells()
	image := make([]uint8, c.Count())
	for cell := range image {
		column := cell % c.Columns
		image[cell] = uint8(cell - column + c.Columns - 1 - column)
	}
	c.Images = append(c.Images, image)
	return c
}
