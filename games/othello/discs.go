package othello

import "math/bits"

// Legal returns the cells where own may place a disc. In each of the eight
// directions it fills from own's discs over neighbouring opposing ones, at
// most six of them, and steps once more onto an empty cell. Two steps of one
// and two of two cells make the six.
func Legal(own, opp uint64) uint64 {
	const inner = 0x7e7e7e7e7e7e7e7e // no direction but up and down may use the edge columns
	side := opp & inner
	return (ray(own, side, 1) | ray(own, opp, 8) | ray(own, side, 7) | ray(own, side, 9)) &^ (own | opp)
}

// ray returns the cells one step beyond an unbroken row of over-cells that
// starts next to one of from, along both directions of one line.
func ray(from, over uint64, step uint) uint64 {
	up := over & (from << step)
	down := over & (from >> step)
	up |= over & (up << step)
	down |= over & (down >> step)
	upPairs := over & (over << step)
	downPairs := over & (over >> step)
	up |= upPairs & (up << (2 * step))
	down |= downPairs & (down >> (2 * step))
	up |= upPairs & (up << (2 * step))
	down |= downPairs & (down >> (2 * step))
	return up<<step | down>>step
}

// Flips returns the opposing discs that turn over when own places one on cell.
func Flips(own, opp uint64, cell int) uint64 {
	var flipped uint64
	r := &rays[cell&63]
	// Towards higher bits: filling all but the free cells of the ray with
	// ones and adding one carries to the first cell that is not opp's.
	for _, ray := range r.up {
		end := ((opp | ^ray) + 1) & ray & own
		present := (end | -end) >> 63
		flipped |= (end - present) & ray
	}
	// Towards lower bits: the highest cell of the ray that is not opp's.
	for _, ray := range r.down {
		end := uint64(1<<63) >> bits.LeadingZeros64(ray&^opp) & own
		flipped |= -end << 1 & ray
	}
	return flipped
}

// lines are the cells of the eight rays from one cell to the edges: four
// towards higher bits, four towards lower.
type lines struct {
	up, down [4]uint64
}

var rays = func() (rays [64]lines) {
	steps := [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} // columns, rows
	walk := func(column, row, columnStep, rowStep int) (cells uint64) {
		for {
			column, row = column+columnStep, row+rowStep
			if column < 0 || column > 7 || row < 0 || row > 7 {
				return cells
			}
			cells |= 1 << (row*8 + column)
		}
	}
	for cell := range rays {
		for i, step := range steps {
			rays[cell].up[i] = walk(cell%8, cell/8, step[0], step[1])
			rays[cell].down[i] = walk(cell%8, cell/8, -step[0], -step[1])
		}
	}
	return rays
}()
