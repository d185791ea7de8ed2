package exact

import "math/bits"

// rank ranks moves whose ranks go by the number of replies. In doubt the safer edge
// comes first. With many empties a look ahead says more, but the number of replies
// keeps its weight. Where no move is expected to succeed the order matters less, so the
// look ahead starts later and is shorter.
func (o *Othello) rank(moves []othelloMove, empties int, hopeful bool) {
	if len(moves) == 1 {
		return
	}
	foreseen, depth := othelloForeseen, min((empties-othelloForeseen)/2, othelloForesight)
	if !hopeful {
		foreseen, depth = othelloForeseen+2, max(depth-2, 0)
	}
	top := -othelloInfinite // of what the look ahead promised
	for i := range moves {
		m := &moves[i]
		if empties >= foreseen {
			promise := -o.foresee(m.own, m.opp, m.legal, -othelloInfinite, othelloHopeless-top, depth)
			top = max(top, promise)
			m.rank = int32(promise) + 12*m.rank
		} else {
			m.rank = 64*m.rank + 16*int32(bits.OnesCount64(othelloStableEdges(m.opp, m.own)))
		}
	}
}

// othelloHopeless is how far below the best a move may look for its rank to
// be worth knowing exactly.
const othelloHopeless = 12 * othelloDisc
