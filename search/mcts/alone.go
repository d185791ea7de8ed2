package mcts

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"gambito/bandit"
)

// A player who moves at once with others chooses from its own statistics alone.
// Policies are rules without chance, most of them, and two such rules on
// statistics that are alike walk in lockstep: in a game that is fair to both they
// always make the same move, never meet what else the other may do, and may take
// a move for good that another dominates. It is not enough to draw lots between
// equal arms, for players whose arms differ, but in the same way, are no less in
// step.
//
// So every player has random numbers of its own and sees its arms through them,
// each a little better or worse than it is, by at most half of what one visit can pay. Equal arms are told apart by
// lot, those that nearly are sometimes change places, and what is clear stays so:
// the blur falls with an arm's visits, faster than any doubt about its mean.
//
// There is no guarantee of an equilibrium in general (Shafiei, Sturtevant and
// Schaeffer, Comparing UCT versus CFR in Simultaneous Games, 2009). Where what one
// wins the other need not lose, as in the prisoner's dilemma, two policies may
// still settle on moves that are dominated.

// blur is the most by which an arm's sum is shifted, as a share of what lies
// between the rewards of a win and of a loss.
const blur = 0.5

// stream is the random numbers of one player.
type stream struct {
	source rand.PCG
	r      *rand.Rand
}

func newStreams(players int) []stream {
	streams := make([]stream, players)
	for p := range streams {
		streams[p].r = rand.New(&streams[p].source)
	}
	return streams
}

// seedStreams begins the streams of worker number i anew.
func (w *worker) seedStreams(seed uint64, i int) {
	for p := range w.streams {
		w.streams[p].source.Seed(seed, uint64(p+1)<<32|uint64(i))
	}
}

// chooseAlone chooses one of the edges of player p: first those that were not
// tried, in random order.
func (w *worker) chooseAlone(p int, n *node, from, end int32) (edge int32, probability float64) {
	r := w.streams[p].r
	if w.p.Weighted != nil {
		i, probability := w.p.Weighted.Choose(w.tree.weights[from:end], r)
		return from + int32(i), probability
	}
	// Every visit tries one of them, so that not many need a look.
	if !w.opens && n.visits < int32(w.p.VirtualLoss)*(end-from) {
		untried, choice := uint32(0), from
		for e := from; e < end; e++ {
			if w.tree.arms[e].N == 0 {
				if untried++; r.Uint32N(untried) == 0 {
					choice = e
				}
			}
		}
		if untried > 0 {
			return choice, 0
		}
	}
	w.pick.look(from, end, &w.streams[p].source)
	c := bandit.Context{Total: int(n.visits), K: int(end - from)}
	return w.pick.edges[w.p.Policy.Select(w.pick.arms, c, r)], 0
}

// look opens some edges to the policy: blurred, and from a random one on, so that
// those who compare nothing but visits do not begin with the same either. One
// random number a choice is all that it takes; others are made from it by a
// linear congruence (Knuth, The Art of Computer Programming 2, 3.3.4, MMIX).
func (p *picker) look(from, end int32, source *rand.PCG) {
	count := int(end - from)
	p.arms, p.edges = slices.Grow(p.arms[:0], count)[:count], slices.Grow(p.edges[:0], count)[:count]
	t, rewards := p.w.tree, p.w.p.Rewards
	x := source.Uint64()
	begin, _ := bits.Mul64(x, uint64(count))
	e := from + int32(begin)
	for i := range p.arms {
		x = x*6364136223846793005 + 1442695040888963407
		p.arms[i], p.edges[i] = rewards.blurred(&t.arms[e], float64(x>>11)/(1<<52)-1), e
		if e++; e == end {
			e = from
		}
	}
}

// blurred is an arm all whose rewards are shifted by the same, so that their
// variance does not change, and their sum does by the greatest blur times share,
// which is between −1 and 1. A sum that rewards can add up to stays one.
func (w Rewards) blurred(a *bandit.Arm, share float64) bandit.Arm {
	if a.N == 0 {
		return *a
	}
	n := float64(a.N)
	by := blur * (w.Win - w.Loss) * share
	if sum := a.Sum + by; sum < n*w.Loss || sum > n*w.Win {
		by = -by
	}
	return bandit.Arm{Sum: a.Sum + by, SumSq: a.SumSq + (2*a.Sum+by)*by/n, N: a.N, Prior: a.Prior}
}
