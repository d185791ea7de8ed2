package extensive

import (
	"math"
	"math/rand/v2"
	"sync/atomic"

	"gambito/theory"
)

// MaxBatch is how many iterations a batch may have.
const MaxBatch = 1 << 20

// growth says how large a batch is at most: it has the growth-th part of the iterations before it.
const growth = 256

// Of a batch goroutines take portions; one with fewer iterations than it takes to keep several busy
// is drawn by one.
const (
	portion = 8
	fewest  = 16 * portion
)

// drawer draws iterations of a batch, in a goroutine of its own. What it finds is kept in
// whole numbers: their sums are the same in whatever order they are made, and so
// nothing depends on who has drawn which iteration.
type drawer struct {
	*Learner
	source rand.PCG

	gains  []int64 // by move, in units of Learner.unit
	visits []int64 // by information set
	met    []int32 // the sets that have visits

	worths []float64 // of moves at positions on the way
}

// batches makes so many iterations or the few more that end a batch.
func (l *Learner) batches(iterations int) {
	l.prepare()
	var others team
	for _, d := range l.drawers[1:] {
		others.join(func() { d.draw(l.player, l.size, &l.taken) })
	}
	for end := l.Iterations + iterations; l.Iterations < end; {
		l.batch(&others)
	}
	others.dismiss()
}

// prepare makes what batches need, once.
func (l *Learner) prepare() {
	if l.unit == 0 {
		l.unit = l.Tree.unit(l.Batch)
	}
	for i := len(l.firsts); i < len(l.Tree.Sets); i++ {
		l.firsts = append(l.firsts, int32(l.Tree.Sets[i].First))
	}
	for len(l.drawers) < max(l.Jobs, 1) {
		l.drawers = append(l.drawers, &drawer{Learner: l, gains: make([]int64, l.Tree.Actions), visits: make([]int64, len(l.Tree.Sets))})
	}
}

// batch draws the next iterations together: first those of player 0, all of them
// against what is played at the beginning, then those of player 1 against what player 0
// has come to.
func (l *Learner) batch(others *team) {
	l.size = l.next()
	for l.player = range int8(2) {
		l.taken.Store(0)
		if l.size >= fewest {
			others.begin()
		}
		l.drawers[0].draw(l.player, l.size, &l.taken)
		others.finish()
		l.merge(l.player)
	}
	l.Iterations += l.size
}

// next is how many iterations the next batch has. It grows with those made so far, since what
// is played changes much in the beginning, and ends at multiples of Batch, whatever
// the steps.
func (l *Learner) next() int {
	return min(max(l.Iterations/growth, 1), l.Batch-l.Iterations%l.Batch)
}

// unit is the largest number of units in 1 with which no regret of a batch overflows: it is
// at most the widest difference between two ends times the iterations.
func (t *Tree) unit(batch int) float64 {
	widest := 1.0
	for _, x := range t.payoff {
		widest = max(widest, 2*math.Abs(x))
	}
	_, exponent := math.Frexp(widest * float64(batch))
	return math.Ldexp(1, 62-exponent)
}

// draw makes iterations of a batch for a player until none is left.
func (d *drawer) draw(p int8, size int, taken *atomic.Int64) {
	for {
		end := int(taken.Add(portion))
		for i := end - portion; i < min(end, size); i++ {
			d.source.Seed(d.Seed, uint64(d.Iterations+1+i)<<1|uint64(p))
			d.external(0, p)
		}
		if end >= size {
			return
		}
	}
}

// uniform draws a number from 0 to below 1.
func (d *drawer) uniform() float64 { return float64(d.source.Uint64()>>11) / (1 << 53) }

// visit counts that an information set was met.
func (d *drawer) visit(set int32) {
	if d.visits[set] == 0 {
		d.met = append(d.met, set)
	}
	d.visits[set]++
}

// external is Learner.external with strategies that stay what they are.
func (d *drawer) external(n int32, p int8) float64 {
	t := d.Tree
	for t.kind[n] != p {
		first, last := t.first[n], t.first[n]+t.count[n]-1
		switch t.kind[n] {
		case leafNode:
			if p == 1 {
				return -t.payoff[n]
			}
			return t.payoff[n]
		case chanceNode:
			n = first
			for x := d.uniform() - t.drawn[n]; x >= 0 && n < last; x -= t.drawn[n] {
				n++
			}
		default:
			set := t.set[n]
			d.visit(set)
			now := d.now[d.firsts[set]:]
			n = first
			for x := d.uniform() - now[0]; x >= 0 && n < last; x -= now[n-first] {
				n++
			}
		}
	}
	set, first := t.set[n], t.first[n]
	at := int(d.firsts[set])
	now, above := d.now[at:at+int(t.count[n])], len(d.worths)
	v := 0.0
	for i, x := range now {
		w := d.external(first+int32(i), p)
		d.worths = append(d.worths, w)
		v += x * w
	}
	d.visit(set)
	gains := d.gains[at : at+len(now)]
	for i, w := range d.worths[above:] {
		gains[i] += int64(math.RoundToEven((w - v) * d.unit))
	}
	d.worths = d.worths[:above]
	return v
}

// merge adds what was drawn for a player to its regrets, and finds what it plays next;
// what the other has played is added to its average as often as it was met.
func (l *Learner) merge(p int8) {
	all := l.drawers[0]
	for _, d := range l.drawers[1:] {
		for _, set := range d.met {
			if all.visits[set] == 0 {
				all.met = append(all.met, set)
			}
			all.visits[set] += d.visits[set]
			d.visits[set] = 0
			s := &l.Tree.Sets[set]
			for k := s.First; k < s.First+len(s.Moves); k++ {
				all.gains[k] += d.gains[k]
				d.gains[k] = 0
			}
		}
		d.met = d.met[:0]
	}
	for _, set := range all.met {
		s := &l.Tree.Sets[set]
		end := s.First + len(s.Moves)
		if int8(s.Player) != p {
			for k := s.First; k < end; k++ {
				l.sums[k] += float64(all.visits[set]) * l.now[k]
			}
		} else {
			for k := s.First; k < end; k++ {
				l.regrets[k] += float64(all.gains[k]) / l.unit
				all.gains[k] = 0
			}
			theory.Match(l.regrets[s.First:end], l.now[s.First:end])
		}
		all.visits[set] = 0
	}
	all.met = all.met[:0]
}
