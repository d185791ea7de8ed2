package nn

import "gambito/nn/kernel"

// convolution is a 3×3 convolution by Winograd's method (package kernel):
//
//	y[r,c,o] = bias[o] + Σ w[i,j,k,o]·x[r+i−1,c+j−1,k]
//
// where x is zero outside the board.
type convolution struct {
	in, out shape
	planes  int // channels of the input that are used
	first   bool
	tiles   []kernel.Offsets
	weight  *Parameter
	bias    *Parameter // or nil

	// The transformed weights of 36 frequencies, the same packed, and transposed
	// and packed.
	transformed, forward, transposed []float32
}

// blockPositions is how many positions are transformed before their products are
// computed: what they need should stay in the second-level cache.
const blockPositions = 16

func newConvolution(name string, in, out shape, planes int, l Layer, first bool, p *parameters) *convolution {
	c := &convolution{in: in, out: out, planes: planes, first: first,
		tiles: kernel.Tiles(in.rows, in.columns, in.channels, out.channels)}
	c.weight = p.weights(name+".weight", l.Activation, 9*planes, 3, 3, planes, out.channels)
	if !l.Norm { // which has a bias of its own
		c.bias = p.add(name+".bias", offsets, 0, out.channels)
	}
	return c
}

func (c *convolution) packedSize() int { return kernel.PackedSize(c.in.channels, c.out.channels) }

// transform returns G w Gᵀ as 36 matrices inputs × outputs.
func (c *convolution) transform(memory, w []float32) []float32 {
	size := c.in.channels * c.out.channels
	u := grown(&memory, kernel.Frequencies*size)
	if c.planes < c.in.channels {
		clear(u)
	}
	kernel.TransformWeights(u, size, w, c.planes*c.out.channels)
	return u
}

// pack returns transformed weights as the kernels read them.
func (c *convolution) pack(to, u []float32) []float32 {
	size := c.in.channels * c.out.channels
	packed := grown(&to, kernel.Frequencies*c.packedSize())
	for f := range kernel.Frequencies {
		kernel.Pack(packed[f*c.packedSize():], u[f*size:], c.out.channels, 1, c.in.channels, c.out.channels)
	}
	return packed
}

func (c *convolution) prepare() {
	size := c.in.channels * c.out.channels
	u := c.transform(c.transformed, c.weight.Data)
	c.transformed = u
	c.forward = c.pack(c.forward, u)
	if c.first {
		return
	}
	back := kernel.PackedSize(c.out.channels, c.in.channels)
	c.transposed = grown(&c.transposed, kernel.Frequencies*back)
	for f := range kernel.Frequencies {
		kernel.Pack(c.transposed[f*back:], u[f*size:], 1, c.out.channels, c.out.channels, c.in.channels)
	}
}

// planeStride is how far apart the frequencies of some tiles are in memory. A
// cache line more than they need keeps them from falling on the same lines of the
// cache.
func planeStride(tiles, channels int) int { return tiles*channels + 16 }

// transformInputs computes V of a block of positions.
func (c *convolution) transformInputs(s *scratch, positions int, x []float32) (v []float32, stride int) {
	stride = planeStride(positions*len(c.tiles), c.in.channels)
	v = grown(&s.left, kernel.Frequencies*stride)
	for i := range positions {
		board := x[i*c.in.stride() : (i+1)*c.in.stride()]
		clear(board[c.in.values():]) // what is read as the cells outside
		for j := range c.tiles {
			kernel.TransformInput(v[(i*len(c.tiles)+j)*c.in.channels:], stride, board, &c.tiles[j], c.in.channels)
		}
	}
	return v, stride
}

// convolve computes the layer for some positions.
func (c *convolution) convolve(s *scratch, positions int, x, y, packed, bias, skip []float32, rectify bool) {
	for first := 0; first < positions; first += blockPositions {
		n := min(blockPositions, positions-first)
		c.block(s, n, x[first*c.in.stride():], y[first*c.out.stride():], packed, bias, from(skip, first*c.out.stride()), rectify)
	}
}

// from is the rest of a slice that may be nil.
func from(x []float32, begin int) []float32 {
	if x == nil {
		return nil
	}
	return x[begin:]
}

func (c *convolution) block(s *scratch, positions int, x, y, packed, bias, skip []float32, rectify bool) {
	rows := positions * len(c.tiles)
	v, strideV := c.transformInputs(s, positions, x)
	strideM := planeStride(rows, c.out.channels)
	m := grown(&s.right, kernel.Frequencies*strideM)
	for f := range kernel.Frequencies {
		kernel.Multiply(m[f*strideM:], c.out.channels, v[f*strideV:], c.in.channels, 1,
			packed[f*c.packedSize():], rows, c.out.channels, c.in.channels, false)
	}
	for i := range positions {
		at := i * c.out.stride()
		for j := range c.tiles {
			kernel.TransformOutput(y[at:], m[(i*len(c.tiles)+j)*c.out.channels:], strideM,
				bias, from(skip, at), rectify, &c.tiles[j], c.out.channels)
		}
	}
}

type convolutionTape struct {
	*convolution
	x, y, dx []float32
	zero     []float32 // the bias if there is none
}

func (c *convolution) tape(positions int) tape {
	return &convolutionTape{convolution: c, y: make([]float32, positions*c.out.stride()),
		dx: make([]float32, positions*c.in.stride()), zero: make([]float32, c.out.channels)}
}

func (t *convolutionTape) forward(p *pass, x []float32) []float32 {
	t.x = x
	bias := t.zero
	if t.bias != nil {
		bias = t.bias.Data
	}
	t.convolve(p.scratch, p.positions, x, t.y, t.convolution.forward, bias, nil, false)
	return t.y
}

func (t *convolutionTape) backward(p *pass, dy []float32) []float32 {
	in, out := t.in, t.out
	size := in.channels * out.channels
	du := grown(&p.scratch.sum, kernel.Frequencies*size)
	clear(du)
	clear(t.dx[:p.positions*in.stride()])
	for first := 0; first < p.positions; first += blockPositions {
		n := min(blockPositions, p.positions-first)
		t.backwardBlock(p, n, t.x[first*in.stride():], dy[first*out.stride():], t.dx[first*in.stride():], du)
	}
	kernel.GradientWeights(p.gradient(t.weight), t.planes*out.channels, du, size)
	if t.bias != nil {
		for i := range p.positions {
			kernel.SumRows(p.gradient(t.bias), dy[i*out.stride():], out.cells())
		}
	}
	if t.first {
		return nil
	}
	return t.dx
}

// backwardBlock adds dU = Vᵀ dM and dX = B (dM Uᵀ) Bᵀ of a block of positions.
func (t *convolutionTape) backwardBlock(p *pass, positions int, x, dy, dx, du []float32) {
	in, out, s := t.in, t.out, p.scratch
	rows := positions * len(t.tiles)
	v, strideV := t.transformInputs(s, positions, x)
	strideM := planeStride(rows, out.channels)
	dm := grown(&s.right, kernel.Frequencies*strideM)
	for i := range positions {
		board := dy[i*out.stride() : (i+1)*out.stride()]
		clear(board[out.values():])
		for j := range t.tiles {
			kernel.GradientOutput(dm[(i*len(t.tiles)+j)*out.channels:], strideM, board, &t.tiles[j], out.channels)
		}
	}
	packed := grown(&s.packed, kernel.PackedSize(rows, out.channels))
	size, back := in.channels*out.channels, kernel.PackedSize(out.channels, in.channels)
	for f := range kernel.Frequencies {
		kernel.Pack(packed, dm[f*strideM:], out.channels, 1, rows, out.channels)
		kernel.Multiply(du[f*size:], out.channels, v[f*strideV:], 1, in.channels, packed, in.channels, out.channels, rows, true)
		if !t.first { // V is not needed any more: dV takes its place
			kernel.Multiply(v[f*strideV:], in.channels, dm[f*strideM:], out.channels, 1,
				t.transposed[f*back:], rows, in.channels, out.channels, false)
		}
	}
	if t.first {
		return
	}
	for i := range positions {
		for j := range t.tiles {
			kernel.GradientInput(dx[i*in.stride():], v[(i*len(t.tiles)+j)*in.channels:], strideV, &t.tiles[j], in.channels)
		}
	}
}

// convolutionStep is a convolution as it is played.
type convolutionStep struct {
	*convolution
	packed, bias []float32
	activation   activation
}

func (c *convolution) fold(scale, shift []float32, kind string) step {
	folded := *c // without what only training needs
	folded.transformed, folded.forward, folded.transposed, folded.weight, folded.bias = nil, nil, nil, nil, nil
	w := scaled(c.weight.Data, scale)
	return &convolutionStep{&folded, c.pack(nil, c.transform(nil, w)), foldedBias(c.bias, scale, shift), activation{c.out, kind}}
}

func (c *convolutionStep) run(s *scratch, positions int, in, out []float32) {
	c.runSkipping(s, positions, in, out, nil)
}

// runSkipping adds skip before the activation.
func (c *convolutionStep) runSkipping(s *scratch, positions int, in, out, skip []float32) {
	rectify := c.activation.kind == reluName
	c.convolve(s, positions, in, out, c.packed, c.bias, skip, rectify)
	if !rectify {
		c.activation.apply(positions, out)
	}
}

// scaled multiplies the columns of a matrix.
func scaled(w, scale []float32) []float32 {
	out := make([]float32, len(w))
	for i, x := range w {
		out[i] = x * scale[i%len(scale)]
	}
	return out
}

func foldedBias(bias *Parameter, scale, shift []float32) []float32 {
	out := make([]float32, len(shift))
	copy(out, shift)
	if bias != nil {
		for i, b := range bias.Data {
			out[i] += scale[i] * b
		}
	}
	return out
}
