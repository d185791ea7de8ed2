package minimax

import (
	"math"

	"gambito/game"
)

// star is alpha-beta for trees with chance, Star1 and Star2 (Ballard 1983): as
// no value is beyond the range, outcomes not looked at yet can change the mean
// by so much and no more, and a chance position may be cut off like any other.
//
// Star1 asks of every outcome only what can still bring the mean into the
// window. With p its probability and the sums over all other outcomes, whose
// values lie between lower and upper, the window of the outcome is
//
//	(alpha − Σ p·upper) / p   to   (beta − Σ p·lower) / p
//
// Star2 first probes: in every outcome in which a player moves it looks at one
// move. That player can do no worse, which bounds the outcome from one side and
// narrows the windows of the others, or cuts the position off at once. Nothing
// of a probe is lost: when the outcome's turn comes, the other moves are looked
// at and the probed one is not looked at again.
//
// It keeps true what AlphaBeta does, and for every outcome: lower ≤ value ≤
// upper. It has no transposition table: those of this package hold whole
// numbers.
func (s *Search) star(depth int, alpha, beta float64) float64 {
	s.visitExpected(alpha, beta)
	if v, ok := s.expectedLeaf(depth); ok {
		return v
	}
	if s.state.Turn() == game.Chance {
		return s.expectedValue(s.starChance(depth, alpha, beta))
	}
	return s.starBest(depth, alpha, beta, noMove, math.Inf(-1))
}

// starBest is the value of a position in which a player moves, one of whose
// moves may have been probed and found to be worth best.
func (s *Search) starBest(depth int, alpha, beta float64, probed game.Move, best float64) float64 {
	for _, m := range s.ordered(noMove) {
		if m == probed {
			continue
		}
		v := s.starMove(m, depth-1, max(alpha, best), beta)
		s.compareExpected(v, best, max(alpha, best), beta)
		if v > best {
			best = v
			s.improve(m)
		}
		if s.stopped {
			return best
		}
		if best >= beta || best >= float64(s.params.Range) { // no value is better
			s.remember(m, depth)
			break
		}
	}
	return s.expectedValue(best)
}

// starMove is the value of a move or an outcome for the position before it.
func (s *Search) starMove(m game.Move, depth int, alpha, beta float64) (v float64) {
	s.play(m)
	if s.side[s.ply] == s.side[s.ply-1] {
		v = s.star(depth, alpha, beta)
	} else {
		v = -s.star(depth, -beta, -alpha)
	}
	s.undo(m)
	return v
}

// starChance is the value of a position in which chance decides.
func (s *Search) starChance(depth int, alpha, beta float64) float64 {
	outcomes := s.outcomes()
	if s.params.Pruning == Star2 && (alpha > math.Inf(-1) || beta < math.Inf(1)) { // else nothing can be cut off
		for i := range outcomes {
			if v, cut := s.narrow(outcomes, i, depth, alpha, beta, s.starProbe); cut {
				return v
			}
		}
	}
	for i := range outcomes {
		if v, cut := s.narrow(outcomes, i, depth, alpha, beta, s.starOutcome); cut {
			return v
		}
	}
	mean := 0.0
	for _, o := range outcomes {
		mean += o.probability * o.lower // which is the value by now
	}
	return mean
}

// narrow finds out more about one outcome, in the window that the others leave
// it. It returns a bound of the mean and true if that is beyond the window.
func (s *Search) narrow(outcomes []outcome, i, depth int, alpha, beta float64, look func(o *outcome, depth int, alpha, beta float64)) (float64, bool) {
	o := &outcomes[i]
	if o.lower == o.upper {
		return 0, false
	}
	restLower, restUpper := 0.0, 0.0
	for j := range outcomes {
		if j != i {
			restLower += outcomes[j].probability * outcomes[j].lower
			restUpper += outcomes[j].probability * outcomes[j].upper
		}
	}
	a, b := (alpha-restUpper)/o.probability, (beta-restLower)/o.probability
	if a < o.lower { // no value is beyond its bounds
		a = math.Inf(-1)
	}
	if b > o.upper {
		b = math.Inf(1)
	}
	lower, upper := o.lower, o.upper
	look(o, depth, a, b)
	if s.params.Trace != nil && (o.lower != lower || o.upper != upper) {
		s.tellOutcome(outcomes, i)
	}
	// The mean's bound lies beyond the window as the outcome's does beyond its
	// own; rounding must not bring it back.
	switch {
	case s.stopped:
		return 0, true
	case o.lower >= b:
		s.cut()
		return max(restLower+o.probability*o.lower, beta), true
	case o.upper <= a:
		s.cut()
		return min(restUpper+o.probability*o.upper, alpha), true
	}
	return 0, false
}

// starOutcome finds the value of an outcome, or a bound beyond the window.
func (s *Search) starOutcome(o *outcome, depth int, alpha, beta float64) {
	var v float64
	s.play(o.move)
	switch same := s.side[s.ply] == s.side[s.ply-1]; {
	case o.probed == noMove && same:
		v = s.star(depth, alpha, beta)
	case o.probed == noMove:
		v = -s.star(depth, -beta, -alpha)
	case same:
		s.visitExpected(alpha, beta)
		v = s.starBest(depth, alpha, beta, o.probed, o.lower)
	default:
		s.visitExpected(-beta, -alpha)
		v = -s.starBest(depth, -beta, -alpha, o.probed, -o.upper)
	}
	s.undo(o.move)
	o.learn(v, alpha, beta)
}

// learn notes the result of a search with a window.
func (o *outcome) learn(v, alpha, beta float64) {
	if v > alpha {
		o.lower = v
	}
	if v < beta {
		o.upper = v
	}
}

// starProbe finds a bound of an outcome by looking at one move of the player
// who moves then; where nobody does it finds the value, and before another
// decision of chance nothing.
func (s *Search) starProbe(o *outcome, depth int, alpha, beta float64) {
	s.play(o.move)
	defer s.undo(o.move)
	switch turn := s.state.Turn(); {
	case turn == game.Chance:
	case turn == game.Over || s.ply >= maxDepth:
		v := s.seenAbove(s.star(depth, math.Inf(-1), math.Inf(1)))
		o.lower, o.upper = v, v
	case s.side[s.ply] == s.side[s.ply-1]:
		v, only := s.probeMove(o, depth, beta)
		o.lower = v
		if only {
			o.upper = v
		}
	default:
		v, only := s.probeMove(o, depth, -alpha)
		o.upper = -v
		if only {
			o.lower = -v
		}
	}
}

// probeMove is the value of one move of the present position, or a bound
// beyond beta, and whether it is the only move.
func (s *Search) probeMove(o *outcome, depth int, beta float64) (v float64, only bool) {
	s.visitExpected(math.Inf(-1), beta)
	moves := s.ordered(noMove)
	only = len(moves) == 1
	if s.params.Trace != nil && !only {
		s.params.Trace.Probe()
	}
	o.probed = moves[0]
	return s.expectedValue(s.starMove(o.probed, depth-1, math.Inf(-1), beta)), only
}
