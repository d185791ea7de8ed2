package mcts

import (
	"math/bits"
	"math/rand/v2"

	"gambito/bandit"
	"gambito/game"
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

// stream is the random numbers of one player: those of policies, and those of
// the blur, which are many and need not be good. They are the upper bits of a
// linear congruence (Knuth, The Art of Computer Programming 2, 3.3.4, MMIX).
type stream struct {
	source rand.PCG
	r      *rand.Rand
	blur   uint64
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
		s := &w.streams[p]
		s.source.Seed(seed, uint64(p+1)<<32|uint64(i))
		s.blur = s.r.Uint64()
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
		if choice := w.untried(p, from, end); choice >= 0 {
			return choice, 0
		}
	}
	w.pick.look(from, end, &w.streams[p])
	c := bandit.Context{Total: int(n.visits), K: int(end - from), Depth: w.above + len(w.path), Own: p == int(w.search.seat)}
	return w.pick.edges[w.of(game.Player(p)).Policy.Select(w.pick.arms, c, r)], 0
}

// untried draws one of the edges of player p that were not tried: any with equal
// probability, or by MAST. It returns −1 if there is none.
func (w *worker) untried(p int, from, end int32) (choice int32) {
	r, count := w.streams[p].r, uint32(0)
	choice = -1
	w.moves, w.ends = w.moves[:0], w.ends[:0]
	for e := from; e < end; e++ {
		if w.tree.arms[e].N > 0 {
			continue
		}
		if w.p.Playout.Select {
			w.moves, w.ends = append(w.moves, w.tree.moves[e]), append(w.ends, e)
		} else if count++; r.Uint32N(count) == 0 {
			choice = e
		}
	}
	if len(w.moves) > 0 {
		choice = w.ends[w.drawMAST(w.moves, game.Player(p), r)]
	}
	return choice
}

// look opens some edges to the policy, blurred: all rewards of an arm are shifted
// by the same, so that their variance does not change, and a sum that rewards can
// add up to stays one. The edges come from a random one on, so that those who
// compare nothing but visits do not begin with the same either.
func (p *picker) look(from, end int32, s *stream) {
	count := int(end - from)
	if cap(p.arms) < count || cap(p.edges) < count {
		p.arms, p.edges = make([]bandit.Arm, count), make([]int32, count)
	}
	arms, edges := p.arms[:count], p.edges[:count]
	p.arms, p.edges = arms, edges
	rewards := &p.w.p.Rewards
	loss, win := rewards.Loss, rewards.Win
	most := blur * (win - loss)
	x := s.blur*6364136223846793005 + 1442695040888963407
	begin, _ := bits.Mul64(x, uint64(count))
	seen := p.w.tree.arms[from:end]
	for i := range arms {
		j := i + int(begin)
		if j >= count {
			j -= count
		}
		a := &seen[j]
		x = x*6364136223846793005 + 1442695040888963407
		by := most / (1 << 52) * float64(int64(x)>>11)
		n := float64(a.N)
		if sum := a.Sum + by; sum < n*loss || sum > n*win {
			by = -by
		}
		if a.N == 0 {
			by, n = 0, 1
		}
		arms[i] = bandit.Arm{Sum: a.Sum + by, SumSq: a.SumSq + (2*a.Sum+by)*by/n, N: a.N, Prior: a.Prior}
		edges[i] = from + int32(j)
	}
	s.blur = x
}
