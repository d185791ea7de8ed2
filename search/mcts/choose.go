package mcts

import (
	"errors"
	"math"

	"gambito/bandit"
	"gambito/game"
)

// First-play urgency goes with every policy but regret matching, in the way that suits it. Where indices
// are in the unit of rewards the urgency is compared with the index of the move that
// the policy would follow. Where they are not, as with draws by probability, a move
// that was not tried competes as if it had been tried once and had paid the urgency;
// weights of a policy's own begin with such a pay, which the first visit replaces. PUCT
// has a place for it in its formula.

func (p *Params) checkFPU(traits) error {
	if _, regrets := p.Weighted.(bandit.RegretMatching); regrets && p.FPU != nil {
		return errors.New("first-play urgency means nothing to regret matching: a pay that all moves begin with is no regret")
	}
	if p.FPU != nil && p.Weighted != nil && (p.shared() || p.Batch > 1) {
		return errors.New("first-play urgency and a policy with weights of its own need one thread a tree")
	}
	return nil
}

// completeFPU hands the urgency to PUCT.
func (p *Params) completeFPU() {
	if puct, ok := p.Policy.(bandit.PUCT); ok && p.FPU != nil {
		puct.First, puct.Relative = *p.FPU, false
		p.Policy, p.FPU = puct, nil
	}
}

// imagine gives the weights of a new node's moves the pay of one imagined visit.
func (w *worker) imagine(n *node) {
	weights := w.tree.weights[n.first : n.first+n.count]
	for i := range weights {
		w.p.Weighted.Learn(weights, i, 1/float64(n.count), *w.p.FPU)
	}
}

// choose returns the edge to follow from a node, and with what probability a
// Weighted policy drew it. It returns −1 if no move can be better than what is
// proven.
//
// In the plain case moves that were not tried come first, in random order, then
// the policy chooses. Everything else that bends the choice is in picker.
//
// Depth is how many choices lie between the root and this one.
func (w *worker) choose(n *node, depth int) (edge int32, probability float64) {
	t := w.tree
	switch {
	case n.turn == game.Chance:
		return w.drawOutcome(n), 0
	case t.p.Gumbel != nil && n == &t.nodes[0]:
		return w.search.knockout.choose(w, n), 0
	case t.p.Weighted != nil:
		i, probability := t.p.Weighted.Choose(t.weights[n.first:n.first+n.count], w.r)
		return n.first + int32(i), probability
	case w.pick.bent:
		return w.pick.edge(n, depth), 0
	}
	if n.tried < n.count {
		return w.tryNext(n), 0
	}
	c := w.context(n, depth)
	if t.p.Trace != nil {
		w.show(n, t.edges(n), nil, c)
	}
	policy := t.p.Policy
	if w.drawn != nil {
		policy = w.of(n.turn).Policy
	}
	return n.first + int32(policy.Select(t.edges(n), c, w.r)), 0
}

// context is what the policy knows of a choice between a node's moves. All of
// them count, whichever it is shown. Those that are left out for the sake of
// decisive moves are no moves of the node: they are never tried.
func (w *worker) context(n *node, depth int) bandit.Context {
	return bandit.Context{Total: int(n.visits), K: int(n.count), Depth: depth, Own: n.turn == w.search.seat}
}

// tryNext takes an edge that was not tried: any with equal probability, or by MAST.
func (w *worker) tryNext(n *node) int32 {
	t := w.tree
	e := n.first + n.tried
	if left := n.count - n.tried; left > 1 {
		if w.p.Playout.Select && n.turn >= 0 {
			t.swap(e, e+int32(w.drawMAST(t.moves[e:e+left], n.turn, w.r)))
		} else {
			t.swap(e, e+int32(w.r.Uint32N(uint32(left))))
		}
	}
	n.tried++
	return e
}

// swap exchanges two edges that were not tried.
func (t *tree) swap(a, b int32) {
	t.moves[a], t.moves[b] = t.moves[b], t.moves[a]
	t.arms[a], t.arms[b] = t.arms[b], t.arms[a] // their priors
	if t.p.Solver {
		t.bounds[a], t.bounds[b] = t.bounds[b], t.bounds[a]
	}
	if t.p.AMAF.Kind != AMAFOff {
		t.amaf[a], t.amaf[b] = t.amaf[b], t.amaf[a]
	}
	if t.p.Groups {
		t.groups[a], t.groups[b] = t.groups[b], t.groups[a]
	}
}

// drawOutcome lets chance choose.
func (w *worker) drawOutcome(n *node) int32 {
	x := w.r.Float64()
	e := n.first
	for ; e < n.first+n.count-1; e++ {
		if x -= w.chance.Probability(w.tree.moves[e]); x < 0 {
			break
		}
	}
	return e
}

// picker chooses where more than the policy decides: it hands the policy a
// copy of the arms that are open to it, with means mixed or moves left out.
type picker struct {
	w     *worker
	bent  bool // any of it is in use
	arms  []bandit.Arm
	edges []int32 // of the arms
	sums  []bandit.Arm
	of    [256]int32 // arm of a group
	sizes [256]int32 // moves of a group
	v     *Variant   // of the player who chooses
}

func (p *picker) init(w *worker) {
	q := w.p
	p.w = w
	p.v = w.base
	p.bent = w.opens || q.FPU != nil || q.varied.urgent || q.WidenFactor > 0 || q.Groups || q.Solver || q.AMAF.Kind != AMAFOff
}

// edge is choose where anything bends the choice.
func (p *picker) edge(n *node, depth int) int32 {
	w, t, q := p.w, p.w.tree, p.w.p
	v := w.of(n.turn)
	p.v = v
	open := n.count
	if v.WidenFactor > 0 {
		open = int32(min(float64(open), max(1, v.WidenFactor*math.Pow(float64(n.visits), v.WidenExponent))))
	}
	low := int8(-1)
	if q.Solver {
		b := t.nodeBounds(n)
		if b.proven() {
			return -1
		}
		low = b.low
	}
	opener := w.opens
	untried := n.tried < open
	if untried && v.FPU == nil && !opener && !w.amaf.on {
		return w.tryNext(n)
	}
	imagined := untried && v.FPU != nil && !opener && !w.amaf.on && v.explorer == nil && v.indexed == nil
	last := n.tried
	if untried && (opener || w.amaf.on || imagined) {
		last = open
	}
	p.arms, p.edges = p.arms[:0], p.edges[:0]
	for e := n.first; e < n.first+last; e++ {
		if q.Solver && t.bounds[e].high <= low {
			continue // it cannot be better than what is proven
		}
		p.arms = append(p.arms, t.arms[e])
		p.edges = append(p.edges, e)
	}
	if len(p.arms) == 0 {
		if untried {
			return w.tryNext(n)
		}
		return -1
	}
	if w.amaf.on {
		w.mixAMAF(n, p.arms, p.edges)
	}
	if imagined {
		p.imagineArms(*v.FPU)
	}
	best, chosenIn := p.selectArm(n, depth)
	if untried && v.FPU != nil && !opener && !imagined && p.index(best, chosenIn) < *v.FPU {
		w.shown.set = false
		return w.tryNext(n)
	}
	e := p.edges[best]
	if e >= n.first+n.tried { // its first visit: it joins those that were tried
		if imagined && !q.Groups {
			return w.tryNext(n) // all of them are alike
		}
		t.swap(n.first+n.tried, e)
		e = n.first + n.tried
		n.tried++
	}
	return e
}

// imagineArms has arms that were not tried look as if they had paid the urgency once,
// as far as rewards go.
func (p *picker) imagineArms(urgency float64) {
	rewards := &p.w.p.Rewards
	pay := min(rewards.Win, max(rewards.Loss, urgency))
	for i := range p.arms {
		if a := &p.arms[i]; a.N == 0 {
			a.N, a.Sum, a.SumSq = 1, pay, pay*pay
		}
	}
}

// index is what an arm that the policy chose is worth to it; with AMAF and a policy
// without indices, its mean.
func (p *picker) index(chosen int, c bandit.Context) float64 {
	a := &p.arms[chosen]
	switch {
	case p.v.explorer != nil:
		return bandit.UCBIndex(a, p.v.explorer.Exploration(c))
	case p.v.indexed != nil:
		return p.v.indexed.Index(a, c)
	}
	return a.Mean()
}

// selectArm asks the policy for one of the arms, by way of their group if moves
// have groups, and returns in what context it chose.
//
// Of groups the policy is told how many the position's moves have, of the moves
// of one how many belong to it.
func (p *picker) selectArm(n *node, depth int) (int, bandit.Context) {
	c := p.w.context(n, depth)
	if p.w.p.Groups {
		c = p.keepGroup(n, c)
	}
	if p.w.p.Trace != nil {
		p.w.show(n, p.arms, p.edges, c)
	}
	return p.v.Policy.Select(p.arms, c, p.w.r), c
}
