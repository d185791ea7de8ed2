package exact

// A region with an odd number of empty cells is worth entering: whoever does
// can hope to have the last word there. The four quadrants of the board stand
// in for the regions (Andersson's endgame solver, Edax).

// othelloQuadrants are the cells of the four quadrants.
var othelloQuadrants = [4]uint64{0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000, 0xf0f0f0f000000000}

var (
	// othelloQuadrant is the bit of the quadrant that a cell is in.
	othelloQuadrant [64]uint8

	// othelloOdd has the cells of a set of quadrants.
	othelloOdd [16]uint64
)

func init() {
	for q, cells := range othelloQuadrants {
		for cell := range 64 {
			if cells>>cell&1 != 0 {
				othelloQuadrant[cell] = 1 << q
			}
		}
		for set := range othelloOdd {
			if set>>q&1 != 0 {
				othelloOdd[set] |= cells
			}
		}
	}
}

// othelloParity is the set of the quadrants where the number of empties is odd.
// The rows of each half are laid on each other, then the columns of each
// quadrant.
func othelloParity(empties uint64) uint8 {
	empties ^= empties >> 8
	empties ^= empties >> 16
	empties ^= empties >> 1
	empties ^= empties >> 2
	return uint8(empties&1 | empties>>3&2 | empties>>30&4 | empties>>33&8)
}
