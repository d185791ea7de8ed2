package minimax

// Scout is Pearl's algorithm (1980), which brought the null window: EVAL finds
// the value of the first child and then only TESTs whether another is better,
// which is cheaper than finding out how good it is; the few that are get
// EVALuated. It has no window of its own and cuts off only inside TEST.
func Scout(s *Search, depth int) Result {
	return s.found(s.eval(depth))
}

// eval is Pearl's EVAL, for the player to move.
func (s *Search) eval(depth int) int {
	s.visit(-infinity, infinity)
	if v, ok := s.leaf(depth); ok {
		return v
	}
	_, _, tableMove := s.probe(depth)
	best, bestMove := -infinity, noMove
	for i, m := range s.ordered(tableMove) {
		s.play(m)
		sign, _, _ := s.turned(0, 0)
		if i == 0 || s.better(sign, depth-1, best) {
			if i > 0 {
				s.purpose(ToValueAgain)
			}
			v := sign * s.eval(depth-1)
			s.undo(m)
			s.compare(v, best, -infinity, infinity)
			best, bestMove = v, m
			s.improve(m)
		} else {
			s.undo(m)
			s.compare(best, best, -infinity, infinity)
		}
		if s.stopped {
			return best
		}
	}
	s.store(depth, best, -infinity, infinity, bestMove)
	return s.value(best)
}

// better is whether the present position is worth more than v to the player
// who moved into it: with the sign turned, worth less than −v to the other.
func (s *Search) better(sign, depth, v int) bool {
	if sign > 0 {
		return s.test(depth, v)
	}
	return !s.test(depth, -v-1)
}

// test is Pearl's TEST: whether the present position is worth more than v to
// its player. It is true as soon as one child is, false when none is.
func (s *Search) test(depth, v int) bool {
	s.purpose(ToTest)
	s.visit(v, v+1)
	if value, ok := s.leaf(depth); ok {
		return value > v
	}
	lower, upper, tableMove := s.probe(depth)
	switch {
	case lower > v:
		s.tabled(lower)
		return true
	case upper <= v:
		s.tabled(upper)
		return false
	}
	for _, m := range s.ordered(tableMove) {
		s.play(m)
		sign, _, _ := s.turned(0, 0)
		above := s.better(sign, depth-1, v)
		s.undo(m)
		if s.stopped {
			return false
		}
		if !above {
			s.compare(v, v, v, v+1)
		} else {
			s.compare(v+1, v, v, v+1)
			s.remember(m, depth)
			s.store(depth, v+1, v, v+1, m)
			s.value(v + 1)
			return true
		}
	}
	s.store(depth, v, v, v+1, noMove)
	s.value(v)
	return false
}
