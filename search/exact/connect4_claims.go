package exact

import "math/bits"

// Some positions need no search because the player who is not to move, here called the
// follower, has a plan that nothing upsets: it answers every stone with the one right
// above it (Allis calls it claimeven; A Knowledge-Based Approach of Connect-Four, 1988).
//
// Let the claimed cells be every second one of a column, from the top down. A column
// with an even number of empty cells gives the follower its claimed cells and the
// opponent the others. The next cell of a column with an odd number is a claimed one and
// has nothing below to answer: it is free.
//
// With an even number of empty cells on the board there is an even number of free cells,
// and the follower answers one with another. So, whatever the opponent does, it gets
// none but free cells and cells that are not claimed. If these make no four with the
// stones it has, it cannot win; the follower never has to meet a threat, and always has
// its answer. Where the follower threatens a claimed cell that is not free it wins: no
// stone ever falls above that cell, and the opponent has to play right below it when
// everything else is full.
//
// With an odd number of empty cells that is one short, but the follower needs it not if
// it threatens a cell that is not claimed in a column with a free cell: in this column
// it answers above the free cell, the opponent gets the claimed cells below the threat,
// and the rest of the board goes as before.

// followUp returns a score that the player to move cannot exceed, where theirs are the
// threats of the opponent, and whether it is at most alpha and so of any use.
func (b *connect4Board) followUp(own, mask, theirs uint64, left, alpha int) (bound int, ok bool) {
	if left&1 == 0 {
		return b.followAll(own, mask, theirs, left, alpha)
	}
	free := b.targets(mask) & b.claimed
	for threats := theirs &^ b.claimed; threats != 0; {
		column := b.columnOf(threats)
		below := lowest(threats) - 1
		threats &^= column
		if free&column == 0 {
			continue
		}
		reach := (b.board&^mask&^b.claimed | free) &^ column
		reach, unplayed := b.withoutAbove(reach, theirs&b.claimed&^free&^column)
		reach |= b.board &^ mask & b.claimed & column & below
		unplayed += bits.OnesCount64(column&^below) + 1
		if bound := lastLoss(left, unplayed); bound <= alpha && !b.four(own|reach) {
			return bound, true
		}
	}
	return 0, false
}

// followAll is followUp for an even number of empty cells.
func (b *connect4Board) followAll(own, mask, theirs uint64, left, alpha int) (bound int, ok bool) {
	free := b.targets(mask) & b.claimed
	wins := theirs & b.claimed &^ free
	if wins == 0 && alpha < 0 {
		return 0, false
	}
	reach, unplayed := b.withoutAbove(b.board&^mask&^b.claimed|free, wins)
	if wins != 0 {
		bound = lastLoss(left, unplayed)
	}
	return bound, bound <= alpha && !b.four(own|reach)
}

// withoutAbove returns cells without those in and above the lowest win of each column,
// and how many cells are not played before somebody has to play below a win: these and
// the ones below them.
func (b *connect4Board) withoutAbove(cells, wins uint64) (fewer uint64, unplayed int) {
	for wins != 0 {
		column := b.columnOf(wins)
		above := column &^ (lowest(wins) - 1)
		cells &^= above
		unplayed += bits.OnesCount64(above) + 1
		wins &^= column
	}
	return cells, unplayed
}

// lastLoss is the score of the player to move if it loses with the second stone after
// all but the unplayed cells are full.
func lastLoss(left, unplayed int) int { return lossScore(left, (left-unplayed)/2+1) }

// columnOf returns the column of the first of the cells.
func (b *connect4Board) columnOf(cells uint64) uint64 {
	return b.columnAt[bits.TrailingZeros64(cells)&63]
}

func lowest(cells uint64) uint64 { return cells & -cells }
