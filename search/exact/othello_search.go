package exact

import "math/bits"

// Every search below asks whether the side to move can get more than alpha: a
// null window. The answer is a score above alpha that it gets at least, or one
// not above alpha that it gets at most. Which search is used depends on the
// number of empty cells:
//
//	1–4   endings     cells written out, no list of moves
//	5–6   shallow     odd quadrants first
//	7–8   middle      sorted moves, stable discs
//	9–    middle      and the hash table
//	11–   middle      and a look at the table's entries of all replies
//	12–   middle      and moves sorted by a search of some plies
const (
	othelloShallow   = 6  // most empties of shallow
	othelloHashed    = 9  // fewest empties with the hash table
	othelloLookahead = 11 // fewest empties with a look at the replies' entries
	othelloForeseen  = 12 // fewest empties with moves sorted by a search
)

// othelloMove is a move, the position after it and its rank in the order.
type othelloMove struct {
	own, opp uint64 // after the move, own being the side that replies
	cell     int
	rank     int
}

// search is the null-window search of any position.
func (o *Othello) search(own, opp uint64, alpha, empties int) int {
	switch {
	case empties > othelloShallow:
		return o.middle(own, opp, alpha, empties)
	case empties > 4:
		return o.shallow(own, opp, alpha, empties, othelloParity(^(own | opp)))
	}
	return o.ending(own, opp, alpha, empties)
}

// shallow tries moves in odd quadrants before others, corners first among
// them.
func (o *Othello) shallow(own, opp uint64, alpha, empties int, parity uint8) int {
	o.nodes++
	moves := othelloLegal(own, opp)
	if moves == 0 {
		if othelloLegal(opp, own) == 0 {
			return othelloFinal(own, opp)
		}
		return -o.shallow(opp, own, -alpha-1, empties, parity)
	}
	best := othelloNone
	for moves != 0 {
		group := moves
		if odd := group & othelloOdd[parity&15]; odd != 0 {
			group = odd
		}
		if corners := group & othelloCorners; corners != 0 {
			group = corners
		}
		cell := bits.TrailingZeros64(group)
		moves ^= group & -group
		flipped := othelloFlips(own, opp, cell)
		after, oddAfter := own|flipped|group&-group, parity^othelloQuadrant[cell&63]
		var score int
		if empties == 5 {
			score = -o.ordered4(opp^flipped, after, -alpha-1, oddAfter)
		} else {
			score = -o.shallow(opp^flipped, after, -alpha-1, empties-1, oddAfter)
		}
		if score > best {
			if best = score; best > alpha {
				break
			}
		}
	}
	return best
}

// middle searches with all the means that pay for themselves when there are
// many positions below.
func (o *Othello) middle(own, opp uint64, alpha, empties int) int {
	o.nodes++
	if o.cancelled() {
		return alpha
	}
	if alpha >= othelloStableFrom(empties) {
		if most := 64 - 2*othelloStable(opp, own); most <= alpha {
			return most
		}
	}
	known := othelloNoMove
	if empties >= othelloHashed {
		if e := o.table.find(own, opp); e != nil {
			if int(e.lower) > alpha {
				return int(e.lower)
			}
			if int(e.upper) <= alpha {
				return int(e.upper)
			}
			known = int(e.move)
		}
	}
	legal := othelloLegal(own, opp)
	if legal == 0 {
		if othelloLegal(opp, own) == 0 {
			return othelloFinal(own, opp)
		}
		return -o.middle(opp, own, -alpha-1, empties)
	}
	start := o.nodes
	score, move := o.try(own, opp, legal, alpha, empties, known)
	if empties >= othelloHashed && !o.stopped {
		o.table.store(own, opp, alpha, score, move, o.nodes-start)
	}
	return score
}

// othelloStableFrom is the alpha from which stable discs are counted: below it
// they are rarely so many that they cut.
func othelloStableFrom(empties int) int { return max(0, 2*(empties-10)) }

// root is the search of a position that has a legal move. It tells the move.
func (o *Othello) root(own, opp uint64, alpha, empties int) (score, move int) {
	o.nodes++
	known := othelloNoMove
	if e := o.table.find(own, opp); e != nil {
		known = int(e.move)
	}
	start := o.nodes
	score, move = o.try(own, opp, othelloLegal(own, opp), alpha, empties, known)
	if !o.stopped {
		o.table.store(own, opp, alpha, score, move, o.nodes-start)
	}
	return score, move
}

// try searches the legal moves: first the one known to be good, then the rest
// in the order of their ranks. Most positions are refuted by the first move,
// so the rest is sorted only when it is needed.
func (o *Othello) try(own, opp, legal uint64, alpha, empties, known int) (best, move int) {
	moves := o.lists[empties][:0]
	for ; legal != 0; legal &= legal - 1 {
		cell := bits.TrailingZeros64(legal)
		flipped := othelloFlips(own, opp, cell)
		if flipped == opp {
			return 64, cell
		}
		moves = append(moves, othelloMove{own: opp ^ flipped, opp: own | flipped | legal&-legal, cell: cell})
	}
	if empties >= othelloLookahead {
		// Enhanced transposition cut-offs (Schaeffer and Plaat 1996): a reply's
		// known bound may settle it.
		for i := range moves {
			if e := o.table.find(moves[i].own, moves[i].opp); e != nil && -int(e.upper) > alpha {
				return -int(e.upper), moves[i].cell
			}
		}
	}
	best, sorted := othelloNone, false
	for i := range moves {
		if i == 0 && othelloPromote(moves, known) {
			// The known move is first as it is.
		} else if !sorted {
			o.rank(moves[i:], empties, othelloOdd[othelloParity(^(own|opp))])
			sorted = true
		}
		if sorted {
			othelloPickBest(moves[i:])
		}
		m := &moves[i]
		if score := -o.search(m.own, m.opp, -alpha-1, empties-1); score > best {
			if best, move = score, m.cell; best > alpha {
				break
			}
		}
		if o.stopped {
			break
		}
	}
	return best, move
}
