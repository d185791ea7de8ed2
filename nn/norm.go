package nn

import (
	"math"

	"gambito/nn/kernel"
)

// normLayer is batch normalisation (Ioffe and Szegedy 2015): every channel is
// moved and scaled to mean 0 and variance 1 over the positions and cells that are
// trained together, and then to a mean β and deviation γ that are learned:
//
//	y = γ·(x − μ)/√(σ² + ε) + β
//
// Trained together are the positions of a shard of the batch, not the whole batch
// ("ghost" batch normalisation, Hoffer and others 2017): so shards do not wait for
// each other. For play μ and σ² are running means over the training.
type normLayer struct {
	shape
	scale, shift   *Parameter // γ and β
	mean, variance *Parameter
}

// NormEpsilon is ε, which keeps the deviation of what never changes from being
// zero.
const NormEpsilon = 1e-5

const varianceName = ".norm.variance"

func newNorm(name string, s shape, p *parameters) *normLayer {
	return &normLayer{s,
		p.add(name+".norm.scale", offsets, 1, s.channels),
		p.add(name+".norm.shift", offsets, 0, s.channels),
		p.add(name+".norm.mean", statistic, 0, s.channels),
		p.add(name+varianceName, statistic, 1, s.channels)}
}

// folded is what the layer does in play: y = scale·x + shift.
func (l *normLayer) folded() (scale, shift []float32) {
	scale, shift = make([]float32, l.channels), make([]float32, l.channels)
	for c := range scale {
		scale[c] = l.scale.Data[c] * inverseDeviation(l.variance.Data[c])
		shift[c] = l.shift.Data[c] - scale[c]*l.mean.Data[c]
	}
	return scale, shift
}

func inverseDeviation(variance float32) float32 {
	return float32(1 / math.Sqrt(float64(variance)+NormEpsilon))
}

type normTape struct {
	*normLayer
	centred []float32 // x − μ, and on the way back dx
	y       []float32
	inverse []float32 // 1/√(σ² + ε)
	// One number a channel each, for what the kernels need.
	sum, product, factor, ones []float32
}

func (l *normLayer) tape(positions int) tape {
	t := &normTape{normLayer: l, y: make([]float32, positions*l.stride())}
	for _, perChannel := range []*[]float32{&t.inverse, &t.sum, &t.product, &t.factor, &t.ones} {
		*perChannel = make([]float32, l.channels)
	}
	for c := range t.ones {
		t.ones[c] = 1
	}
	return t
}

// each calls do for every position with the place where it begins.
func (t *normTape) each(p *pass, do func(begin int)) {
	for i := range p.positions {
		do(i * t.stride())
	}
}

func (t *normTape) forward(p *pass, x []float32) []float32 {
	cells := t.cells()
	count := float32(p.positions * cells)
	mean := t.sum
	clear(mean)
	t.each(p, func(begin int) { kernel.SumRows(mean, x[begin:], cells) })
	for c := range mean {
		mean[c] /= count
		p.gradient(t.mean)[c] += p.share * mean[c]
		mean[c] = -mean[c]
	}
	t.centred = x // the layer before does not need its outputs
	clear(t.product)
	t.each(p, func(begin int) {
		kernel.ScaleRows(x[begin:], x[begin:], t.ones, mean, cells)
		kernel.SumProductRows(t.product, x[begin:], x[begin:], cells)
	})
	for c, squares := range t.product {
		t.inverse[c] = inverseDeviation(squares / count)
		t.factor[c] = t.scale.Data[c] * t.inverse[c]
		p.gradient(t.variance)[c] += p.share * squares / max(1, count-1)
	}
	t.each(p, func(begin int) { kernel.ScaleRows(t.y[begin:], x[begin:], t.factor, t.shift.Data, cells) })
	return t.y
}

// backward computes dx = γ/σ·(dy − mean(dy) − x̂·mean(dy·x̂)) with x̂ = (x − μ)/σ.
func (t *normTape) backward(p *pass, dy []float32) []float32 {
	cells := t.cells()
	count := float32(p.positions * cells)
	clear(t.sum)
	clear(t.product)
	t.each(p, func(begin int) {
		kernel.SumRows(t.sum, dy[begin:], cells)
		kernel.SumProductRows(t.product, dy[begin:], t.centred[begin:], cells)
	})
	scale, shift := p.gradient(t.scale), p.gradient(t.shift)
	for c, inverse := range t.inverse {
		scale[c] += t.product[c] * inverse
		shift[c] += t.sum[c]
		t.factor[c] = t.scale.Data[c] * inverse
		t.product[c] *= -t.factor[c] * inverse * inverse / count
		t.sum[c] *= -t.factor[c] / count
	}
	t.each(p, func(begin int) {
		kernel.CombineRows(t.centred[begin:], dy[begin:], t.factor, t.product, t.sum, cells)
	})
	return t.centred
}
