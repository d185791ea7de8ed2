package regress

import (
	"context"
	"math"
	"slices"
)

// samples are positions of a stage: which worths make up the value of each, and what it
// should be.
type samples struct {
	places int
	slots  []uint32 // of all positions, so many a position
	target []float64
	weight []float64
}

func (s *samples) count() int { return len(s.target) }

// sums are the sums of worths of all positions.
func (s *samples) sums(out, worths []float64) {
	for i := range out {
		sum := 0.0
		for _, slot := range s.slots[i*s.places : (i+1)*s.places] {
			sum += worths[slot]
		}
		out[i] = sum
	}
}

// spread adds to every worth what the positions say that show it.
func (s *samples) spread(out, said []float64) {
	clear(out)
	for i, x := range said {
		for _, slot := range s.slots[i*s.places : (i+1)*s.places] {
			out[slot] += x
		}
	}
}

// problem is worths to find: those for which
//
//	Σ weight · loss(sum of worths, target) + ridge · Σ (worth − begin)² / 2
//
// is smallest, where begin is what is known of them before. The loss is half the square of the difference or, of a score, the
// cross-entropy of target and tanh of the sum.
type problem struct {
	learn, check samples
	slots        int
	begin        []float64 // by slot; nil for zeros
	score        bool
	ridge        float64
	seldom       int
	iterations   int
	patience     int

	free []bool // by slot: seen often enough to be worth something else
	size []float64

	best    []float64
	error   float64 // of the best, mean loss on what is held out
	without int     // iterations since
	steps   int
}

// newtonSteps is how many iterations of conjugate gradients follow one slope, where it changes.
const newtonSteps = 6

// solve finds the worths by conjugate gradients on the normal equations, with the diagonal
// as preconditioner (Hestenes and Stiefel 1952), and of a score by Newton's method about
// it. It returns those that judge best what is held out, or the last if that is nothing.
func (p *problem) solve(ctx context.Context) ([]float64, error) {
	p.prepare()
	if p.begin == nil {
		p.begin = make([]float64, p.slots)
	}
	worths := slices.Clone(p.begin)
	p.best, p.error, p.without, p.steps = slices.Clone(worths), math.Inf(1), 0, 0
	p.judge(worths)
	for p.steps < p.iterations && p.without < p.patience {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		before := p.steps
		if err := p.descend(ctx, worths); err != nil {
			return nil, err
		}
		if p.steps == before || !p.score {
			break // nothing is left to gain
		}
	}
	return p.best, nil
}

// prepare counts how often worths are seen.
func (p *problem) prepare() {
	seen := make([]int, p.slots)
	for _, slot := range p.learn.slots {
		seen[slot]++
	}
	p.free = make([]bool, p.slots)
	for slot, n := range seen {
		p.free[slot] = n > 0 && n >= p.seldom
	}
}

// descent is conjugate gradients about some worths.
type descent struct {
	*problem
	curved    []float64 // by position: how much its pull changes with its sum
	pull      []float64 // by position
	residual  []float64 // by slot: minus the slope
	diagonal  []float64 // by slot, of the normal equations
	direction []float64
	along     []float64 // the normal equations times the direction
	power     float64   // residual times scaled residual
}

// descend changes worths by conjugate gradients.
func (p *problem) descend(ctx context.Context, worths []float64) error {
	d := p.descent(worths)
	begun := d.power
	for steps := 0; d.power > converged*begun && p.steps < p.iterations && p.without < p.patience && (!p.score || steps < newtonSteps); steps++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !d.step(worths) {
			break
		}
		p.steps++
		p.judge(worths)
	}
	return nil
}

// descent finds the slope at some worths.
func (p *problem) descent(worths []float64) *descent {
	n := p.learn.count()
	d := &descent{
		problem: p, curved: make([]float64, n), pull: make([]float64, n), residual: make([]float64, p.slots),
		diagonal: make([]float64, p.slots), direction: make([]float64, p.slots), along: make([]float64, p.slots),
	}
	p.learn.sums(d.pull, worths)
	for i, sum := range d.pull {
		said, slope := p.says(sum)
		d.pull[i], d.curved[i] = p.learn.weight[i]*(p.learn.target[i]-said), p.learn.weight[i]*slope
	}
	p.learn.spread(d.residual, d.pull)
	p.learn.spread(d.diagonal, d.curved)
	for slot := range d.residual {
		if d.residual[slot] -= p.ridge * (worths[slot] - p.begin[slot]); !p.free[slot] {
			d.residual[slot] = 0
		}
		d.direction[slot] = d.scaled(slot)
		d.power += d.residual[slot] * d.direction[slot]
	}
	return d
}

// scaled is a part of the residual, preconditioned.
func (d *descent) scaled(slot int) float64 {
	return d.residual[slot] / (d.diagonal[slot] + d.ridge + tiny)
}

// step goes along the direction as far as is best, and turns. It says whether there was
// anything to gain.
func (d *descent) step(worths []float64) bool {
	d.learn.sums(d.pull, d.direction)
	for i := range d.pull {
		d.pull[i] *= d.curved[i]
	}
	d.learn.spread(d.along, d.pull)
	bend := 0.0
	for slot, x := range d.direction {
		if d.along[slot] += d.ridge * x; !d.free[slot] {
			d.along[slot] = 0
		}
		bend += x * d.along[slot]
	}
	if !(bend > 0) {
		return false
	}
	length, power := d.power/bend, 0.0
	for slot, x := range d.direction {
		worths[slot] += length * x
		d.residual[slot] -= length * d.along[slot]
		power += d.residual[slot] * d.scaled(slot)
	}
	for slot := range d.direction {
		d.direction[slot] = d.scaled(slot) + power/d.power*d.direction[slot]
	}
	d.power = power
	return true
}

const (
	tiny      = 1e-12 // keeps worths that nothing is known of from being divided by zero
	converged = 1e-18 // part of the power at first of which nothing more is gained
)

// judge keeps worths if they are the best so far.
func (p *problem) judge(worths []float64) {
	n := p.check.count()
	if n == 0 {
		copy(p.best, worths)
		return
	}
	if p.size == nil {
		p.size = make([]float64, n)
	}
	p.check.sums(p.size, worths)
	loss := 0.0
	for i, sum := range p.size {
		loss += p.check.weight[i] * p.loss(sum, p.check.target[i])
	}
	if loss /= float64(n); loss < p.error {
		p.error, p.without = loss, 0
		copy(p.best, worths)
		return
	}
	p.without++
}

// loss is that of a sum.
func (p *problem) loss(sum, target float64) float64 {
	if !p.score {
		return (sum - target) * (sum - target) / 2
	}
	// −(1+t)/2·ln((1+tanh s)/2) − (1−t)/2·ln((1−tanh s)/2), without overflow
	return math.Log1p(math.Exp(-2*math.Abs(sum))) + math.Abs(sum) - target*sum
}
