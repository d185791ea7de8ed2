package minimax

import "gambito/game"

// Minimax, as every textbook has it (von Neumann 1928; Shannon 1950): the
// player to move at the root takes the child of the highest value, the
// opponent that of the lowest, both values as the first player sees them.
// It looks at every position down to the depth: all others are measured by it.
func Minimax(s *Search, depth int) Result {
	return s.found(s.maxValue(depth))
}

// maxValue is the value of a position in which the root's player moves.
func (s *Search) maxValue(depth int) int {
	s.visit(-infinity, infinity)
	if v, ok := s.leaf(depth); ok {
		return v
	}
	best := -infinity
	for _, m := range s.ordered(noMove) {
		v := s.rootView(m, depth)
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

// minValue is the value of a position in which the opponent moves, as the
// root's player sees it.
func (s *Search) minValue(depth int) int {
	s.visit(-infinity, infinity)
	if v, ok := s.leaf(depth); ok {
		return -v
	}
	best := infinity
	for _, m := range s.ordered(noMove) {
		v := s.rootView(m, depth)
		s.compare(-v, -best, -infinity, infinity)
		if v < best {
			best = v
			s.improve(m)
		}
		if s.stopped {
			return best
		}
	}
	return -s.value(-best)
}

// rootView is the value of a move as the root's player sees it.
func (s *Search) rootView(m game.Move, depth int) (v int) {
	s.play(m)
	if s.side[s.ply] == s.side[0] {
		v = s.maxValue(depth - 1)
	} else {
		v = s.minValue(depth - 1)
	}
	s.undo(m)
	return v
}
