package minimax

// Negamax is minimax written once for both players: what is good for one is
// bad for the other, so the value of a position is the highest of the negated
// values of its children. It looks at the same positions as Minimax.
func Negamax(s *Search, depth int) Result {
	return s.found(s.negamax(depth))
}

func (s *Search) negamax(depth int) int {
	s.visit(-infinity, infinity)
	if v, ok := s.leaf(depth); ok {
		return v
	}
	best := -infinity
	for _, m := range s.ordered(noMove) {
		s.play(m)
		sign, _, _ := s.turned(-infinity, infinity)
		v := sign * s.negamax(depth-1)
		s.undo(m)
		s.compare(v, best, -infinity, infinity)
		if v > best {
			best = v
			s.improve(m)
		}
		if s.stopped {
			return best
		}
	}
	return s.value(best)
}
