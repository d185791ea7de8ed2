package exact

import "math/bits"

// othelloRays holds the cells from one cell to the edge in the three
// directions that lead to higher rows: left, straight and right.
type othelloRays struct {
	left, straight, right uint64
}

// othelloFlips returns the discs of opp that turn over when own plays on cell.
//
// Towards higher rows a carry runs along the ray over opp's discs and stops at
// the first cell that is not one. Towards lower rows the same is done on the
// board turned upside down, where a byte swap is all it takes. The row itself
// is looked up: first where a flanking disc could stand, then, knowing where
// one does, what lies between.
func othelloFlips(own, opp uint64, cell int) uint64 {
	rays := &othelloRaysOf[cell&63]
	flipped := othelloCarry(own, opp, rays.left) |
		othelloCarry(own, opp, rays.straight) |
		othelloCarry(own, opp, rays.right)

	rays = &othelloRaysOf[cell&63^56]
	ownTurned, oppTurned := bits.ReverseBytes64(own), bits.ReverseBytes64(opp)
	turned := othelloCarry(ownTurned, oppTurned, rays.left) |
		othelloCarry(ownTurned, oppTurned, rays.straight) |
		othelloCarry(ownTurned, oppTurned, rays.right)

	row, column := uint(cell&56), cell&7
	flank := othelloFlank[column][opp>>row>>1&63] & uint8(own>>row)
	return flipped | bits.ReverseBytes64(turned) | uint64(othelloBetween[column][flank])<<row
}

// othelloCarry returns the discs of opp along ray up to the first of own, none
// if there is no such disc. Adding one to the board with everything off the
// ray filled carries over opp's discs to the end of the ray's run; one less than
// that end are the discs before it, and a borrow from zero keeps none none.
func othelloCarry(own, opp, ray uint64) uint64 {
	end := ((opp | ^ray) + 1) & ray & own
	_, present := bits.Sub64(0, end, 0)
	before, _ := bits.Sub64(end, 0, present)
	return before & ray
}

// The tables of a single line of eight cells.
var (
	// othelloFlank[cell][inner] has the cells where a disc would flank with
	// one on cell, when the inner six cells of the line hold those of opp.
	othelloFlank [8][64]uint8

	// othelloBetween[cell][flank] has the cells strictly between cell and
	// the one or two of flank.
	othelloBetween [8][256]uint8

	// othelloLastFlips[cell][own] counts the discs that turn over when own
	// fills the last empty cell of the line: all others are opp's.
	othelloLastFlips [8][256]uint8

	othelloRaysOf [64]othelloRays
)

func init() {
	for cell := range 8 {
		for inner := range 64 {
			othelloFlank[cell][inner] = othelloFlankers(cell, uint8(inner<<1))
		}
		for own := range 256 {
			for _, step := range [2]int{-1, 1} {
				var passed uint8
				for c := cell + step; c >= 0 && c < 8; c += step {
					if own>>c&1 != 0 {
						othelloBetween[cell][own] |= passed
						break
					}
					passed |= 1 << c
				}
			}
			othelloLastFlips[cell][own] = uint8(bits.OnesCount8(othelloBetween[cell][own]))
		}
	}
	for cell := range othelloRaysOf {
		othelloRaysOf[cell] = othelloRays{
			left:     othelloWalk(cell, -1, 1),
			straight: othelloWalk(cell, 0, 1),
			right:    othelloWalk(cell, 1, 1),
		}
	}
}

// othelloFlankers walks from cell over one or more of opp's discs both ways
// and returns the cells behind them.
func othelloFlankers(cell int, opp uint8) (flankers uint8) {
	for _, step := range [2]int{-1, 1} {
		c := cell + step
		for c >= 0 && c < 8 && opp>>c&1 != 0 {
			c += step
		}
		if c >= 0 && c < 8 && c != cell+step {
			flankers |= 1 << c
		}
	}
	return flankers
}

// othelloWalk returns the cells from cell, without it, to the edge.
func othelloWalk(cell, columnStep, rowStep int) (cells uint64) {
	column, row := cell%8, cell/8
	for {
		column, row = column+columnStep, row+rowStep
		if column < 0 || column > 7 || row < 0 || row > 7 {
			return cells
		}
		cells |= 1 << (row*8 + column)
	}
}
