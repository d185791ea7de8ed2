package nn

import "gambito/nn/kernel"

// linear is a dense layer, y = x·W + bias, for all numbers of a position or, as a
// 1×1 convolution, for the channels of every cell.
type linear struct {
	in, out shape
	first   bool
	weight  *Parameter // inputs × outputs
	bias    *Parameter // or nil

	forward, transposed []float32 // the weights, packed
}

func newLinear(name string, in, out shape, described Layer, first bool, p *parameters) *linear {
	l := &linear{in: in, out: out, first: first}
	l.weight = p.weights(name+".weight", described.Activation, l.inputs(), l.inputs(), out.channels)
	if !described.Norm { // which has a bias of its own
		l.bias = p.add(name+".bias", offsets, 0, out.channels)
	}
	return l
}

// inputs is how many numbers one output is made of.
func (l *linear) inputs() int {
	if l.out.board() {
		return l.in.channels
	}
	return l.in.values()
}

// products says how the layer consists of products of matrices: how many there
// are, how many rows each has, and how far apart the rows of the inputs are.
// Boards need one each, because of their extra cells.
func (l *linear) products(positions int) (count, rows, strideIn int) {
	if l.out.board() {
		return positions, l.out.cells(), l.in.channels
	}
	return 1, positions, l.in.stride()
}

func (l *linear) prepare() {
	inputs, outputs := l.inputs(), l.out.channels
	l.forward = l.pack(l.forward, l.weight.Data)
	l.transposed = grown(&l.transposed, kernel.PackedSize(outputs, inputs))
	kernel.Pack(l.transposed, l.weight.Data, 1, outputs, outputs, inputs)
}

func (l *linear) pack(to, w []float32) []float32 {
	packed := grown(&to, kernel.PackedSize(l.inputs(), l.out.channels))
	kernel.Pack(packed, w, l.out.channels, 1, l.inputs(), l.out.channels)
	return packed
}

// apply computes y = x·W + bias.
func (l *linear) apply(positions int, x, y, packed, bias []float32) {
	count, rows, stride := l.products(positions)
	for i := range count {
		to := y[i*l.out.stride():]
		for r := range rows {
			copy(to[r*l.out.channels:(r+1)*l.out.channels], bias)
		}
		kernel.Multiply(to, l.out.channels, x[i*l.in.stride():], stride, 1, packed, rows, l.out.channels, l.inputs(), true)
	}
}

type linearTape struct {
	*linear
	x, y, dx []float32
	zero     []float32 // the bias if there is none
}

func (l *linear) tape(positions int) tape {
	return &linearTape{linear: l, y: make([]float32, positions*l.out.stride()),
		dx: make([]float32, positions*l.in.stride()), zero: make([]float32, l.out.channels)}
}

func (t *linearTape) forward(p *pass, x []float32) []float32 {
	t.x = x
	bias := t.zero
	if t.bias != nil {
		bias = t.bias.Data
	}
	t.apply(p.positions, x, t.y, t.linear.forward, bias)
	return t.y
}

func (t *linearTape) backward(p *pass, dy []float32) []float32 {
	count, rows, stride := t.products(p.positions)
	inputs, outputs := t.inputs(), t.out.channels
	packed := grown(&p.scratch.packed, kernel.PackedSize(rows, outputs))
	for i := range count {
		x, dy := t.x[i*t.in.stride():], dy[i*t.out.stride():]
		kernel.Pack(packed, dy, outputs, 1, rows, outputs)
		kernel.Multiply(p.gradient(t.weight), outputs, x, 1, stride, packed, inputs, outputs, rows, true)
		if t.bias != nil {
			kernel.SumRows(p.gradient(t.bias), dy, rows)
		}
		if !t.first {
			kernel.Multiply(t.dx[i*t.in.stride():], stride, dy, outputs, 1, t.transposed, rows, inputs, outputs, false)
		}
	}
	if t.first {
		return nil
	}
	return t.dx
}

// linearStep is a dense layer as it is played.
type linearStep struct {
	*linear
	packed, folded []float32
	activation     activation
}

func (l *linear) fold(scale, shift []float32, kind string) step {
	played := *l
	played.forward, played.transposed, played.weight, played.bias = nil, nil, nil, nil
	return &linearStep{&played, l.pack(nil, scaled(l.weight.Data, scale)), foldedBias(l.bias, scale, shift), activation{l.out, kind}}
}

func (l *linearStep) run(s *scratch, positions int, in, out []float32) {
	l.apply(positions, in, out, l.packed, l.folded)
	l.activation.apply(positions, out)
}
