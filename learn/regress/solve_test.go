package regress

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// made are positions that show random patterns, each place one of its own slots.
func made(r *rand.Rand, positions, places, slots int) samples {
	s := samples{places: places}
	for range positions {
		for place := range places {
			s.slots = append(s.slots, uint32(place+places*r.IntN(slots/places)))
		}
		s.weight = append(s.weight, 0.5+r.Float64())
	}
	s.target = make([]float64, positions)
	return s
}

// dense solves the normal equations of a problem by elimination, with the slopes of sums given.
func dense(p *problem, residual, curved []float64) []float64 {
	n := p.slots
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		a[i][i] = p.ridge
	}
	for i := range residual {
		row := make([]float64, n)
		for _, slot := range p.learn.slots[i*p.learn.places : (i+1)*p.learn.places] {
			row[slot]++
		}
		for x := range n {
			for y := range n {
				a[x][y] += curved[i] * row[x] * row[y]
			}
			a[x][n] += residual[i] * row[x]
		}
	}
	for i := range n {
		pivot := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		for r := range n {
			if factor := a[r][i] / a[i][i]; r != i && factor != 0 {
				for k := i; k <= n; k++ {
					a[r][k] -= factor * a[i][k]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x
}

func newProblem(r *rand.Rand, score bool) (*problem, []float64) {
	const slots, places = 24, 4
	p := &problem{learn: made(r, 300, places, slots), slots: slots, score: score, ridge: 0.5, iterations: 1000, patience: 1000}
	known := make([]float64, slots)
	for i := range known {
		known[i] = r.NormFloat64() / 2
	}
	p.learn.sums(p.learn.target, known)
	return p, known
}

// TestSquares compares conjugate gradients with elimination, on targets with noise, and
// finds worths again that have made the targets.
func TestSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p, _ := newProblem(r, false)
	for i := range p.learn.target {
		p.learn.target[i] += r.NormFloat64()
	}
	got, err := p.solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	compareSquares(t, p, got)
	p.begin = make([]float64, p.slots)
	for slot := range p.begin {
		p.begin[slot] = r.NormFloat64()
	}
	if got, err = p.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	compareSquares(t, p, got)
	p, known := newProblem(r, false)
	p.ridge = 1e-9 // sums tell worths only up to what places can give to each other
	if got, err = p.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	sums, want := make([]float64, p.learn.count()), make([]float64, p.learn.count())
	p.learn.sums(sums, got)
	p.learn.sums(want, known)
	for i := range sums {
		if math.Abs(sums[i]-want[i]) > 1e-5 {
			t.Fatalf("position %d is worth %g, not %g", i, sums[i], want[i])
		}
	}
}

// compareSquares solves by elimination for what is to be added to what was known before.
func compareSquares(t *testing.T, p *problem, got []float64) {
	t.Helper()
	residual := make([]float64, p.learn.count())
	p.learn.sums(residual, p.begin)
	for i, sum := range residual {
		residual[i] = p.learn.weight[i] * (p.learn.target[i] - sum)
	}
	for slot, more := range dense(p, residual, p.learn.weight) {
		if want := p.begin[slot] + more; math.Abs(got[slot]-want) > 1e-6 {
			t.Errorf("slot %d is worth %g, by elimination %g", slot, got[slot], want)
		}
	}
}

// TestScores compares worths that tell scores with Newton's method by elimination.
func TestScores(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p, _ := newProblem(r, true)
	for i, sum := range p.learn.target {
		p.learn.target[i] = -1
		if r.Float64() < (1+math.Tanh(sum))/2 {
			p.learn.target[i] = 1
		}
	}
	got, err := p.solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want, n := make([]float64, p.slots), p.learn.count()
	for range 30 {
		sums, residual, curved := make([]float64, n), make([]float64, n), make([]float64, n)
		p.learn.sums(sums, want)
		for i, sum := range sums {
			said := math.Tanh(sum)
			curved[i] = p.learn.weight[i] * (1 - said*said)
			residual[i] = p.learn.weight[i]*(p.learn.target[i]-said) + curved[i]*sum
		}
		want = dense(p, residual, curved)
	}
	for slot := range want {
		if math.Abs(got[slot]-want[slot]) > 1e-5 {
			t.Errorf("slot %d is worth %g, by elimination %g", slot, got[slot], want[slot])
		}
	}
}

// TestHeldOut: where targets are noise, learning ends early, and with little learned.
func TestHeldOut(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p, _ := newProblem(r, false)
	p.ridge, p.patience = 1e-9, 2
	p.check = made(r, 300, p.learn.places, p.slots)
	for i := range p.learn.target {
		p.learn.target[i], p.check.target[i] = r.NormFloat64(), r.NormFloat64()
	}
	if _, err := p.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	if p.steps > 6 {
		t.Errorf("noise is learned in %d iterations", p.steps)
	}
}

// TestSeldom: what is seen once stays what it was if it has to be seen twice.
func TestSeldom(t *testing.T) {
	p := &problem{slots: 2, seldom: 2, iterations: 100, patience: 100}
	p.learn = samples{places: 1, slots: []uint32{0, 0, 1}, target: []float64{3, 5, 9}, weight: []float64{1, 1, 1}}
	got, err := p.solve(context.Background())
	if err != nil || math.Abs(got[0]-4) > 1e-9 || got[1] != 0 {
		t.Errorf("%v, %v", got, err)
	}
	p.begin = []float64{1, 7}
	if got, err = p.solve(context.Background()); err != nil || math.Abs(got[0]-4) > 1e-9 || got[1] != 7 {
		t.Errorf("begun with 1 and 7: %v, %v", got, err)
	}
}

// TestLoss compares the loss of scores with its definition.
func TestLoss(t *testing.T) {
	p := &problem{score: true}
	for _, target := range []float64{-1, -0.3, 0, 1} {
		for _, sum := range []float64{-3, -0.5, 0, 2} {
			said := math.Tanh(sum)
			want := -(1+target)/2*math.Log((1+said)/2) - (1-target)/2*math.Log((1-said)/2)
			if got := p.loss(sum, target); math.Abs(got-want) > 1e-9 {
				t.Errorf("of %g for %g it is %g, not %g", sum, target, got, want)
			}
		}
	}
}
