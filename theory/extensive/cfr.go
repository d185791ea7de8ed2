package extensive

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gambito/theory"
)

// Method is a kind of counterfactual regret minimisation (Zinkevich and others, 2007).
type Method string

// The methods. All but the last two walk the whole tree in every iteration; these draw
// a part of it (Lanctot and others, 2009).
const (
	CFR        Method = "cfr"
	Plus       Method = "cfr+"     // negative regrets are forgotten, later iterations count more (Tammelin, 2014)
	Linear     Method = "linear"   // iteration t counts t times (Brown and Sandholm, 2019)
	Discounted Method = "dcfr"     // old regrets fade by α = 3/2, β = 0, γ = 2 (the same)
	External   Method = "external" // chance and the opponent are drawn
	Outcome    Method = "outcome"  // one game is drawn
)

// Methods are all of them.
var Methods = []Method{CFR, Plus, Linear, Discounted, External, Outcome}

// Sampled reports whether a method draws a part of the tree.
func (m Method) Sampled() bool { return m == External || m == Outcome }

// Learner looks for an equilibrium, iteration by iteration. It belongs to one
// goroutine. The same seed gives the same strategy, however often it was stopped.
type Learner struct {
	Tree       *Tree
	Method     Method
	Seed       uint64
	Iterations int // made so far

	regrets, sums []float64 // by number of move: regrets, and weights of the average strategy
	now           Strategy  // what is played in this iteration, of methods that walk everything

	values, gains []float64    // of nodes and moves, on the way
	reach         [2][]float64 // by player, of nodes
	source        *rand.PCG
	random        *rand.Rand
}

// NewLearner begins.
func NewLearner(t *Tree, m Method, seed uint64) (*Learner, error) {
	known := false
	for _, other := range Methods {
		known = known || m == other
	}
	if !known {
		return nil, fmt.Errorf("unknown method %q: there are %v", m, Methods)
	}
	l := &Learner{Tree: t, Method: m, Seed: seed, regrets: make([]float64, t.Actions), sums: make([]float64, t.Actions), now: t.Uniform()}
	l.values, l.gains = make([]float64, t.Nodes), make([]float64, t.Actions)
	l.reach = [2][]float64{make([]float64, t.Nodes), make([]float64, t.Nodes)}
	l.source = rand.NewPCG(seed, 0)
	l.random = rand.New(l.source)
	return l, nil
}

// Step makes so many iterations; each changes the strategies of both players, first the
// one's and then the other's.
func (l *Learner) Step(iterations int) {
	for range iterations {
		l.Iterations++
		l.source.Seed(l.Seed, uint64(l.Iterations))
		for p := range int8(2) {
			switch l.Method {
			case External:
				l.external(0, p)
			case Outcome:
				l.outcome(0, p, 1, 1, 1)
			default:
				l.walk(p)
			}
		}
	}
}

// Average is the strategy that is learned: the mean of all that was played, weighted by
// how likely a player comes to the information set.
func (l *Learner) Average() Strategy {
	s := make(Strategy, l.Tree.Actions)
	for _, set := range l.Tree.Sets {
		theory.Match(l.sums[set.First:set.First+len(set.Moves)], s[set.First:set.First+len(set.Moves)])
	}
	return s
}

// matchAll finds what is played next at all information sets.
func (l *Learner) matchAll() {
	for _, s := range l.Tree.Sets {
		theory.Match(l.regrets[s.First:s.First+len(s.Moves)], l.now[s.First:s.First+len(s.Moves)])
	}
}

// walk is an iteration over the whole tree for one player: forwards how likely
// players come to each node, backwards what it is worth.
func (l *Learner) walk(p int8) {
	t := l.Tree
	own, other := l.reach[p], l.reach[1-p]
	own[0], other[0] = 1, 1
	for n := range t.Nodes {
		count := int(t.count[n])
		if count == 0 {
			continue
		}
		first := int(t.first[n])
		a, b := own[first:first+count], other[first:first+count]
		switch kind := t.kind[n]; kind {
		case chanceNode:
			for i, drawn := range t.drawn[first : first+count] {
				a[i], b[i] = own[n], other[n]*drawn
			}
		case p:
			for i, x := range l.now[t.Sets[t.set[n]].First:][:count] {
				a[i], b[i] = own[n]*x, other[n]
			}
		default:
			for i, x := range l.now[t.Sets[t.set[n]].First:][:count] {
				a[i], b[i] = own[n], other[n]*x
			}
		}
	}
	sign := 1.0
	if p == 1 {
		sign = -1
	}
	clear(l.gains)
	for n := t.Nodes - 1; n >= 0; n-- {
		count := int(t.count[n])
		if count == 0 {
			l.values[n] = t.payoff[n] * sign
			continue
		}
		first := int(t.first[n])
		values := l.values[first : first+count]
		v := 0.0
		if t.kind[n] == chanceNode {
			for i, x := range values {
				v += t.drawn[first+i] * x
			}
			l.values[n] = v
			continue
		}
		at := t.Sets[t.set[n]].First
		for i, x := range l.now[at:][:count] {
			v += x * values[i]
		}
		l.values[n] = v
		if t.kind[n] == p {
			weight := other[n]
			gains := l.gains[at : at+count]
			for i, x := range values {
				gains[i] += weight * (x - v)
			}
		}
	}
	l.update(p)
}

// update adds what was gained to the regrets and what was played to the average, by
// the rules of the method, and finds what is played next.
func (l *Learner) update(p int8) {
	t := float64(l.Iterations)
	good, bad, faded, weight := 1.0, 1.0, 1.0, 1.0
	switch l.Method {
	case Plus:
		bad, weight = 0, t
	case Linear:
		good, bad, faded = t/(t+1), t/(t+1), t/(t+1)
	case Discounted:
		alpha := math.Pow(t, 1.5)
		good, bad, faded = alpha/(alpha+1), 0.5, t/(t+1)*t/(t+1)
	}
	for i := range l.Tree.Sets {
		s := &l.Tree.Sets[i]
		if int8(s.Player) != p {
			continue
		}
		reach := weight * l.reach[p][s.nodes[0]] // the same at all of its nodes: nobody forgets
		end := s.First + len(s.Moves)
		regrets, now := l.regrets[s.First:end], l.now[s.First:end]
		for k := range regrets {
			l.sums[s.First+k] = (l.sums[s.First+k] + reach*now[k]) * faded
			r := regrets[k] + l.gains[s.First+k]
			if r > 0 {
				r *= good
			} else {
				r *= bad
			}
			regrets[k] = r
		}
		theory.Match(regrets, now)
	}
}
