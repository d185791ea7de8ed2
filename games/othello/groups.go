package othello

import "gambito/game"

// Sets of cells by what a disc there is worth; bit 0 is a1.
const (
	cornerCells     = 0x8100000000000081
	besideCorners   = 0x42c300000000c342 // the cells that give a corner away
	otherEdgeCells  = 0x3c0081818181003c
	passGroup       = 4
	innerCellsGroup = 3
)

// Group implements game.Grouped: corners, the cells beside them, the rest of the
// edges, and the inside; passes are a group of their own.
func (Game) Group(_ game.State, m game.Move) int {
	if m == Pass {
		return passGroup
	}
	for group, cells := range [...]uint64{cornerCells, besideCorners, otherEdgeCells} {
		if cells>>m&1 != 0 {
			return group
		}
	}
	return innerCellsGroup
}
