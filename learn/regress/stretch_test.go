package regress

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// slope is that of targets on what sums say, of positions: 1 if values are right.
func slope(s *samples, worths []float64) float64 {
	sums := make([]float64, s.count())
	s.sums(sums, worths)
	both, squares := 0.0, 0.0
	for i, sum := range sums {
		both, squares = both+sum*s.target[i], squares+sum*sum
	}
	return both / squares
}

// TestStretch: of values that are too near zero, or too far from it, the factor is found.
func TestStretch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	p, known := newProblem(r, false)
	p.check = made(r, 20_000, p.learn.places, p.slots)
	for _, score := range []bool{false, true} {
		p.score = score
		p.check.sums(p.check.target, known)
		for i, sum := range p.check.target {
			said, _ := p.says(sum)
			p.check.target[i] = said + r.NormFloat64()/4
		}
		for _, factor := range []float64{0.2, 0.8, 1, 1.7, 9} {
			worths := make([]float64, len(known))
			for slot, x := range known {
				worths[slot] = x / factor
			}
			got := p.stretch(worths)
			// 100 positions of 20,000 pull it to 1, by more where scores are sure
			if math.Abs(got-factor) > 0.02*factor+0.02*math.Abs(factor-1) {
				t.Errorf("score %v: values were too small by %g, and are stretched by %g", score, factor, got)
			}
			if at := 3; worths[at] != known[at]/factor*got {
				t.Errorf("score %v: a worth of %g becomes %g, stretched by %g", score, known[at]/factor, worths[at], got)
			}
		}
	}
}

// TestStretchLittle: where little is held out, or nothing is said, nothing is stretched.
func TestStretchLittle(t *testing.T) {
	p := &problem{slots: 1}
	if got := p.stretch([]float64{2}); got != 1 {
		t.Errorf("nothing is held out: %g", got)
	}
	p.check = samples{places: 1, slots: []uint32{0}, target: []float64{10}, weight: []float64{1}}
	if got := p.stretch([]float64{0}); got != 1 {
		t.Errorf("nothing is said: %g", got)
	}
	if got := p.stretch([]float64{2}); got < 1 || got > 1.05 {
		t.Errorf("one position speaks for a factor of 5: %g", got)
	}
}

// TestClose: where positions count by what they came to, values would be too near zero;
// stretched they are right, also on positions that had no part in it.
func TestClose(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	p, known := newProblem(r, false)
	p.learn, p.check = made(r, 20_000, p.learn.places, p.slots), made(r, 10_000, p.learn.places, p.slots)
	fresh := made(r, 10_000, p.learn.places, p.slots)
	for _, all := range []*samples{&p.learn, &p.check, &fresh} {
		all.sums(all.target, known)
		for i := range all.target {
			all.target[i] += r.NormFloat64()
			all.weight[i] = halfAt(1, all.target[i])
		}
	}
	worths, err := p.solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if too := slope(&fresh, worths); too < 1.2 {
		t.Fatalf("before, the slope of targets on values is %g: there is nothing to make good", too)
	}
	p.stretch(worths)
	if got := slope(&fresh, worths); math.Abs(got-1) > 0.03 {
		t.Errorf("the slope of targets on values is %g, not 1", got)
	}
}
