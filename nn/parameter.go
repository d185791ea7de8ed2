package nn

import (
	"math"
	"math/rand/v2"
)

// Parameter is one array of a model's numbers.
type Parameter struct {
	Name  string
	Shape []int
	Data  []float32

	index int // among the parameters of the model
	kind  parameterKind
}

type parameterKind int

const (
	weights   parameterKind = iota // learned, and kept small by L2 and decay
	offsets                        // learned
	statistic                      // watched while training: means and variances
)

// parameters collects the parameters of a model while its layers are built.
type parameters struct {
	all    []*Parameter
	random *rand.Rand
}

func (p *parameters) add(name string, kind parameterKind, fill float32, sizes ...int) *Parameter {
	n := 1
	for _, size := range sizes {
		n *= size
	}
	q := &Parameter{Name: name, Shape: sizes, Data: make([]float32, n), index: len(p.all), kind: kind}
	for i := range q.Data {
		q.Data[i] = fill
	}
	p.all = append(p.all, q)
	return q
}

// weights adds normally distributed weights that keep the size of what passes
// through them: with variance 2/inputs before ReLU (He and others 2015), else
// 1/inputs.
func (p *parameters) weights(name, activation string, inputs int, sizes ...int) *Parameter {
	q := p.add(name, weights, 0, sizes...)
	gain := 1.0
	if activation == reluName {
		gain = 2
	}
	if p.random == nil { // they are read from a file
		return q
	}
	scale := math.Sqrt(gain / float64(inputs))
	for i := range q.Data {
		q.Data[i] = float32(scale * p.random.NormFloat64())
	}
	return q
}
