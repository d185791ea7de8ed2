package exact

import "math/bits"

// othelloMove is a move, the position after it and its rank in the order. The list of
// moves in assembly knows where its fields are.
type othelloMove struct {
	own, opp uint64 // after the move, own being the side that replies
	legal    uint64 // the moves of own
	rank     int32
	cell     int32
}

// othelloMovesPlain lists the legal moves of own, with the replies to each, and returns
// their number. Their ranks put fewest replies first, since they are soon searched
// (fastest first; Andersson's solver), one in a corner counting double; in doubt a cell
// of odd. Precondition: there is room for all.
func othelloMovesPlain(moves []othelloMove, own, opp, legal, odd uint64) (count int) {
	for ; legal != 0; legal &= legal - 1 {
		cell := bits.TrailingZeros64(legal)
		flipped := othelloFlips(own, opp, cell)
		m := &moves[count]
		m.own, m.opp = opp^flipped, own|flipped|legal&-legal
		m.legal = othelloLegal(m.own, m.opp)
		m.rank = int32(odd>>uint(cell&63)&1) -
			4*int32(bits.OnesCount64(m.legal)+bits.OnesCount64(m.legal&othelloCorners))
		m.cell = int32(cell)
		count++
	}
	return count
}

// othelloPromote moves the move on cell to the front, if it is there.
func othelloPromote(moves []othelloMove, cell int) bool {
	for i := range moves {
		if int(moves[i].cell) == cell {
			moves[0], moves[i] = moves[i], moves[0]
			return true
		}
	}
	return false
}

// othelloPickBest swaps the highest rank to the front.
func othelloPickBest(moves []othelloMove) {
	best := 0
	for i := 1; i < len(moves); i++ {
		if moves[i].rank > moves[best].rank {
			best = i
		}
	}
	if best != 0 {
		moves[0], moves[best] = moves[best], moves[0]
	}
}
