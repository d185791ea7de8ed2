package minimax

import "gambito/game"

// AlphaBeta is minimax with a window (Knuth and Moore 1975): alpha is what the
// root's player is already sure of, beta what the opponent is sure to keep it
// to. When alpha reaches beta the remaining moves cannot matter.
//
// It keeps true: a result between alpha and beta is the value; one at or below
// alpha is an upper bound, one at or above beta a lower bound.
func AlphaBeta(s *Search, depth int) Result {
	return s.found(s.maxWindow(depth, -infinity, infinity))
}

// maxWindow is the value of a position in which the root's player moves.
func (s *Search) maxWindow(depth, alpha, beta int) int {
	s.visit(alpha, beta)
	if v, ok := s.leaf(depth); ok {
		return v
	}
	lower, upper, tableMove := s.probe(depth)
	if lower >= beta || upper <= alpha || lower == upper {
		return s.known(lower, beta, upper, tableMove)
	}
	best, bestMove, a := -infinity, noMove, alpha
	for _, m := range s.ordered(tableMove) {
		v := s.rootWindow(m, depth, a, beta)
		s.compare(v, best, a, beta)
		if v > best {
			best, bestMove = v, m
			s.improve(m)
		}
		if a = max(a, best); a >= beta {
			s.remember(bestMove, depth)
			break
		}
		if s.stopped {
			return best
		}
	}
	s.store(depth, best, alpha, beta, bestMove)
	return s.value(best)
}

// minWindow is the value of a position in which the opponent moves, as the
// root's player sees it. Bounds in the table are as the opponent sees them.
func (s *Search) minWindow(depth, alpha, beta int) int {
	s.visit(-beta, -alpha)
	if v, ok := s.leaf(depth); ok {
		return -v
	}
	lower, upper, tableMove := s.probe(depth)
	if lower >= -alpha || upper <= -beta || lower == upper {
		return -s.known(lower, -alpha, upper, tableMove)
	}
	best, bestMove, b := infinity, noMove, beta
	for _, m := range s.ordered(tableMove) {
		v := s.rootWindow(m, depth, alpha, b)
		s.compare(-v, -best, -b, -alpha)
		if v < best {
			best, bestMove = v, m
			s.improve(m)
		}
		if b = min(b, best); b <= alpha {
			s.remember(bestMove, depth)
			break
		}
		if s.stopped {
			return best
		}
	}
	s.store(depth, -best, -beta, -alpha, bestMove)
	return -s.value(-best)
}

// rootWindow is the value of a move as the root's player sees it.
func (s *Search) rootWindow(m game.Move, depth, alpha, beta int) (v int) {
	s.play(m)
	if s.side[s.ply] == s.side[0] {
		v = s.maxWindow(depth-1, alpha, beta)
	} else {
		v = s.minWindow(depth-1, alpha, beta)
	}
	s.undo(m)
	return v
}

// known is the result of a position that the table answers: a lower bound at
// or above beta, else the upper bound.
func (s *Search) known(lower, beta, upper int, move game.Move) int {
	s.pv[s.ply] = s.pv[s.ply][:0]
	if move != noMove {
		s.pv[s.ply] = append(s.pv[s.ply], move)
	}
	if lower >= beta {
		return s.tabled(lower)
	}
	return s.tabled(upper)
}
