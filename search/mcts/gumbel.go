package mcts

import (
	"errors"
	"math"
	"math/bits"
	"slices"
)

// Gumbel searches the root by a knockout: a few moves, drawn by their priors
// without replacement, get equally many simulations; the better half of them
// goes on, until two are left (Danihelka, Guez, Schrittwieser and Silver, Policy
// Improvement by Planning with Gumbel, 2022). Even with few simulations the
// move chosen is better than one drawn by the priors. Moves compete by
//
//	g + ln prior + (50 + most visits)·Scale·value
//
// where g is Gumbel noise, by which the draw is made, and the value is between 0
// and 1. Below the root the policy chooses.
type Gumbel struct {
	Moves int     // that enter the knockout at most
	Scale float64 // of values; 0 means 0.2
	Noise bool    // draw by g; without it the moves of the greatest priors enter
}

const (
	gumbelVisits = 50   // that count even for moves never visited
	lowestPrior  = 1e-8 // keeps logarithms finite
)

func (p *Params) checkGumbel(traits) error {
	if p.Gumbel == nil {
		return nil
	}
	if !p.opens() || !p.judges() || p.Threads > 1 || p.VirtualLoss > 1 || p.Reuse || p.Groups || p.WidenFactor > 0 {
		return errors.New("a knockout of the root's moves needs policy puct, an evaluator where the tree ends, one thread and virtual losses of 1, and goes with neither groups, widening nor a tree that is kept")
	}
	return nil
}

// knockout is the state of one search by Gumbel.
type knockout struct {
	scale    float64
	noise    []float64 // g by edge of the root
	schedule []int32   // how many visits the move to follow has, by simulation
	value    float64   // what the evaluator said of the root, as a score
	rewards  Rewards
}

// begin draws the noise and plans so many simulations.
func (k *knockout) begin(w *worker, simulations int) {
	g := w.p.Gumbel
	k.rewards, k.value = w.p.Rewards, w.tree.rootValue
	if k.scale = g.Scale; k.scale == 0 {
		k.scale = 0.2
	}
	root := &w.tree.nodes[0]
	k.noise = slices.Grow(k.noise[:0], int(root.count))[:root.count]
	for i := range k.noise {
		if k.noise[i] = 0; g.Noise {
			k.noise[i] = -math.Log(w.r.ExpFloat64())
		}
	}
	k.schedule = plan(k.schedule[:0], min(g.Moves, int(root.count)), simulations)
}

// plan appends, for each simulation, how many visits the move to follow has had:
// of those with as many the best is taken, so that each round visits all who are
// still in it.
func plan(schedule []int32, moves, simulations int) []int32 {
	rounds := max(1, bits.Len(uint(moves-1))) // ⌈log₂ moves⌉
	visits := int32(0)
	for in := moves; len(schedule) < simulations; in = max(min(2, moves), in/2) {
		for range max(1, simulations/(rounds*in)) {
			for range in {
				schedule = append(schedule, visits)
			}
			visits++
		}
	}
	return schedule[:simulations]
}

// choose returns the edge for the next simulation, −1 if the root is proven.
func (k *knockout) choose(w *worker, n *node) int32 {
	t := w.tree
	low := int8(-1)
	if t.p.Solver {
		b := t.nodeBounds(n)
		if b.proven() {
			return -1
		}
		low = b.low
	}
	arms := t.edges(n)
	most := int32(0)
	for i := range arms {
		most = max(most, arms[i].N)
	}
	wanted := most
	if i := int(n.visits); i < len(k.schedule) {
		wanted = k.schedule[i]
	}
	best, bestScore := int32(-1), math.Inf(-1)
	// A move that was proven worse drops out; then the next best takes its
	// turn, whatever its visits.
	for _, any := range []bool{false, true} {
		for i := range arms {
			if !any && arms[i].N != wanted || t.p.Solver && t.bounds[int(n.first)+i].high <= low {
				continue
			}
			value := 0.0 // of moves with equally many visits
			if arms[i].N > 0 {
				value = k.rewards.score(arms[i].Mean())
			} else if any {
				value = k.value
			}
			if score := k.score(k.noise[i], float64(arms[i].Prior), most, value); score > bestScore {
				best, bestScore = int32(i), score
			}
		}
		if best >= 0 {
			break
		}
	}
	if best < 0 {
		return -1
	}
	if best >= n.tried { // its first visit: it joins those that were tried
		k.noise[best], k.noise[n.tried] = k.noise[n.tried], k.noise[best]
		t.swap(n.first+n.tried, n.first+best)
		best = n.tried
		n.tried++
	}
	return n.first + best
}

// score is what moves compete by. The value is a score from −1 to 1.
func (k *knockout) score(noise, prior float64, most int32, value float64) float64 {
	return noise + math.Log(max(prior, lowestPrior)) + (gumbelVisits+float64(most))*k.scale*(value+1)/2
}

// winner is the index of the move to play: of those with the most visits the
// one that competes best, unless a proof says more than visits do. by is what
// the final rule says.
func (k *knockout) winner(moves []MoveStats, by int) int {
	if slices.ContainsFunc(moves, func(m MoveStats) bool { return m.Proven }) {
		return by
	}
	most := 0
	for _, m := range moves {
		most = max(most, m.Visits)
	}
	best, bestScore := by, math.Inf(-1)
	for i, m := range moves {
		if m.Visits == most {
			if score := k.score(m.noise, m.Prior, int32(most), m.Value); score > bestScore {
				best, bestScore = i, score
			}
		}
	}
	return best
}

// improved returns how likely the moves should be: the priors, shifted by what
// was found of the moves. Moves without visits count as what the root is worth
// by its evaluation and by the visited moves together.
func (k *knockout) improved(moves []MoveStats) []float64 {
	visits, most, prior, mean := 0, 0, 0.0, 0.0
	for _, m := range moves {
		if m.Visits > 0 {
			visits += m.Visits
			most = max(most, m.Visits)
			prior += max(m.Prior, lowestPrior)
			mean += max(m.Prior, lowestPrior) * m.Value
		}
	}
	rest := k.value
	if visits > 0 {
		rest = (k.value + float64(visits)*mean/prior) / float64(1+visits)
	}
	shares := make([]float64, len(moves))
	greatest := math.Inf(-1)
	for i, m := range moves {
		value := m.Value
		if m.Visits == 0 && !m.Proven {
			value = rest
		}
		shares[i] = k.score(0, m.Prior, int32(most), value)
		greatest = max(greatest, shares[i])
	}
	sum := 0.0
	for i := range shares {
		shares[i] = math.Exp(shares[i] - greatest)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}
