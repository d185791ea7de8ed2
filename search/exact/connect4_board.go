package exact

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// connect4Board is a board of Connect 4 in the layout of package connect4: a
// column is rows + 1 bits from the bottom up, the topmost an empty sentinel
// that keeps lines from running over an edge. Positions are two sets of cells,
// own (the stones of the player to move) and mask (all stones).
//
// The tricks are those of Pascal Pons' tutorial "Solving Connect 4: how to
// build a perfect AI" and, before it, of John Tromp's Fhourstones.
type connect4Board struct {
	columns, rows, cells int
	stride               uint       // bits a column
	bottom               uint64     // the lowest cell of every column
	board                uint64     // every cell
	claimed              uint64     // every second cell of a column, from the top down: see followUp
	centreFirst          []uint64   // the columns, from the middle outwards
	columnAt             [64]uint64 // the column of a bit
	preferred            []int      // the numbers of the columns, see SolveBest
}

// maxRows is of how many rows three steps in any direction are less than 64 bits.
const maxRows = 19

func newConnect4Board(columns, rows int) connect4Board {
	b := connect4Board{columns: columns, rows: rows, cells: columns * rows, stride: uint(rows + 1)}
	for c := range columns {
		b.bottom |= 1 << (uint(c) * b.stride)
	}
	b.board = b.bottom * (1<<rows - 1)
	for row := rows - 1; row >= 0; row -= 2 {
		b.claimed |= b.bottom << row
	}
	for i, c := 0, columns/2; i < columns; i++ {
		b.centreFirst = append(b.centreFirst, b.column(c))
		// Steps of −1, +2, −3, … visit c, c−1, c+1, c−2, …
		if i%2 == 0 {
			c -= i + 1
		} else {
			c += i + 1
		}
	}
	for cell := range min(64, columns*(rows+1)) {
		b.columnAt[cell] = b.column(cell / (rows + 1))
	}
	for c := range columns {
		b.preferred = append(b.preferred, c)
	}
	slices.SortStableFunc(b.preferred, func(c, d int) int {
		return cmp.Compare(abs(2*c+1-columns), abs(2*d+1-columns))
	})
	return b
}

func abs(n int) int { return max(n, -n) }

// column returns the cells of a column.
func (b *connect4Board) column(c int) uint64 { return (1<<b.rows - 1) << (uint(c) * b.stride) }

// targets returns the cells into which a stone can fall.
func (b *connect4Board) targets(mask uint64) uint64 {
	return (mask + b.bottom) & b.board
}

// safe returns the cells into which the player to move can drop a stone
// without losing to the very next one, where theirs are the threats of the
// opponent: a threat that can be carried out now must be met, two of them
// cannot be, and no stone may go right below a threat.
func (b *connect4Board) safe(mask, theirs uint64) uint64 {
	cells := b.targets(mask)
	if forced := cells & theirs; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0
		}
		cells = forced
	}
	return cells &^ (theirs >> 1)
}

// static returns the score of positions that need no search: the game is over
// or will be after one stone or two. Of others it returns the safe moves.
func (b *connect4Board) static(own, mask uint64) (moves uint64, score int, ok bool) {
	left := b.left(mask)
	switch {
	case b.four(own ^ mask):
		return 0, lossScore(left, 0), true
	case left == 0:
		return 0, 0, true
	case b.targets(mask)&b.threats(own, mask) != 0:
		return 0, winScore(left, 1), true
	}
	moves = b.safe(mask, b.threats(own^mask, mask))
	switch {
	case moves == 0 && left > 1:
		return 0, lossScore(left, 1), true
	case left <= 2:
		return 0, 0, true
	}
	return moves, 0, false
}

// threats returns the empty cells that would complete four of the stones.
func (b *connect4Board) threats(stones, mask uint64) uint64 {
	h := b.stride
	cells := stones << 1 & (stones << 2) & (stones << 3) // gaps in a column cannot be
	cells |= gaps(stones, h) | gaps(stones, h-1) | gaps(stones, h+1)
	return cells & (b.board &^ mask)
}

// gaps returns the cells that lie with three of the stones on a line of four
// whose cells are d bits apart.
func gaps(stones uint64, d uint) uint64 {
	before, after := stones<<(d&63), stones>>(d&63)
	twoBefore := before & (stones << (2 * d & 63))
	twoAfter := after & (stones >> (2 * d & 63))
	return twoBefore&(after|stones<<(3*d&63)) | twoAfter&(before|stones>>(3*d&63))
}

// four reports whether the cells contain four in a line.
func (b *connect4Board) four(cells uint64) bool {
	h := b.stride
	return fourApart(cells, 1)|fourApart(cells, h)|fourApart(cells, h-1)|fourApart(cells, h+1) != 0
}

// fourApart returns the first cells of lines of four whose cells are d bits apart.
func fourApart(cells uint64, d uint) uint64 {
	two := cells & (cells >> (d & 63))
	return two & (two >> (2 * d & 63))
}

// key packs a position into columns × (rows + 1) bits: own stones are
// ones, other stones zeros, and a one marks the first free cell of a column.
func (b *connect4Board) key(own, mask uint64) uint64 {
	return own | (mask + b.bottom)
}

// tooLarge is the error of a position that is not of the board.
func (b *connect4Board) tooLarge() error {
	return fmt.Errorf("the position is not one of a board of %d columns and %d rows", b.columns, b.rows)
}

// unkey returns the position of a key, if it is one: in every column the
// highest one marks the first free cell.
func (b *connect4Board) unkey(key uint64) (own, mask uint64, ok bool) {
	if b.columns*int(b.stride) < 64 && key>>(uint(b.columns)*b.stride) != 0 {
		return 0, 0, false
	}
	for c := range b.columns {
		shift := uint(c) * b.stride
		column := key >> shift & (1<<b.stride - 1)
		if column == 0 {
			return 0, 0, false
		}
		free := uint64(1) << (bits.Len64(column) - 1)
		own |= (column ^ free) << shift
		mask |= (free - 1) << shift
	}
	return own, mask, true
}

// canonicalKey is the same for a position and its mirror image.
func (b *connect4Board) canonicalKey(own, mask uint64) uint64 {
	key := b.key(own, mask)
	return min(key, b.mirror(key))
}

// mirror returns the image of a set of cells, sentinels included.
func (b *connect4Board) mirror(cells uint64) uint64 {
	var image uint64
	column := uint64(1)<<b.stride - 1
	for range b.columns {
		image = image<<b.stride | cells&column
		cells >>= b.stride
	}
	return image
}

// left returns the number of empty cells.
func (b *connect4Board) left(mask uint64) int {
	return b.cells - bits.OnesCount64(mask)
}

// The scores below are those of Pons: a player who wins with its n-th last
// stone scores n, its opponent −n, and a draw is 0.

// winScore is the score of a player who wins with its n-th stone from now,
// counted from 1, when it is to move and there are left empty cells.
func winScore(left, n int) int { return (left + 3 - 2*n) / 2 }

// lossScore is the score of a player who is to move and loses to the n-th
// stone of its opponent from now.
func lossScore(left, n int) int { return -winScore(left-1, n) }
