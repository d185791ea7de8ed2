package minimax

import (
	"math"
	"slices"

	"gambito/game"
)

// Pruning is how expectiminimax leaves out what cannot matter.
type Pruning string

// The prunings, by how much they look for to leave out.
const (
	Unpruned Pruning = "none"
	Star1    Pruning = "star1"
	Star2    Pruning = "star2"
)

// Prunings are all of them, in the order in which they were found.
var Prunings = []Pruning{Unpruned, Star1, Star2}

// expectiminimax is minimax for games of chance (Michie 1966): where chance
// decides, a position is worth the mean of its outcomes, weighted by their
// probabilities; where players do, as in negamax, the highest value of a move.
// In a game without chance it is minimax.
//
// Values are expectations and need fractions: they are float64 here. Depth
// counts the moves of players. Chance costs none, and where the depth is spent
// on a move after which chance decides, the position before that is evaluated:
// looking at all outcomes would cost as much as another ply. A position takes
// the view of the player to move, where chance decides that of the player who
// moved before, at a root player 0's.
func expectiminimax(s *Search, depth int) Result {
	s.pv[0] = s.pv[0][:0]
	r := Result{Exact: true}
	if s.params.Pruning == Unpruned {
		r.Value = s.expectation(depth)
	} else {
		r.Value = s.star(depth, math.Inf(-1), math.Inf(1))
	}
	if r.PV = slices.Clone(s.pv[0]); len(r.PV) > 0 {
		r.Move = r.PV[0]
	}
	return r
}

// expectation is the plain form, which looks at everything: those of star.go
// are measured by it.
func (s *Search) expectation(depth int) float64 {
	s.visitExpected(math.Inf(-1), math.Inf(1))
	if v, ok := s.expectedLeaf(depth); ok {
		return v
	}
	if s.state.Turn() == game.Chance {
		mean := 0.0
		outcomes := s.outcomes()
		for i, o := range outcomes {
			s.play(o.move)
			v := s.seenAbove(s.expectation(depth))
			mean += o.probability * v
			s.undo(o.move)
			if s.params.Trace != nil {
				outcomes[i].lower, outcomes[i].upper = v, v
				s.tellOutcome(outcomes, i)
			}
			if s.stopped {
				return 0
			}
		}
		return s.expectedValue(mean)
	}
	best := math.Inf(-1)
	for _, m := range s.ordered(noMove) {
		s.play(m)
		v := s.seenAbove(s.expectation(depth - 1))
		s.undo(m)
		s.compareExpected(v, best, math.Inf(-1), math.Inf(1))
		if v > best {
			best = v
			s.improve(m)
		}
		if s.stopped {
			return best
		}
	}
	return s.expectedValue(best)
}

// seenAbove is a value of the present position as the position before sees it.
func (s *Search) seenAbove(v float64) float64 {
	if s.side[s.ply] == s.side[s.ply-1] {
		return v
	}
	return -v
}

// expectedLeaf is leaf for expectations.
func (s *Search) expectedLeaf(depth int) (float64, bool) {
	turn := s.state.Turn()
	if turn == game.Over {
		return s.expectedLeafValue(s.state.Score(s.side[s.ply]) * float64(s.params.Scale)), true
	}
	if depth > 0 && s.ply < maxDepth {
		return 0, false
	}
	v := float64(s.evaluate())
	if turn == game.Chance && s.side[s.ply] != 0 { // evaluations are player 0's there
		v = -v
	}
	return s.expectedLeafValue(v), true
}

// expectedValue is value for expectations.
func (s *Search) expectedValue(v float64) float64 {
	if s.params.Trace != nil {
		s.params.Trace.Value(v, FromMoves)
	}
	return v
}

// expectedLeafValue is leafValue for expectations.
func (s *Search) expectedLeafValue(v float64) float64 {
	if s.params.Trace != nil {
		s.params.Trace.Value(v, FromLeaf)
	}
	return v
}

// outcome is what chance may decide, and what is known of its value as the
// position before sees it.
type outcome struct {
	move         game.Move
	probability  float64
	lower, upper float64
	probed       game.Move // looked at already, see Star2; noMove if none was
}

// outcomes lists what chance may decide in the present position, with nothing
// known but that no value is beyond the range.
func (s *Search) outcomes() []outcome {
	chance := s.state.(game.Stochastic)
	s.moves[s.ply] = s.state.Moves(s.moves[s.ply][:0])
	list, most := s.chances[s.ply][:0], float64(s.params.Range)
	for _, m := range s.moves[s.ply] {
		list = append(list, outcome{m, chance.Probability(m), -most, most, noMove})
	}
	s.chances[s.ply] = list
	return list
}
