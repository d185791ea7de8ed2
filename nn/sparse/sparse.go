// Package sparse is networks with one hidden layer whose inputs are mostly
// zero, as those of board games are. The first layer is kept by input, and only
// the rows of inputs that are not zero are read and learned. Hidden units and
// outputs are logistic functions, and learning follows the gradient of the
// cross entropy between outputs and targets, which are chances.
package sparse

import (
	"fmt"
	"math/rand/v2"

	"gambito/nn/kernel"
)

// Block is what the number of hidden units must be a multiple of.
const Block = kernel.Strip

// MaxActive is how many inputs may differ from zero at once.
const MaxActive = 128

// Input is the inputs that are not zero.
type Input struct {
	index  [MaxActive]int32
	value  [MaxActive]float32
	active int
}

// Reset makes all inputs zero.
func (x *Input) Reset() { x.active = 0 }

// Set gives an input a value. Precondition: it has none yet, and fewer than
// MaxActive have one.
func (x *Input) Set(i int, v float32) {
	if v == 0 {
		return
	}
	x.index[x.active&(MaxActive-1)], x.value[x.active&(MaxActive-1)] = int32(i), v
	x.active++
}

// Active is the inputs that are not zero: their numbers and values.
func (x *Input) Active() (index []int32, value []float32) {
	return x.index[:x.active], x.value[:x.active]
}

// Network is the weights. It may be read by many goroutines as long as none
// learns.
type Network struct {
	Inputs, Hidden, Outputs int

	First      []float32 // by input, a row of hidden units each
	FirstBias  []float32 // by hidden unit
	Second     []float32 // by output, a row of hidden units each
	SecondBias []float32 // by output
}

// Zero returns a network whose weights are all zero.
func Zero(inputs, hidden, outputs int) *Network {
	if hidden%Block != 0 {
		panic(fmt.Sprintf("sparse: %d hidden units are no multiple of %d", hidden, Block))
	}
	return &Network{
		Inputs: inputs, Hidden: hidden, Outputs: outputs,
		First: make([]float32, inputs*hidden), FirstBias: make([]float32, hidden),
		Second: make([]float32, outputs*hidden), SecondBias: make([]float32, outputs),
	}
}

// New returns a network with small random weights.
func New(inputs, hidden, outputs int, r *rand.Rand) *Network {
	n := Zero(inputs, hidden, outputs)
	const first, second = 0.1, 0.1
	for i := range n.First {
		n.First[i] = first * float32(2*r.Float64()-1)
	}
	for i := range n.Second {
		n.Second[i] = second * float32(2*r.Float64()-1)
	}
	return n
}

// Widen returns a network with more hidden units that says the same: what is new is
// connected to the inputs by small random weights, and to no output.
func (n *Network) Widen(hidden int, r *rand.Rand) *Network {
	w := New(n.Inputs, hidden, n.Outputs, r)
	clear(w.Second)
	for i := range n.Inputs {
		copy(w.First[i*hidden:], n.First[i*n.Hidden:][:n.Hidden])
	}
	for o := range n.Outputs {
		copy(w.Second[o*hidden:], n.Second[o*n.Hidden:][:n.Hidden])
	}
	copy(w.FirstBias, n.FirstBias)
	copy(w.SecondBias, n.SecondBias)
	return w
}

// Clone returns a copy.
func (n *Network) Clone() *Network {
	c := *n
	for _, part := range []*[]float32{&c.First, &c.FirstBias, &c.Second, &c.SecondBias} {
		*part = append([]float32(nil), *part...)
	}
	return &c
}

// CopyFrom takes the weights of a network of the same size.
func (n *Network) CopyFrom(src *Network) {
	from := src.parts()
	for i, part := range n.parts() {
		copy(part, from[i])
	}
}

// Scratch is what a goroutine needs to evaluate networks and to teach them.
type Scratch struct {
	hidden, delta []float32
	sums          []float32 // of the outputs, filled up to what a register holds
	error         []float32
	outputs       []int32 // 0, 1, 2 …
}

// NewScratch returns one for networks up to these sizes.
func NewScratch(hidden, outputs int) *Scratch {
	s := &Scratch{
		hidden: make([]float32, hidden), delta: make([]float32, hidden),
		sums:  make([]float32, (outputs+7)/8*8),
		error: make([]float32, outputs), outputs: make([]int32, outputs),
	}
	for o := range s.outputs {
		s.outputs[o] = int32(o)
	}
	return s
}

// Evaluate computes the outputs for x.
func (n *Network) Evaluate(x *Input, s *Scratch, outputs []float32) {
	hidden := s.hidden[:n.Hidden]
	copy(hidden, n.FirstBias)
	index, value := x.Active()
	kernel.AddRows(hidden, n.First, index, value)
	kernel.Logistic(hidden)
	for o, bias := range n.SecondBias {
		s.sums[o] = bias + kernel.Dot(hidden, n.Second[o*n.Hidden:][:n.Hidden])
	}
	kernel.Logistic(s.sums)
	copy(outputs, s.sums[:n.Outputs])
}

// Learn moves the outputs for x toward targets by one step of gradient
// descent, and returns them as they were before.
func (n *Network) Learn(x *Input, targets []float32, rate float32, s *Scratch, outputs []float32) {
	n.descend(n, x, targets, rate, s, outputs)
}

// descend adds a step of gradient descent to a network of the same size, maybe n
// itself.
func (n *Network) descend(to *Network, x *Input, targets []float32, rate float32, s *Scratch, outputs []float32) {
	n.Evaluate(x, s, outputs)
	hidden, delta := s.hidden[:n.Hidden], s.delta[:n.Hidden]
	for o := range s.error[:n.Outputs] {
		s.error[o] = rate * (targets[o] - outputs[o])
		to.SecondBias[o] += s.error[o]
	}
	clear(delta)
	kernel.AddRows(delta, n.Second, s.outputs[:n.Outputs], s.error)
	for o := range s.error[:n.Outputs] {
		kernel.Axpy(s.error[o], hidden, to.Second[o*n.Hidden:][:n.Hidden])
	}
	for h, y := range hidden {
		delta[h] *= y * (1 - y)
		to.FirstBias[h] += delta[h]
	}
	index, value := x.Active()
	kernel.AddToRows(to.First, delta, index, value)
}

// parts are all weights.
func (n *Network) parts() [4][]float32 {
	return [4][]float32{n.First, n.FirstBias, n.Second, n.SecondBias}
}

// Approach moves all weights by a share of the way to those of a network of the
// same size.
func (n *Network) Approach(to *Network, share float32) {
	target := to.parts()
	for part, w := range n.parts() {
		t := target[part][:len(w)]
		for i := range w {
			w[i] += share * (t[i] - w[i])
		}
	}
}
