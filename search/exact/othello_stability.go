package exact

import "math/bits"

// Discs that can never turn over bound the score: who has n stable ones keeps
// at least n of 64 (Zebra, Edax).

const (
	othelloInner   = 0x007e7e7e7e7e7e00 // the cells off the edge
	othelloFileA   = 0x0101010101010101
	othelloFileH   = 0x8080808080808080
	othelloCorners = 0x8100000000000081
)

// othelloEdges[own][opp] has the discs of own on one edge that no sequence of
// moves can turn over along that edge.
var othelloEdges [256][256]uint8

func init() {
	var done [256][256]bool
	var stable func(own, opp uint8) uint8
	stable = func(own, opp uint8) uint8 {
		if done[own][opp] {
			return othelloEdges[own][opp]
		}
		kept := own
		for cell := range 8 {
			if bit := uint8(1) << cell; (own|opp)&bit == 0 {
				flipped := othelloBetween[cell][othelloFlankers(cell, opp)&own]
				kept &= stable(own|flipped|bit, opp&^flipped)
				flipped = othelloBetween[cell][othelloFlankers(cell, own)&opp]
				kept &= stable(own&^flipped, opp|flipped|bit)
			}
		}
		done[own][opp], othelloEdges[own][opp] = true, kept
		return kept
	}
	for own := range 256 {
		for opp := range 256 {
			if own&opp == 0 {
				stable(uint8(own), uint8(opp))
			}
		}
	}
}

// othelloStable counts discs of own that are stable for sure: those of the
// edges, those whose four lines are all full, and those protected along every
// line by its being full or by a stable neighbour.
func othelloStable(own, opp uint64) int {
	rows, columns, rising, falling := othelloFullLines(own | opp)
	return othelloStableAmid(own, opp, rows, columns, rising, falling)
}

// othelloStableBalance is how many more stable discs own has than opp.
func othelloStableBalance(own, opp uint64) int {
	rows, columns, rising, falling := othelloFullLines(own | opp)
	return othelloStableAmid(own, opp, rows, columns, rising, falling) -
		othelloStableAmid(opp, own, rows, columns, rising, falling)
}

// othelloStableAmid is othelloStable given the full lines.
func othelloStableAmid(own, opp, rows, columns, rising, falling uint64) int {
	stable := othelloStableEdges(own, opp)
	inner := own & othelloInner
	stable |= inner & rows & columns & rising & falling
	for stable != 0 {
		more := inner &^ stable &
			(stable<<1 | stable>>1 | rows) &
			(stable<<8 | stable>>8 | columns) &
			(stable<<7 | stable>>7 | rising) &
			(stable<<9 | stable>>9 | falling)
		if more == 0 {
			break
		}
		stable |= more
	}
	return bits.OnesCount64(stable)
}

func othelloStableEdges(own, opp uint64) uint64 {
	const gather = 0x0102040810204080
	top := othelloEdges[own&255][opp&255]
	bottom := othelloEdges[own>>56][opp>>56]
	left := othelloEdges[own&othelloFileA*gather>>56][opp&othelloFileA*gather>>56]
	right := othelloEdges[own>>7&othelloFileA*gather>>56][opp>>7&othelloFileA*gather>>56]
	return uint64(top) | uint64(bottom)<<56 | othelloFile(left) | othelloFile(right)<<7
}

// othelloFile spreads eight bits over the first column.
func othelloFile(line uint8) uint64 {
	low := uint64(line&15) * 0x00204081 & 0x01010101
	high := uint64(line>>4) * 0x00204081 & 0x01010101
	return low | high<<32
}

// othelloFullLines returns the cells of full rows, of full columns and of full
// diagonals of either direction. Halves of a row or column are laid on each
// other three times.
func othelloFullLines(discs uint64) (rows, columns, rising, falling uint64) {
	rows = discs & (discs >> 4 & 0x0f0f0f0f0f0f0f0f)
	rows &= rows >> 2
	rows &= rows >> 1
	rows = rows & othelloFileA * 255

	columns = discs & bits.RotateLeft64(discs, 32)
	columns &= bits.RotateLeft64(columns, 16)
	columns &= bits.RotateLeft64(columns, 8)

	rising = othelloFullDiagonals(discs, 7, [3]uint64{0x7f7f7f7f7f7f7f7f, 0x3f3f3f3f3f3f3f3f, 0x0f0f0f0f0f0f0f0f})
	falling = othelloFullDiagonals(discs, 9, [3]uint64{0xfefefefefefefefe, 0xfcfcfcfcfcfcfcfc, 0xf0f0f0f0f0f0f0f0})
	return rows, columns, rising, falling
}

// othelloFullDiagonals returns the cells of full diagonals of one direction:
// those that no empty cell spreads to in steps of one, two and four. landing
// has the cells where such a step to higher rows can end without having gone
// around an edge.
func othelloFullDiagonals(discs uint64, step uint, landing [3]uint64) uint64 {
	empty := ^discs
	up, down := empty, empty
	for i := uint(0); i < 3; i++ {
		up |= up << (step << i) & landing[i]
		down |= (down & landing[i]) >> (step << i)
	}
	return ^(up | down)
}
