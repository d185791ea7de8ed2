package exact

// Every search below asks whether the side to move can get more than alpha: a
// null window. The answer is a score above alpha that it gets at least, or one
// not above alpha that it gets at most. Which search is used depends on the
// number of empty cells:
//
//	1–4   endings     cells written out, no list of moves
//	5     five        odd quadrants first
//	6–9   near        moves sorted by their replies, a small cache
//	10–   middle      the hash table
//	11–   middle      and a look at the table's entries of all replies
//	12–   middle      and moves sorted by patterns and a search of some plies
//
// Patterns help only with positions from 15 empties on, and what is below these.
const (
	othelloNear      = 9  // most empties of near
	othelloLookahead = 11 // fewest empties with a look at the replies' entries
	othelloForeseen  = 12 // fewest empties with moves sorted by patterns
	othelloPatterned = 15 // fewest empties of a position that patterns help to solve
)

// search is the null-window search of any position, given its legal moves.
func (o *Othello) search(own, opp, legal uint64, alpha, empties int) int {
	switch {
	case empties > othelloNear:
		return o.middle(own, opp, legal, alpha, empties)
	case empties > 4:
		return o.near(own, opp, legal, alpha, empties, othelloParity(^(own | opp)))
	}
	return o.ending(own, opp, alpha, empties)
}

// middle searches with all the means that pay for themselves when there are
// many positions below.
func (o *Othello) middle(own, opp, legal uint64, alpha, empties int) int {
	o.nodes++
	if o.cancelled() {
		return alpha
	}
	if legal == 0 {
		if legal = othelloLegal(opp, own); legal == 0 {
			return othelloFinal(own, opp)
		}
		o.hand(empties)
		return -o.middle(opp, own, legal, -alpha-1, empties)
	}
	if alpha >= othelloStableFrom(empties) {
		if most := 64 - 2*othelloStable(opp, own); most <= alpha {
			return most
		}
	}
	known := othelloNoMove
	if e := o.table.find(own, opp); e != nil {
		if e.doubt() <= o.doubt {
			if int(e.lower) > alpha {
				return int(e.lower)
			}
			if int(e.upper) <= alpha {
				return int(e.upper)
			}
		}
		known = int(e.move)
	}
	doubt := o.doubt
	if empties < othelloForeseen {
		doubt = 0 // from here on nothing is left out
	} else if doubt > 0 {
		if score, ok := o.probably(own, opp, legal, alpha, empties); ok {
			return score
		}
	}
	start := o.nodes
	score, move := o.try(own, opp, legal, alpha, empties, known)
	if !o.stopped {
		o.table.store(own, opp, alpha, score, move, o.nodes-start, doubt)
	}
	return score
}

// othelloStableFrom is the alpha from which stable discs are counted: below it
// they are rarely so many that they cut.
func othelloStableFrom(empties int) int { return max(0, 2*(empties-10)) }

// root is the search of a position that has a legal move. It tells the move.
func (o *Othello) root(own, opp, legal uint64, alpha, empties int) (score, move int) {
	o.nodes++
	known := othelloNoMove
	if e := o.table.find(own, opp); e != nil {
		known = int(e.move)
	}
	start := o.nodes
	score, move = o.try(own, opp, legal, alpha, empties, known)
	if !o.stopped {
		o.table.store(own, opp, alpha, score, move, o.nodes-start, o.doubt)
	}
	return score, move
}

// try searches the legal moves: first the one known to be good, then the rest
// in the order of their ranks. Most positions are refuted by the first move,
// so the rest is sorted only when it is needed.
func (o *Othello) try(own, opp, legal uint64, alpha, empties, known int) (best, move int) {
	moves := o.lists[empties][:]
	moves = moves[:othelloMoves(moves, own, opp, legal, othelloOdd[othelloParity(^(own|opp))])]
	for i := range moves {
		if moves[i].own == 0 {
			return 64, int(moves[i].cell)
		}
	}
	if empties >= othelloLookahead {
		// Enhanced transposition cut-offs (Schaeffer and Plaat 1996): a reply's
		// known bound may settle it.
		for i := range moves {
			if e := o.table.find(moves[i].own, moves[i].opp); e != nil && e.doubt() <= o.doubt && -int(e.upper) > alpha {
				return -int(e.upper), int(moves[i].cell)
			}
		}
	}
	best, sorted := othelloNone, false
	for i := range moves {
		m := &moves[i]
		if i > 0 || !othelloPromote(moves, known) {
			if !sorted {
				o.rank(moves[i:], opp, empties)
				sorted = true
			}
			othelloPickBest(moves[i:])
		}
		o.follow(m, opp, empties)
		if score := -o.search(m.own, m.opp, m.legal, -alpha-1, empties-1); score > best {
			if best, move = score, int(m.cell); best > alpha {
				break
			}
		}
		if o.stopped {
			break
		}
	}
	return best, move
}
