package exact

import "math/bits"

// Close to the end, where most positions are, little may be spent on each. The
// legal moves come from whoever made the position: it has counted them to sort
// its own moves.

// othelloNearList holds the moves of a position with at most othelloNear empties; a
// power of two spares a check of its bounds.
type othelloNearList [16]othelloMove

// near searches positions with five to othelloNear empties.
func (o *Othello) near(own, opp, legal uint64, alpha, empties int, parity uint8) int {
	if empties == 5 {
		return o.five(own, opp, legal, alpha, parity)
	}
	o.nodes++
	if legal == 0 {
		if legal = othelloLegal(opp, own); legal == 0 {
			return othelloFinal(own, opp)
		}
		return -o.near(opp, own, legal, -alpha-1, empties, parity)
	}
	if empties > 6 && alpha >= othelloStableFrom(empties) {
		if most := 64 - 2*othelloStable(opp, own); most <= alpha {
			return most
		}
	}
	known := o.cache.at(own, opp)
	if score, ok := known.settles(own, opp, alpha); ok {
		return score
	}
	moves := &o.replies[empties]
	count := othelloMoves(moves[:], own, opp, legal, othelloOdd[parity&15])
	best := othelloNone
	for i := range count {
		top := i
		for j := i + 1; j < count; j++ {
			if moves[j&15].rank > moves[top&15].rank {
				top = j
			}
		}
		m := &moves[top&15]
		if score := -o.near(m.own, m.opp, m.legal, -alpha-1, empties-1, parity^othelloQuadrant[m.cell&63]); score > best {
			if best = score; best > alpha {
				break
			}
		}
		*m = moves[i&15]
	}
	known.note(own, opp, alpha, best)
	return best
}

// five searches positions with five empties: odd quadrants first, corners
// first among them.
func (o *Othello) five(own, opp, legal uint64, alpha int, parity uint8) int {
	o.nodes++
	if legal == 0 {
		if legal = othelloLegal(opp, own); legal == 0 {
			return othelloFinal(own, opp)
		}
		return -o.five(opp, own, legal, -alpha-1, parity)
	}
	best := othelloNone
	for legal != 0 {
		group := legal
		if odd := group & othelloOdd[parity&15]; odd != 0 {
			group = odd
		}
		if corners := group & othelloCorners; corners != 0 {
			group = corners
		}
		cell := bits.TrailingZeros64(group)
		legal ^= group & -group
		flipped := othelloFlips(own, opp, cell)
		score := -o.ordered4(opp^flipped, own|flipped|group&-group, -alpha-1, parity^othelloQuadrant[cell&63])
		if score > best {
			if best = score; best > alpha {
				break
			}
		}
	}
	return best
}
