package minimax

// PVS is principal variation search (Finkel and Fishburn 1982; Marsland and
// Campbell 1982): the first move is searched with the whole window, the others
// with a null window to show that they are no better. One that turns out
// better is searched again with the window above what the test has shown.
//
// It keeps true what AlphaBeta does.
func PVS(s *Search, depth int) Result {
	return s.found(s.pvs(depth, -infinity, infinity))
}

func (s *Search) pvs(depth, alpha, beta int) int {
	s.visit(alpha, beta)
	if v, ok := s.leaf(depth); ok {
		return v
	}
	lower, upper, tableMove := s.probe(depth)
	if lower >= beta || upper <= alpha || lower == upper {
		return s.known(lower, beta, upper, tableMove)
	}
	best, bestMove, a := -infinity, noMove, alpha
	for i, m := range s.ordered(tableMove) {
		s.play(m)
		var v int
		if i == 0 {
			sign, childAlpha, childBeta := s.turned(a, beta)
			v = sign * s.pvs(depth-1, childAlpha, childBeta)
		} else {
			s.purpose(ToTest)
			sign, childAlpha, childBeta := s.turned(a, a+1)
			v = sign * s.pvs(depth-1, childAlpha, childBeta)
			if a < v && v < beta && !s.stopped {
				s.purpose(ToValueAgain)
				sign, childAlpha, childBeta = s.turned(v-1, beta)
				v = sign * s.pvs(depth-1, childAlpha, childBeta)
			}
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
	}
	s.store(depth, best, alpha, beta, bestMove)
	return s.value(best)
}
