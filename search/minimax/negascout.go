package minimax

// NegaScout is Reinefeld's algorithm (1983): one loop in which the upper end
// of the window is beta for the first move and one above alpha for the others,
// with a second search where the narrow one was too narrow. In the last ply
// above the leaves the narrow search is exact already and is not repeated.
//
// It keeps true what AlphaBeta does. Two slips of its well-known listings are
// mended here: the value of a second search, not of the first, is compared
// with the best so far, and skipping it at the last ply does not forget the
// value.
func NegaScout(s *Search, depth int) Result {
	return s.found(s.negaScout(depth, -infinity, infinity))
}

func (s *Search) negaScout(depth, alpha, beta int) int {
	s.visit(alpha, beta)
	if v, ok := s.leaf(depth); ok {
		return v
	}
	lower, upper, tableMove := s.probe(depth)
	if lower >= beta || upper <= alpha || lower == upper {
		return s.known(lower, beta, upper, tableMove)
	}
	best, bestMove := -infinity, noMove
	a, b := alpha, beta
	for i, m := range s.ordered(tableMove) {
		s.play(m)
		if i > 0 {
			s.purpose(ToTest)
		}
		sign, childAlpha, childBeta := s.turned(a, b)
		v := sign * s.negaScout(depth-1, childAlpha, childBeta)
		if a < v && v < beta && i > 0 && depth > 1 && !s.stopped {
			s.purpose(ToValueAgain)
			sign, childAlpha, childBeta = s.turned(a, beta)
			v = sign * s.negaScout(depth-1, childAlpha, childBeta)
		}
		s.undo(m)
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
		b = a + 1
	}
	s.store(depth, best, alpha, beta, bestMove)
	return s.value(best)
}
