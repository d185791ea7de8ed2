package nn

import "gambito/nn/kernel"

// block is a residual block (He and others 2016):
//
//	y = relu(x + conv(relu(conv(x))))
//
// with normalisation behind both convolutions if the layer has it.
type block struct {
	in            shape
	first, second *unit
	last          activation
}

func newBlock(name string, l Layer, in shape, p *parameters) *block {
	half := func(number, activation string) *unit {
		name := name + number
		l := Layer{Norm: l.Norm, Activation: activation}
		return newUnit(name, l, newConvolution(name, in, in, in.channels, l, false, p), in, p)
	}
	return &block{in, half(".first", reluName), half(".second", ""), activation{in, reluName}}
}

func (b *block) prepare() {
	b.first.prepare()
	b.second.prepare()
}

type blockTape struct {
	in   shape
	both chainTape
	last tape
}

func (b *block) tape(positions int) tape {
	return &blockTape{b.in, chainTape{b.first.tape(positions), b.second.tape(positions)}, b.last.tape(positions)}
}

func (t *blockTape) forward(p *pass, x []float32) []float32 {
	y := t.both.forward(p, x)
	kernel.Axpy(1, x[:p.positions*t.in.stride()], y)
	return t.last.forward(p, y)
}

func (t *blockTape) backward(p *pass, dy []float32) []float32 {
	dy = t.last.backward(p, dy)
	dx := t.both.backward(p, dy)
	kernel.Axpy(1, dy[:p.positions*t.in.stride()], dx)
	return dx
}

type blockStep struct{ first, second *convolutionStep }

func (b *block) compile() step {
	second := b.second.compile().(*convolutionStep)
	second.activation.kind = reluName
	return &blockStep{b.first.compile().(*convolutionStep), second}
}

func (b *blockStep) run(s *scratch, positions int, in, out []float32) {
	inner := grown(&s.inner, positions*b.first.out.stride())
	b.first.run(s, positions, in, inner)
	b.second.runSkipping(s, positions, inner, out, in)
}
