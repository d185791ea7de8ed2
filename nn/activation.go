package nn

import (
	"math"

	"gambito/nn/kernel"
)

// activation bends the numbers of a shape, in place:
//
//	relu     max(x, 0)
//	tanh     (eˣ − e⁻ˣ)/(eˣ + e⁻ˣ)
//	sigmoid  1/(1 + e⁻ˣ)
//	softmax  eˣ/Σeˣ over the channels
type activation struct {
	shape
	kind string
}

func (a activation) apply(positions int, x []float32) {
	switch a.kind {
	case "":
	case reluName:
		kernel.ReLU(x[:positions*a.stride()])
	case softmaxName:
		for i := range positions {
			row := x[i*a.channels : (i+1)*a.channels]
			Softmax(row, row)
		}
	default:
		f := tanh
		if a.kind == sigmoidName {
			f = sigmoid
		}
		for i, v := range x[:positions*a.stride()] {
			x[i] = f(v)
		}
	}
}

func tanh(x float32) float32    { return float32(math.Tanh(float64(x))) }
func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// Softmax turns logits into probabilities; both slices may be the same.
func Softmax(probabilities, logits []float32) {
	if len(logits) == 0 {
		return
	}
	largest := logits[0]
	for _, x := range logits {
		largest = max(largest, x)
	}
	sum := 0.0
	for i, x := range logits {
		e := math.Exp(float64(x - largest))
		probabilities[i] = float32(e)
		sum += e
	}
	for i := range logits {
		probabilities[i] = float32(float64(probabilities[i]) / sum)
	}
}

type activationTape struct {
	activation
	y []float32
}

func (a activation) tape(int) tape { return &activationTape{activation: a} }

func (t *activationTape) forward(p *pass, x []float32) []float32 {
	t.apply(p.positions, x)
	t.y = x
	return x
}

// backward changes dy in place, by the derivatives as functions of y: 1 or 0,
// 1 − y², y(1 − y), and for softmax dx = y·(dy − Σ y·dy).
func (t *activationTape) backward(p *pass, dy []float32) []float32 {
	n := p.positions * t.stride()
	y, dy := t.y[:n], dy[:n]
	switch t.kind {
	case reluName:
		kernel.ReLUGradient(y, dy)
	case tanhName:
		for i, v := range y {
			dy[i] *= 1 - v*v
		}
	case sigmoidName:
		for i, v := range y {
			dy[i] *= v * (1 - v)
		}
	case softmaxName:
		for i := 0; i < n; i += t.channels {
			row := y[i : i+t.channels]
			mean := kernel.Dot(row, dy[i:])
			for j, v := range row {
				dy[i+j] = v * (dy[i+j] - mean)
			}
		}
	}
	return dy
}
