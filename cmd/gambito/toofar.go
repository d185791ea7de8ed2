package main

import (
	"math"
	"math/rand/v2"

	"gambito/game"
)

// estimatePlayouts is how many random games an estimate of a tree takes.
const estimatePlayouts = 32

// estimateLeaves tells about how many leaves the tree below a position has at a depth: what
// the number of moves along random games multiplies to, in the geometric mean. That is
// less than the truth, so that nothing is called too much which is not.
func estimateLeaves(s game.State, depth int) float64 {
	r := rand.New(rand.NewPCG(1, 0x6c6561))
	at, sum := s.Clone(), 0.0
	var moves []game.Move
	for range estimatePlayouts {
		at.CopyFrom(s)
		for range depth {
			if at.Turn() == game.Over {
				break
			}
			m, ok := game.RandomMove(at, r, moves)
			if !ok {
				break
			}
			moves = at.Moves(moves[:0])
			sum += math.Log(float64(len(moves)))
			at.Play(m)
			if sum > estimatePlayouts*math.Log(math.MaxFloat64)/2 { // more than anybody wants, also of games without end
				return math.Inf(1)
			}
		}
	}
	return math.Exp(sum / estimatePlayouts)
}

// power writes a large number as one of ten.
func power(n float64) string {
	const names = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	if math.IsInf(n, 1) {
		return "far more than 10¹⁰⁰"
	}
	text := ""
	for exponent := int(math.Log10(n)); exponent > 0; exponent /= 10 {
		text = string([]rune(names)[exponent%10]) + text
	}
	return "about 10" + text
}
