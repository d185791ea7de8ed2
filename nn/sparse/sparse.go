// Package sparse is networks with one hidden layer whose inputs are mostly
// zero, as those of board games are. The first layer is kept by input, and only
// the rows of inputs that are not zero are read and learned. Hidden units and
// outputs are logistic functions, and learning follows the gradient of the
// cross entropy between outputs and targets, which are chances.
package sparse

import (
	"math/rand/v2"

	"gambito/nn/kernel"
)

// Block is what the length of rows of hidden units is a multiple of: units that fill them
// up say nothing and learn nothing.
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
	Inputs, Hidden, Outputs int  // Hidden is the length of rows
	Units                   int  // hidden units, the first of the rows
	Unbiased                bool // biases are zero and stay so

	First      []float32 // by input, a row of hidden units each
	FirstBias  []float32 // by hidden unit
	Second     []float32 // by output, a row of hidden units each
	SecondBias []float32 // by output
}

// Zero returns a network whose weights are all zero.
func Zero(inputs, units, outputs int) *Network {
	hidden := (units + Block - 1) / Block * Block
	return &Network{
		Inputs: inputs, Hidden: hidden, Outputs: outputs, Units: units,
		First: make([]float32, inputs*hidden), FirstBias: make([]float32, hidden),
		Second: make([]float32, outputs*hidden), SecondBias: make([]float32, outputs),
	}
}

// New returns a network with small random weights.
func New(inputs, units, outputs int, r *rand.Rand) *Network {
	n := Zero(inputs, units, outputs)
	const size = 0.1
	for _, weights := range [][]float32{n.First, n.Second} {
		for i := range weights {
			if i%n.Hidden < units {
				weights[i] = size * float32(2*r.Float64()-1)
			}
		}
	}
	return n
}

// Rows are the rows of a layer without what fills them up: the layer itself if nothing does.
func (n *Network) Rows(layer []float32) []float32 {
	if n.Units == n.Hidden {
		return layer
	}
	rows := make([]float32, 0, len(layer)/n.Hidden*n.Units)
	for at := 0; at < len(layer); at += n.Hidden {
		rows = append(rows, layer[at:at+n.Units]...)
	}
	return rows
}

// SetRows fills a layer with what Rows returns.
func (n *Network) SetRows(layer, rows []float32) {
	if n.Units == n.Hidden {
		copy(layer, rows)
		return
	}
	for row := range len(layer) / n.Hidden {
		copy(layer[row*n.Hidden:][:n.Units], rows[row*n.Units:])
	}
}

// Learned are the weights that are learned, layer by layer, with what fills up their rows.
func (n *Network) Learned() [][]float32 {
	if n.Unbiased {
		return [][]float32{n.First, n.Second}
	}
	return [][]float32{n.First, n.FirstBias, n.Second, n.SecondBias}
}

// Parameters is how many weights are learned.
func (n *Network) Parameters() int {
	count := (n.Inputs + n.Outputs) * n.Units
	if !n.Unbiased {
		count += n.Units + n.Outputs
	}
	return count
}

// Widen returns a network with more hidden units that says the same: what is new is
// connected to the inputs by small random weights, and to no output.
func (n *Network) Widen(units int, r *rand.Rand) *Network {
	w := New(n.Inputs, units, n.Outputs, r)
	clear(w.Second)
	for i := range n.Inputs {
		copy(w.First[i*w.Hidden:], n.First[i*n.Hidden:][:n.Units])
	}
	for o := range n.Outputs {
		copy(w.Second[o*w.Hidden:], n.Second[o*n.Hidden:][:n.Units])
	}
	copy(w.FirstBias, n.FirstBias[:n.Units])
	w.Unbiased = n.Unbiased
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
	clear(hidden[n.Units:])
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
		if !n.Unbiased {
			to.SecondBias[o] += s.error[o]
		}
	}
	clear(delta)
	kernel.AddRows(delta, n.Second, s.outputs[:n.Outputs], s.error)
	for o := range s.error[:n.Outputs] {
		kernel.Axpy(s.error[o], hidden, to.Second[o*n.Hidden:][:n.Hidden])
	}
	for h, y := range hidden {
		delta[h] *= y * (1 - y)
	}
	if !n.Unbiased {
		for h, d := range delta {
			to.FirstBias[h] += d
		}
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
