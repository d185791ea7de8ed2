package lab

import (
	"math"
	"math/rand/v2"

	"gambito/bandit"
)

// fastUCB plays a bandit.Explorer on Bernoulli arms. It makes the very choices
// of that policy's Select, and tests compare them one by one, but it looks at
// few arms in a round.
//
// # Structure
//
// An index x̄ᵢ + √(E/Tᵢ) changes when its arm is pulled, and otherwise only grows
// with E, slowly. So the arms of the greatest indices stay together for a while:
// they are hot, at most hotArms of them, and only these are looked at in every
// round. The others are cold. Their indices at a horizon, some rounds ahead,
// bound what they can be until then; as long as the best hot arm is above that
// bound, none of the cold arms can be chosen. When it no longer is, or when the
// horizon is reached, all arms are looked at and the hot ones chosen anew. The
// horizon moves away when it was reached and comes nearer when it was not.
//
// # Exactness
//
// Looking at an arm costs a multiplication and an addition: with tables of c =
// √E and of 1/n and 1/√n, a = Sum·(1/n) + c·(1/√n) stands for the index e =
// Sum/n + √(E/n) of the policy. Let x be the true value of that expression for
// the stored E, and u = 2⁻⁵³. All terms are positive, so relative errors do not
// grow in the sum: a has at most five roundings on the way to each term and its
// sum, e at most three, thus a = x(1+θ) with |θ| < 6u, e = x(1+η) with |η| < 4u,
// and a and e differ by less than 11u relatively. So whenever
//
//	aᵢ(1 − margin) > aⱼ, margin = 2⁻⁴⁴ = 512u,
//
// also eᵢ > eⱼ. For a cold arm aⱼ is computed with the c of the horizon; E never
// falls, nor does its rounded root, so it is at least what it would be now. If
// several arms are within the margin of the best, their indices are computed as
// the policy does, and the first of the greatest is chosen. Underflow would
// break the argument: an E that is neither 0 nor at least tiny is refused by
// newFastTables.
type fastUCB struct {
	fastTables

	bases, thresholds []uint64
	pulls             []int32
	sums              []float64
	mean, width       []float64 // Sum·(1/n) and 1/√n; those of hot arms are in hot
	total             int

	hot     [hotArms]hotArm
	most    int     // of hot arms there may be; tests do with fewer
	count   int     // of hot arms there are
	cold    float64 // bound of the cold arms
	until   int     // the greatest total for which it holds
	horizon int     // how far ahead until is chosen

	seen []bandit.Arm
}

const (
	hotArms = 8
	margin  = 0x1p-44
	tiny    = 1e-200
)

// hotArm is an arm that is looked at in every round.
type hotArm struct {
	mean, width float64
	arm         int
}

// root has the reciprocals of a number and of its square root.
type root struct{ inverse, width float64 }

// makeRoots makes the table for up to so many pulls of an arm.
func makeRoots(pulls int) []root {
	roots := make([]root, pulls+1)
	for n := 1; n <= pulls; n++ {
		roots[n] = root{1 / float64(n), 1 / math.Sqrt(float64(n))}
	}
	return roots
}

// fastTables are what the players of one policy only read.
type fastTables struct {
	policy bandit.Explorer
	roots  []root    // by number of pulls
	c      []float64 // √E, by pulls in all
}

// newFastTables returns nil if the policy's exploration is too small or too
// great for the argument above, or if it ever falls, be it by rounding.
func newFastTables(policy bandit.Explorer, arms, rounds int, roots []root) *fastTables {
	t := &fastTables{policy: policy, roots: roots, c: make([]float64, rounds+1)}
	for total := 1; total <= rounds; total++ {
		e := policy.Exploration(bandit.Context{Total: total, K: arms})
		if e != 0 && !(e >= tiny && e <= 1/tiny) {
			return nil
		}
		t.c[total] = math.Sqrt(e)
		if t.c[total] < t.c[total-1] {
			return nil
		}
	}
	return t
}

// player returns a player of so many arms.
func (t *fastTables) player(arms int) *fastUCB {
	return &fastUCB{
		fastTables: *t, most: hotArms,
		pulls: make([]int32, arms), sums: make([]float64, arms),
		mean: make([]float64, arms), width: make([]float64, arms),
		thresholds: make([]uint64, arms), seen: make([]bandit.Arm, arms),
	}
}

func (p *fastUCB) begin(problem Problem, bases []uint64, _ *rand.Rand) {
	p.bases = bases
	for i, law := range problem {
		p.thresholds[i] = law.(Bernoulli).threshold()
	}
	clear(p.pulls)
	clear(p.sums)
	p.total, p.count, p.until, p.horizon = 0, 0, 0, 1
}

func (p *fastUCB) arms() []bandit.Arm {
	for i := range p.seen {
		p.seen[i] = bandit.Arm{N: p.pulls[i], Sum: p.sums[i], SumSq: p.sums[i]}
	}
	return p.seen
}

func (p *fastUCB) play(rounds int) {
	for ; p.total < min(rounds, len(p.pulls)); p.total++ {
		p.pullCold(p.total)
	}
	for p.total < rounds {
		if p.total > p.until || p.count == 0 {
			p.horizon *= 2
			p.sort()
		}
		p.playHot(min(rounds, p.until+1))
		if p.total >= rounds || p.total > p.until {
			continue
		}
		// A cold arm may be the best.
		p.horizon = max(1, p.horizon/4)
		p.sort()
		if slot, clear := p.best(); clear {
			p.pullHot(slot)
		} else {
			p.pullExact()
		}
		p.total++
	}
}

// playHot goes on until so many pulls have been made in all or until a cold arm
// may be the best.
func (p *fastUCB) playHot(rounds int) {
	last := -1
	for p.total < rounds {
		slot, clear := p.best()
		if !clear {
			if slot = p.bestExactly(); slot < 0 {
				return
			}
		}
		p.pullHot(slot)
		p.total++
		if slot == last {
			p.playLeader(slot, min(rounds, p.total+stretch))
		}
		last = slot
	}
}

// stretch is for how many rounds ahead the other hot arms are bounded while one
// of them leads.
const stretch = 64

// playLeader pulls one hot arm until so many pulls have been made in all or
// until another arm may be better. As for cold arms, the others' indices at the
// last of these rounds bound what they are before.
func (p *fastUCB) playLeader(slot, rounds int) {
	c := p.c[:max(rounds, p.total)]
	if p.total == len(c) {
		return
	}
	bound, last := p.cold, c[len(c)-1]
	for i := range p.hot[:p.count] {
		if h := &p.hot[i]; i != slot {
			bound = max(bound, h.mean+last*h.width)
		}
	}
	h := &p.hot[slot]
	base, threshold := p.bases[h.arm], p.thresholds[h.arm]
	pulls, sum := p.pulls[h.arm], p.sums[h.arm]
	mean, width := h.mean, h.width
	for _, c := range c[p.total:] {
		if !((mean+c*width)*(1-margin) > bound) {
			break
		}
		pulls++
		sum += float64(hit(mix(base+uint64(pulls)*golden), threshold))
		r := &p.roots[pulls]
		mean, width = sum*r.inverse, r.width
		p.total++
	}
	h.mean, h.width = mean, width
	p.pulls[h.arm], p.sums[h.arm] = pulls, sum
}

// best returns the slot of the best hot arm and whether all other arms are
// below it by more than the margin.
func (p *fastUCB) best() (slot int, clear bool) {
	c := p.c[p.total]
	greatest, second := math.Inf(-1), p.cold
	for i := range p.hot[:p.count] {
		h := &p.hot[i]
		a := h.mean + c*h.width
		if a > greatest {
			if greatest > second {
				second = greatest
			}
			greatest, slot = a, i
		} else if a > second {
			second = a
		}
	}
	return slot, greatest*(1-margin) > second
}

// bestExactly returns the slot of the best hot arm by the policy's own index,
// -1 if a cold one may be better.
func (p *fastUCB) bestExactly() int {
	c, e := p.c[p.total], p.policy.Exploration(bandit.Context{Total: p.total, K: len(p.pulls)})
	greatest := math.Inf(-1)
	slot, arm, index := 0, 0, math.Inf(-1)
	for i, h := range p.hot[:p.count] {
		greatest = max(greatest, h.mean+c*h.width)
		x := p.index(h.arm, e)
		if x > index || x == index && h.arm < arm {
			slot, arm, index = i, h.arm, x
		}
	}
	if !(greatest*(1-margin) > p.cold) {
		return -1
	}
	return slot
}

// index is that of the policy.
func (p *fastUCB) index(arm int, e float64) float64 {
	n := float64(p.pulls[arm])
	return p.sums[arm]/n + math.Sqrt(e/n)
}

// pullExact pulls the arm that the policy's own indices choose among all.
func (p *fastUCB) pullExact() {
	e := p.policy.Exploration(bandit.Context{Total: p.total, K: len(p.pulls)})
	arm, index := 0, math.Inf(-1)
	for i := range p.pulls {
		if x := p.index(i, e); x > index {
			arm, index = i, x
		}
	}
	for slot := range p.hot[:p.count] {
		if p.hot[slot].arm == arm {
			p.pullHot(slot)
			return
		}
	}
	p.pullCold(arm)
	p.cold = max(p.cold, p.mean[arm]+p.c[p.until]*p.width[arm])
}

// pull pulls an arm and returns its mean and width.
func (p *fastUCB) pull(arm int) (mean, width float64) {
	n := p.pulls[arm] + 1
	sum := p.sums[arm] + float64(hit(mix(p.bases[arm]+uint64(n)*golden), p.thresholds[arm]))
	p.pulls[arm], p.sums[arm] = n, sum
	r := &p.roots[n]
	return sum * r.inverse, r.width
}

func (p *fastUCB) pullCold(arm int) { p.mean[arm], p.width[arm] = p.pull(arm) }

func (p *fastUCB) pullHot(slot int) {
	h := &p.hot[slot]
	h.mean, h.width = p.pull(h.arm)
}

// sort chooses the hot arms anew, those of the greatest indices at the horizon,
// and the bound of the others.
func (p *fastUCB) sort() {
	for _, h := range p.hot[:p.count] {
		p.mean[h.arm], p.width[h.arm] = h.mean, h.width
	}
	p.until = min(p.total+p.horizon, len(p.c)-1)
	c := p.c[p.until]
	// The best so far in falling order; the last is the best of the cold.
	var arms [hotArms + 1]int
	var values [hotArms + 1]float64
	for i := range values {
		values[i] = math.Inf(-1)
	}
	for i, mean := range p.mean {
		a := mean + c*p.width[i]
		if a <= values[p.most] {
			continue
		}
		j := p.most
		for ; j > 0 && a > values[j-1]; j-- {
			values[j], arms[j] = values[j-1], arms[j-1]
		}
		values[j], arms[j] = a, i
	}
	p.cold = values[p.most]
	p.count = min(p.most, len(p.mean))
	for slot := range p.hot[:p.count] {
		arm := arms[slot]
		p.hot[slot] = hotArm{p.mean[arm], p.width[arm], arm}
	}
}
