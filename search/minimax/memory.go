package minimax

// window is alpha-beta in negamax form with memory (Knuth and Moore 1975;
// Plaat and others 1996), the searcher inside MTD(f) and Best Node Search.
// With a null window, from v to v + 1, it is a mere test: values are whole
// numbers, so every subtree answers with a bound, never with a value. It keeps
// true what AlphaBeta does.
func (s *Search) window(depth, alpha, beta int) int {
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
		s.play(m)
		sign, childAlpha, childBeta := s.turned(a, beta)
		v := sign * s.window(depth-1, childAlpha, childBeta)
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
	}
	s.store(depth, best, alpha, beta, bestMove)
	return s.value(best)
}
