package exact

import "math/bits"

// rank counts the replies to moves and ranks them. Fewest replies first, since
// they are soon searched (fastest first; Andersson's solver): a reply in a
// corner counts double. In doubt the safer edge, then an odd quadrant. With
// many empties a look ahead says more, but the number of replies keeps its
// weight. Where no move is expected to succeed the order matters less, so the
// look ahead starts later and is shorter.
func (o *Othello) rank(moves []othelloMove, empties int, odd uint64, hopeful bool) {
	foreseen, depth := othelloForeseen, min((empties-othelloForeseen)/2, othelloForesight)
	if !hopeful {
		foreseen, depth = othelloForeseen+2, max(depth-2, 0)
	}
	top := -othelloInfinite // of what the look ahead promised
	for i := range moves {
		m := &moves[i]
		m.legal = othelloLegal(m.own, m.opp)
		if len(moves) == 1 {
			return
		}
		count := bits.OnesCount64(m.legal) + bits.OnesCount64(m.legal&othelloCorners)
		parity := int(odd >> uint(m.cell&63) & 1)
		if empties >= foreseen {
			promise := -o.foresee(m.own, m.opp, m.legal, -othelloInfinite, othelloHopeless-top, depth)
			top = max(top, promise)
			m.rank = promise - 48*count + 16*parity
		} else {
			m.rank = 64*parity - 256*count + 16*bits.OnesCount64(othelloStableEdges(m.opp, m.own))
		}
	}
}

// othelloHopeless is how far below the best a move may look for its rank to
// be worth knowing exactly.
const othelloHopeless = 12 * othelloDisc

// othelloPromote moves the move on cell to the front, if it is there.
func othelloPromote(moves []othelloMove, cell int) bool {
	for i := range moves {
		if moves[i].cell == cell {
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
	moves[0], moves[best] = moves[best], moves[0]
}
