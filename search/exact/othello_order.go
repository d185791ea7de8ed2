package exact

import "math/bits"

// rank ranks moves whose ranks go by the number of replies: in doubt the safer edge comes
// first. With many empties a look ahead says more, but the number of replies keeps its
// weight.
func (o *Othello) rank(moves []othelloMove, opp uint64, empties int) {
	if len(moves) == 1 {
		return
	}
	if o.patterns != nil && empties >= othelloForeseen {
		o.rankAhead(moves, opp, empties)
		return
	}
	for i := range moves {
		m := &moves[i]
		m.rank = 4*m.rank + int32(bits.OnesCount64(othelloStableEdges(m.opp, m.own)))
	}
}

// rankAhead ranks moves by what a look ahead promises and by the number of replies, each
// of which counts three discs.
func (o *Othello) rankAhead(moves []othelloMove, opp uint64, empties int) {
	const weight = 3 * othelloDisc / 4 // ranks are in quarters of a reply
	depth := min(max((empties-14)/2, 0), othelloForesight)
	top := -othelloInfinite // of what was promised
	for i := range moves {
		m := &moves[i]
		x := o.ahead[depth+1]
		o.patterns.turner.Play(x, o.indices[empties], int(m.cell), opp^m.own)
		promise := -o.foresee(m.own, m.opp, m.legal, x, -othelloInfinite, othelloHopeless-top, depth, empties-1)
		top = max(top, promise)
		m.rank = int32(promise) + weight*m.rank
	}
}

// othelloHopeless is how far below the best a move may look for its rank to
// be worth knowing exactly.
const othelloHopeless = 12 * othelloDisc
