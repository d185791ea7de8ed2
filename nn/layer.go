package nn

import (
	"fmt"
	"math/rand/v2"
)

// layer is a step of a network that can learn.
type layer interface {
	learner
	// compile returns the step as it is played, or nil if there is nothing to do.
	compile() step
}

type learner interface {
	// prepare brings up to date what is derived from the weights.
	prepare()
	// tape returns memory for up to that many positions.
	tape(positions int) tape
}

// tape takes some positions through a layer and back. What forward and backward
// return belongs to the tape until its next call.
type tape interface {
	forward(p *pass, x []float32) (y []float32)
	// backward gets the gradient of the loss by what forward returned, adds the
	// gradients by the parameters to the pass, and returns that by x, or nil from
	// the first layer of a network, where nobody wants it.
	backward(p *pass, dy []float32) (dx []float32)
}

// pass is what all layers need to know while some positions go through them.
type pass struct {
	positions int
	share     float32     // of the whole batch
	gradients [][]float32 // by the index of the parameter
	random    *rand.Rand
	scratch   *scratch
}

func (p *pass) gradient(q *Parameter) []float32 { return p.gradients[q.index] }

// step is a layer as it is played: it writes out and does not change in.
type step interface {
	run(s *scratch, positions int, in, out []float32)
}

// scratch is memory that is needed only inside a layer. It grows as needed.
type scratch struct {
	left, right, packed, sum, inner []float32
}

// grown returns n numbers of unknown value, in the old memory if there is enough.
func grown(memory *[]float32, n int) []float32 {
	if cap(*memory) < n {
		*memory = make([]float32, n)
	}
	return (*memory)[:n]
}

// chain is layers one after the other.
type chain []layer

// build makes the layers that an architecture lists. planes is how many channels
// of the input are used.
func build(name string, list []Layer, in shape, planes int, first bool, p *parameters) (chain, shape) {
	var c chain
	for i, l := range list {
		name := fmt.Sprintf("%s.%d", name, i)
		first := first && i == 0
		out := l.out(in)
		var made layer
		switch l.Kind {
		case conv3:
			made = newUnit(name, l, newConvolution(name, in, out, planes, l, first, p), out, p)
		case conv1, dense:
			made = newUnit(name, l, newLinear(name, in, out, l, first, p), out, p)
		case residual:
			made = newBlock(name, l, in, p)
		case dropout:
			made = &dropoutLayer{in, float32(l.Rate)}
		}
		c = append(c, made)
		in, planes = out, out.channels
	}
	return c, in
}

type chainTape []tape

func (c chain) tape(positions int) chainTape {
	var t chainTape
	for _, l := range c {
		t = append(t, l.tape(positions))
	}
	return t
}

func (t chainTape) forward(p *pass, x []float32) []float32 {
	for _, layer := range t {
		x = layer.forward(p, x)
	}
	return x
}

func (t chainTape) backward(p *pass, dy []float32) []float32 {
	for i := len(t) - 1; i >= 0; i-- {
		dy = t[i].backward(p, dy)
	}
	return dy
}

// unit is a layer of sums with what may follow: normalisation and an activation.
type unit struct {
	sums       sumLayer
	norm       *normLayer // or nil
	activation activation
}

// sumLayer is a layer whose outputs are sums of its inputs times weights.
type sumLayer interface {
	learner
	// fold returns the step with every output c multiplied by scale[c] and moved
	// by shift[c], and the activation behind it.
	fold(scale, shift []float32, activation string) step
}

func newUnit(name string, l Layer, sums sumLayer, out shape, p *parameters) *unit {
	u := &unit{sums: sums, activation: activation{out, l.Activation}}
	if l.Norm {
		u.norm = newNorm(name, out, p)
	}
	return u
}

func (u *unit) prepare() { u.sums.prepare() }

func (u *unit) tape(positions int) tape {
	t := chainTape{u.sums.tape(positions)}
	if u.norm != nil {
		t = append(t, u.norm.tape(positions))
	}
	if u.activation.kind != "" {
		t = append(t, u.activation.tape(positions))
	}
	return t
}

func (u *unit) compile() step {
	scale, shift := u.folded()
	return u.sums.fold(scale, shift, u.activation.kind)
}

// folded is what normalisation does to the sums once training is over.
func (u *unit) folded() (scale, shift []float32) {
	if u.norm != nil {
		return u.norm.folded()
	}
	scale, shift = make([]float32, u.activation.channels), make([]float32, u.activation.channels)
	for i := range scale {
		scale[i] = 1
	}
	return scale, shift
}
