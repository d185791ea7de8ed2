package minimax

import (
	"slices"

	"gambito/game"
)

// BNS is Best Node Search (Rutko 2011): it does not ask what the best move is
// worth, only which it is. A value is guessed that should separate the best
// move from all others; null-window searches count how many moves reach it.
// One: that is the move. None: the guess was too high. Several: too low, and
// only those go on. The next guess leaves the share (n−1)/n of the window
// below it, where n moves are still in the race.
//
// The value it returns is the last guess that the move has reached, a lower
// bound; where several moves stay equal to the end it is exact.
func BNS(s *Search, depth int) Result {
	race := slices.Clone(s.ordered(noMove))
	if len(race) == 1 {
		return s.found(s.window(depth, -infinity, infinity))
	}
	s.visit(-infinity, infinity)
	lower, upper := -s.params.Range, s.params.Range
	line := race[:1]
	for len(race) > 1 && lower < upper && !s.stopped {
		n := len(race)
		test := max(lower+(upper-lower)*(n-1)/n, lower+1)
		if s.params.Trace != nil {
			s.params.Trace.Pass(float64(test), float64(lower), float64(upper), n)
		}
		reached := s.reaching(race, depth, test)
		if len(reached) == 0 {
			upper = test - 1
		} else {
			lower, race = test, reached
			line = slices.Clone(s.pv[0])
		}
		if s.params.Trace != nil {
			s.params.Trace.Passed(float64(lower), float64(upper), len(race))
		}
	}
	if len(race) > 1 && line[0] != race[0] { // all equal: any will do
		line = race[:1]
	}
	s.value(lower)
	return Result{Move: line[0], Value: float64(lower), Exact: lower == upper, PV: line}
}

// reaching returns those of the moves that are worth at least test. The
// principal variation is that of the last one.
func (s *Search) reaching(moves []game.Move, depth, test int) (reached []game.Move) {
	for _, m := range moves {
		s.play(m)
		s.purpose(ToTest)
		sign, alpha, beta := s.turned(test-1, test)
		v := sign * s.window(depth-1, alpha, beta)
		s.undo(m)
		if s.stopped {
			return nil
		}
		if s.params.Trace != nil {
			s.params.Trace.Reached(v >= test)
		}
		if v >= test {
			reached = append(reached, m)
			s.improve(m)
		}
	}
	return reached
}
