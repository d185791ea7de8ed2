package sparse

import (
	"math"
	"math/rand/v2"
	"testing"
)

const testInputs, testHidden, testOutputs = 200, 128, 5

func example(r *rand.Rand) (*Network, *Input) {
	n := New(testInputs, testHidden, testOutputs, r)
	for _, part := range [][]float32{n.FirstBias, n.SecondBias} {
		for i := range part {
			part[i] = float32(r.NormFloat64())
		}
	}
	x := &Input{}
	for i := r.IntN(3); i < testInputs; i += 1 + r.IntN(5) {
		x.Set(i, float32(r.NormFloat64()))
	}
	return n, x
}

// obvious computes the outputs of a network in double precision, input by input.
func (n *Network) obvious(x *Input) []float64 {
	dense := make([]float64, n.Inputs)
	index, value := x.Active()
	for i, at := range index {
		dense[at] = float64(value[i])
	}
	outputs := make([]float64, n.Outputs)
	for o := range outputs {
		outputs[o] = float64(n.SecondBias[o])
	}
	for h := range n.Hidden {
		sum := float64(n.FirstBias[h])
		for i, v := range dense {
			sum += v * float64(n.First[i*n.Hidden+h])
		}
		y := 1 / (1 + math.Exp(-sum))
		for o := range outputs {
			outputs[o] += y * float64(n.Second[o*n.Hidden+h])
		}
	}
	for o, v := range outputs {
		outputs[o] = 1 / (1 + math.Exp(-v))
	}
	return outputs
}

func TestEvaluate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		n, x := example(r)
		got := make([]float32, testOutputs)
		n.Evaluate(x, NewScratch(testHidden, testOutputs), got)
		for o, want := range n.obvious(x) {
			if math.Abs(float64(got[o])-want) > 1e-5 {
				t.Fatalf("output %d is %g, not %g", o, got[o], want)
			}
		}
	}
}

// TestGradient compares what is learned with the cross entropy's derivatives,
// found by changing weights a little.
func TestGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	targets := []float32{0.7, 0.2, 0.01, 0.1, 0}
	loss := func(n *Network, x *Input) float64 {
		sum := 0.0
		for o, y := range n.obvious(x) {
			z := float64(targets[o])
			sum -= z*math.Log(y) + (1-z)*math.Log(1-y)
		}
		return sum
	}
	for range 3 {
		n, x := example(r)
		taught := n.Clone()
		const rate = 1e-2
		taught.Learn(x, targets, rate, NewScratch(testHidden, testOutputs), make([]float32, testOutputs))
		index, _ := x.Active()
		for name, part := range map[string]struct{ before, after []float32 }{
			"first":       {n.First[int(index[0])*testHidden:][:testHidden], taught.First[int(index[0])*testHidden:][:testHidden]},
			"first bias":  {n.FirstBias, taught.FirstBias},
			"second":      {n.Second, taught.Second},
			"second bias": {n.SecondBias, taught.SecondBias},
		} {
			for range 20 {
				i := r.IntN(len(part.before))
				was := part.before[i]
				const step = 1.0 / 256
				part.before[i] = was + step
				up := loss(n, x)
				part.before[i] = was - step
				down := loss(n, x)
				part.before[i] = was
				want, got := (down-up)/(2*step), float64(part.after[i]-was)/rate
				if math.Abs(got-want) > 1e-4+1e-2*math.Abs(want) {
					t.Errorf("%s %d moves by %g, not %g", name, i, got, want)
				}
			}
		}
	}
}

func TestInputsAreSparse(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	n, x := example(r)
	before := n.Clone()
	n.Learn(x, make([]float32, testOutputs), 0.1, NewScratch(testHidden, testOutputs), make([]float32, testOutputs))
	active := map[int]bool{}
	index, _ := x.Active()
	for _, at := range index {
		active[int(at)] = true
	}
	for i := range testInputs {
		changed := false
		for h := range testHidden {
			changed = changed || n.First[i*testHidden+h] != before.First[i*testHidden+h]
		}
		if changed != active[i] {
			t.Errorf("input %d, active %v, has changed weights: %v", i, active[i], changed)
		}
	}
}

func TestNothingAllocated(t *testing.T) {
	n, x := example(rand.New(rand.NewPCG(5, 5)))
	s, outputs := NewScratch(testHidden, testOutputs), make([]float32, testOutputs)
	if allocs := testing.AllocsPerRun(100, func() { n.Learn(x, outputs, 0.01, s, outputs) }); allocs != 0 {
		t.Errorf("a lesson allocates %g times", allocs)
	}
}

// TestAdam compares steps with the formulas, in double precision, along the
// gradients that plain steps follow.
func TestAdam(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	n, x := example(r)
	_, y := example(r)
	s, outputs := NewScratch(testHidden, testOutputs), make([]float32, testOutputs)
	targets := []float32{0.7, 0.2, 0.01, 0.1, 0}
	adam := NewAdam(n)
	mean, square := make([]float64, len(n.First)), make([]float64, len(n.First))
	want := make([]float64, len(n.First))
	for i, w := range n.First {
		want[i] = float64(w)
	}
	for step := 1; step <= 4; step++ {
		gradient := make([]float64, len(n.First))
		for _, in := range []*Input{x, y} {
			taught := n.Clone()
			taught.Learn(in, targets, 1, s, outputs)
			for i, w := range taught.First {
				gradient[i] += float64(w-n.First[i]) / 2
			}
			adam.Add(n, in, targets, s, outputs)
		}
		const rate = 0.01
		adam.Step(n, rate)
		adam = adam.Clone()
		for i, g := range gradient {
			mean[i] = 0.9*mean[i] + 0.1*g
			square[i] = 0.999*square[i] + 0.001*g*g
			if math.Abs(g) < 1e-4 { // lost in what single precision leaves of the difference
				want[i] = float64(n.First[i])
				continue
			}
			want[i] += rate * mean[i] / (1 - math.Pow(0.9, float64(step))) / (math.Sqrt(square[i]/(1-math.Pow(0.999, float64(step)))) + 1e-8)
			if math.Abs(float64(n.First[i])-want[i]) > 1e-3 {
				t.Fatalf("step %d: weight %d is %g, not %g", step, i, n.First[i], want[i])
			}
		}
	}
}

func TestApproach(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	a, _ := example(r)
	b, _ := example(r)
	c := a.Clone()
	c.Approach(b, 0.25)
	for part, list := range c.parts() {
		for i, w := range list {
			if want := 0.75*a.parts()[part][i] + 0.25*b.parts()[part][i]; math.Abs(float64(w-want)) > 1e-5 {
				t.Fatalf("part %d, weight %d is %g, not %g", part, i, w, want)
			}
		}
	}
}

// A network that is widened says what it said, and learns with all units.
func TestWiden(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	small := New(9, Block, 3, r)
	wide := small.Widen(3*Block, r)
	var x Input
	x.Set(2, 1)
	x.Set(7, 0.5)
	s := NewScratch(wide.Hidden, wide.Outputs)
	said, says := make([]float32, 3), make([]float32, 3)
	small.Evaluate(&x, s, said)
	wide.Evaluate(&x, s, says)
	for o := range said {
		if math.Abs(float64(said[o]-says[o])) > 1e-6 {
			t.Errorf("output %d is %v, was %v", o, says[o], said[o])
		}
	}
	for range 100 {
		wide.Learn(&x, []float32{0.9, 0.1, 0.5}, 0.5, s, says)
	}
	if wide.Second[3*Block-1] == 0 {
		t.Error("the last of the new units has learned nothing")
	}
}

// TestUnits: what fills up rows says nothing and learns nothing, and a network without
// biases has none after learning.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, units := range []int{1, 20, 64, 116} {
		n, x := New(50, units, 3, r), &Input{}
		n.Unbiased = units != 20
		scratch, got := NewScratch(n.Hidden, 3), make([]float32, 3)
		adam := NewAdam(n)
		for i := range 30 {
			x.Reset()
			for k := i % 3; k < 50; k += 3 {
				x.Set(k, float32(r.NormFloat64()))
			}
			n.Learn(x, []float32{1, 0, 0.3}, 0.1, scratch, got)
			adam.Add(n, x, []float32{1, 0, 0.3}, scratch, got)
			adam.Step(n, 0.01)
		}
		small := Zero(50, units, 3) // the rows alone
		small.SetRows(small.First, n.Rows(n.First))
		small.SetRows(small.Second, n.Rows(n.Second))
		copy(small.FirstBias, n.FirstBias[:units])
		copy(small.SecondBias, n.SecondBias)
		n.Evaluate(x, scratch, got)
		again := make([]float32, 3)
		small.Evaluate(x, scratch, again)
		for o := range got {
			if got[o] != again[o] {
				t.Errorf("%d units: output %d is %g, by the rows alone %g", units, o, got[o], again[o])
			}
		}
		for _, layer := range [][]float32{n.First, n.Second} {
			for i, w := range layer {
				if i%n.Hidden >= units && w != 0 {
					t.Fatalf("%d units: weight %d has learned", units, i)
				}
			}
		}
		for _, bias := range [][]float32{n.FirstBias, n.SecondBias} {
			for _, w := range bias {
				if n.Unbiased && w != 0 {
					t.Fatalf("%d units: a bias is %g", units, w)
				}
			}
		}
		if wide := n.Widen(units+5, r); wide.Units != units+5 || wide.Unbiased != n.Unbiased {
			t.Errorf("%d units are widened to %d", units, wide.Units)
		} else if wide.Evaluate(x, NewScratch(wide.Hidden, 3), again); math.Abs(float64(again[0]-got[0])) > 1e-5 {
			t.Errorf("%d units: widened it says %g, not %g", units, again[0], got[0])
		}
	}
}
