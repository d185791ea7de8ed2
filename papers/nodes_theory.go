package papers

import (
	"math"

	"gambito/game"
	"gambito/search/minimax"
)

// What theory says of how much of a tree has to be looked at.

// power is a whole number to the power of another.
func power(b, n int) int {
	p := 1
	for range n {
		p *= b
	}
	return p
}

// minimalLeaves is how many leaves of a uniform tree everybody has to look at who
// finds its value, and alpha-beta looks at if the first move is always the best (Knuth
// and Moore, An Analysis of Alpha-Beta Pruning, 1975).
func minimalLeaves(degree, depth int) int {
	return power(degree, (depth+1)/2) + power(degree, depth/2) - 1
}

// minimalToChoose is how many of them it takes to prove that a move is best, without
// its value: a bound from below for it, one from above for each of the others.
func minimalToChoose(degree, depth int) int {
	return power(degree, depth/2) + (degree-1)*power(degree, (depth-1)/2)
}

// expectedLeaves is how many leaves alpha-beta looks at on average in a uniform tree
// whose leaves are independent and alike, no two equal (Fuller, Gaschnig and Gillogly
// 1973; Baudet 1978; Pearl, The Solution for the Branching Factor of the Alpha-Beta
// Pruning Algorithm and its Optimality, 1982). With φ₀ = x and φᵢ = 1 − (1 − φᵢ₋₁ⁿ)ⁿ it is
//
//	n^⌊d/2⌋ + ∫₀¹ R′ S dx, R = ∏ (1 − φᵢ₋₁ⁿ)/(1 − φᵢ₋₁) for i ≤ ⌈d/2⌉, S = ∏ φᵢ/φᵢ₋₁ⁿ for i ≤ ⌊d/2⌋
func expectedLeaves(degree, depth int) float64 {
	const slices = 4000
	sum := 0.0
	before, _ := leafFactors(degree, depth, 0)
	for i := range slices {
		r, _ := leafFactors(degree, depth, float64(i+1)/slices)
		_, s := leafFactors(degree, depth, (float64(i)+0.5)/slices)
		sum += (r - before) * s
		before = r
	}
	return float64(power(degree, depth/2)) + sum
}

// leafFactors are R and S. What is small is never found as a difference of what is
// not: φ and 1 − φ are both carried along.
func leafFactors(degree, depth int, x float64) (r, s float64) {
	n := float64(degree)
	phi, rest := x, 1-x
	r, s = 1, 1
	for i := 1; i <= (depth+1)/2; i++ {
		all := math.Pow(phi, n)                    // φⁿ
		some := -math.Expm1(n * math.Log1p(-rest)) // 1 − φⁿ
		next := -math.Expm1(n * math.Log1p(-all))
		if rest > 0 {
			r *= some / rest
		} else {
			r *= n
		}
		if i <= depth/2 && all > 0 {
			s *= next / all
		} else if i <= depth/2 {
			s *= n
		}
		phi, rest = next, math.Pow(some, n)
	}
	return r, s
}

// proofs finds the smallest parts of a game tree that prove something.
type proofs struct {
	evaluate minimax.Evaluation
	moves    [][]game.Move // by depth: buffers
}

// cost is how many positions of the tree below s it takes to prove that player 0 gets
// at least so much, and at most so much; infinite where it is not so.
func (p *proofs) cost(s game.State, depth, value int) (least, most float64) {
	turn := s.Turn()
	if turn == game.Over || depth == 0 {
		v := p.leaf(s, turn)
		least, most = math.Inf(1), math.Inf(1)
		if v >= value {
			least = 1
		}
		if v <= value {
			most = 1
		}
		return least, most
	}
	one, all := math.Inf(1), 0.0 // of what the player to move wants, and of what it does not
	p.moves[depth] = s.Moves(p.moves[depth][:0])
	for _, m := range p.moves[depth] {
		s.Play(m)
		l, u := p.cost(s, depth-1, value)
		s.(game.Undoer).Undo(m)
		if turn == 0 {
			one, all = min(one, l), all+u
		} else {
			one, all = min(one, u), all+l
		}
	}
	if turn == 0 {
		return 1 + one, 1 + all
	}
	return 1 + all, 1 + one
}

// value is what s is worth to player 0 by minimax.
func (p *proofs) value(s game.State, depth int) int {
	turn := s.Turn()
	if turn == game.Over || depth == 0 {
		return p.leaf(s, turn)
	}
	best := math.MinInt
	p.moves[depth] = s.Moves(p.moves[depth][:0])
	for _, m := range p.moves[depth] {
		s.Play(m)
		v := p.value(s, depth-1)
		s.(game.Undoer).Undo(m)
		if turn == 1 {
			v = -v
		}
		best = max(best, v)
	}
	if turn == 1 {
		return -best
	}
	return best
}

func (p *proofs) leaf(s game.State, turn game.Player) int {
	switch turn {
	case game.Over:
		return int(s.Score(0) * minimax.Win)
	case 0:
		return p.evaluate(s)
	}
	return -p.evaluate(s)
}

// minimal is how many positions of the tree of s, itself among them, everybody has to
// look at who finds its value, and who finds its best move alone. The two proofs that
// make a value have one line in common (Knuth and Moore).
func minimal(s game.State, depth int, evaluate minimax.Evaluation) (forValue, forMove float64) {
	p := &proofs{evaluate, make([][]game.Move, depth+1)}
	sign := 1
	if s.Turn() == 1 {
		sign = -1
	}
	moves := s.Moves(nil)
	values := make([]int, len(moves)) // for the player to move
	best, second := math.MinInt, math.MinInt
	for i, m := range moves {
		s.Play(m)
		values[i] = sign * p.value(s, depth-1)
		s.(game.Undoer).Undo(m)
		if values[i] > best {
			best, second = values[i], best
		} else {
			second = max(second, values[i])
		}
	}
	least, most := p.cost(s, depth, sign*best)
	forValue = least + most - float64(depth+1)

	refuted, cheapest := 1.0, math.Inf(1) // the root; the others; what the best one saves
	for i, m := range moves {
		s.Play(m)
		refute, prove := p.bounds(s, depth-1, sign, best, max(second, -minimax.Win))
		s.(game.Undoer).Undo(m)
		if refuted += refute; values[i] == best {
			cheapest = min(cheapest, prove-refute)
		}
	}
	return forValue, refuted + cheapest
}

// bounds is what it costs at least to prove that a move is worth no more than the best
// of them, and that it is worth as much as the second, for the player with that sign.
func (p *proofs) bounds(s game.State, depth, sign, best, second int) (refute, prove float64) {
	l1, m1 := p.cost(s, depth, sign*best)
	l2, m2 := p.cost(s, depth, sign*second)
	if sign > 0 {
		return m1, l2
	}
	return l1, m2
}
