package extensive

import "gambito/theory"

// most is how many moves a position may have on the stack of a recursion.
const most = 32

// strategyAt is what is played at an information set, by regret matching.
func (l *Learner) strategyAt(set int32, buf *[most]float64) []float64 {
	s := &l.Tree.Sets[set]
	x := buf[:min(len(s.Moves), most)]
	theory.Match(l.regrets[s.First:s.First+len(x)], x)
	return x
}

// draw takes one of the children of a chance node.
func (l *Learner) draw(n int32) int32 {
	t, x := l.Tree, l.random.Float64()
	last := t.first[n] + t.count[n] - 1
	for c := t.first[n]; c < last; c++ {
		if x -= t.drawn[c]; x < 0 {
			return c
		}
	}
	return last
}

// pick draws a move by its probability.
func (l *Learner) pick(x []float64) int {
	r := l.random.Float64()
	for i := range len(x) - 1 {
		if r -= x[i]; r < 0 {
			return i
		}
	}
	return len(x) - 1
}

// external returns what a node is worth to p by external sampling: all moves of p are
// looked at, those of chance and of the opponent are drawn. The opponent's strategy is
// added to the average where it is met.
func (l *Learner) external(n int32, p int8) float64 {
	t := l.Tree
	switch t.kind[n] {
	case leafNode:
		if p == 1 {
			return -t.payoff[n]
		}
		return t.payoff[n]
	case chanceNode:
		return l.external(l.draw(n), p)
	}
	var buf, worth [most]float64
	x := l.strategyAt(t.set[n], &buf)
	at := t.Sets[t.set[n]].First
	if t.kind[n] != p {
		for i := range x {
			l.sums[at+i] += x[i]
		}
		return l.external(t.first[n]+int32(l.pick(x)), p)
	}
	v := 0.0
	for i := range x {
		worth[i] = l.external(t.first[n]+int32(i), p)
		v += x[i] * worth[i]
	}
	for i := range x {
		l.regrets[at+i] += worth[i] - v
	}
	return v
}

// explore is the share of p's moves that outcome sampling draws alike.
const explore = 0.6

// outcome draws one game and returns what it was worth to p, weighted, and how likely
// the strategy ends it as it did. own and other are how likely p, and the opponent with
// chance, come to the node, and sampled how likely the drawing does.
func (l *Learner) outcome(n int32, p int8, own, other, sampled float64) (worth, tail float64) {
	t := l.Tree
	switch t.kind[n] {
	case leafNode:
		if p == 1 {
			return -t.payoff[n] / sampled, 1
		}
		return t.payoff[n] / sampled, 1
	case chanceNode:
		c := l.draw(n)
		return l.outcome(c, p, own, other*t.drawn[c], sampled*t.drawn[c])
	}
	var buf, mixed [most]float64
	x := l.strategyAt(t.set[n], &buf)
	at := t.Sets[t.set[n]].First
	if t.kind[n] != p {
		i := l.pick(x)
		for k := range x {
			l.sums[at+k] += other / sampled * x[k]
		}
		worth, tail = l.outcome(t.first[n]+int32(i), p, own, other*x[i], sampled*x[i])
		return worth, tail * x[i]
	}
	for i := range x {
		mixed[i] = explore/float64(len(x)) + (1-explore)*x[i]
	}
	i := l.pick(mixed[:len(x)])
	worth, tail = l.outcome(t.first[n]+int32(i), p, own*x[i], other, sampled*mixed[i])
	weight := worth * other
	for k := range x {
		if k == i {
			l.regrets[at+k] += weight * (1 - x[i]) * tail
		} else {
			l.regrets[at+k] -= weight * x[i] * tail
		}
	}
	return worth, tail * x[i]
}
