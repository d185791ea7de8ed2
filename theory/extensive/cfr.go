package extensive

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"

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

	// Of external sampling: how many iterations are drawn against the same strategies at
	// most, and by how many goroutines at once; a Batch of 0 or 1 draws one after the other. What is
	// learned depends on Batch, which is set before the first step only, but not on Jobs.
	Batch, Jobs int

	regrets, sums []float64 // by number of move: regrets, and weights of the average strategy
	now           Strategy  // what is played in this iteration, of methods that walk everything

	// Of methods that walk everything. The last of the numbers is that of nothing done yet.
	sides [2]side
	reach []float64 // how likely the player whose move it is does that and all its moves before
	worth []float64 // of moves on the way, else 0

	source *rand.PCG // of methods that draw
	random *rand.Rand

	// Of batches.
	drawers []*drawer
	unit    float64 // how many units of gains are 1
	firsts  []int32 // Set.First of all sets, close together
	player  int8    // for whom the batch is drawn, of how many iterations, and how many are taken
	size    int
	taken   atomic.Int64
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
	if m.Sampled() {
		l.source = rand.NewPCG(seed, 0)
		l.random = rand.New(l.source)
		return l, nil
	}
	l.sides, l.reach, l.worth = t.sides(), make([]float64, t.Actions+1), make([]float64, t.Actions+1)
	l.reach[t.Actions] = 1
	l.arrive(0)
	l.arrive(1)
	return l, nil
}

// Step makes so many iterations; each changes the strategies of both players, first the
// one's and then the other's. Of batches it makes as many as it takes to get there, which
// may be more iterations unless they end at a multiple of Batch.
func (l *Learner) Step(iterations int) {
	if l.Method == External && l.Batch > 1 {
		l.batches(iterations)
		return
	}
	for range iterations {
		l.Iterations++
		if l.source != nil {
			l.source.Seed(l.Seed, uint64(l.Iterations))
		}
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
	if !l.Method.Sampled() {
		l.arrive(0)
		l.arrive(1)
	}
}
