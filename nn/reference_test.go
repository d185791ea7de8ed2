package nn

import "math"

// reference computes the loss of a network as the textbook says, with plain loops
// in double precision.
type reference struct {
	model    *Model
	training bool // normalise by the batch, not by the running means
	l2       float64
}

// tensor is positions × cells × channels.
type tensor struct {
	rows, columns, channels int
	data                    [][]float64 // by position
}

func (r reference) parameter(name string) []float64 {
	for _, p := range r.model.parameters {
		if p.Name == name {
			out := make([]float64, len(p.Data))
			for i, x := range p.Data {
				out[i] = float64(x)
			}
			return out
		}
	}
	return nil
}

// outputs returns the logits and values of some positions.
func (r reference) outputs(positions int, inputs []float32) (policy, value [][]float64) {
	a := r.model.Architecture
	x := tensor{a.Rows, a.Columns, a.Planes, nil}
	cells := a.Rows * a.Columns
	for i := range positions {
		board := make([]float64, cells*a.Planes)
		for j := range board {
			board[j] = float64(inputs[i*cells*a.Planes+(j%a.Planes)*cells+j/a.Planes])
		}
		x.data = append(x.data, board)
	}
	x = r.layers("trunk", a.Trunk, x)
	if len(a.Policy) > 0 {
		policy = r.layers("policy", a.Policy, x).data
	}
	if len(a.Value) > 0 {
		value = r.layers("value", a.Value, x).data
	}
	return policy, value
}

func (r reference) layers(name string, list []Layer, x tensor) tensor {
	for i, l := range list {
		name := name + "." + string(rune('0'+i))
		switch l.Kind {
		case residual:
			y := r.sums(name+".first", conv3, x.channels, x)
			y = bend(reluName, r.normalised(name+".first", l, y))
			y = r.normalised(name+".second", l, r.sums(name+".second", conv3, x.channels, y))
			for p := range y.data {
				for j := range y.data[p] {
					y.data[p][j] += x.data[p][j]
				}
			}
			x = bend(reluName, y)
		case dropout:
		default:
			x = bend(l.Activation, r.normalised(name, l, r.sums(name, l.Kind, l.Size, x)))
		}
	}
	return x
}

func (r reference) sums(name string, kind string, size int, x tensor) tensor {
	w, bias := r.parameter(name+".weight"), r.parameter(name+".bias")
	y := tensor{x.rows, x.columns, size, nil}
	if kind == dense {
		x = tensor{1, 1, x.rows * x.columns * x.channels, x.data}
		y.rows, y.columns = 1, 1
	}
	reach := 0
	if kind == conv3 {
		reach = 1
	}
	for _, in := range x.data {
		out := make([]float64, y.rows*y.columns*size)
		for row := range y.rows {
			for column := range y.columns {
				for o := range size {
					sum := 0.0
					if bias != nil {
						sum = bias[o]
					}
					at := 0
					for i := row - reach; i <= row+reach; i++ {
						for j := column - reach; j <= column+reach; j++ {
							for c := range x.channels {
								if i >= 0 && i < x.rows && j >= 0 && j < x.columns {
									sum += in[(i*x.columns+j)*x.channels+c] * w[at*size+o]
								}
								at++
							}
						}
					}
					out[(row*y.columns+column)*size+o] = sum
				}
			}
		}
		y.data = append(y.data, out)
	}
	return y
}

func (r reference) normalised(name string, l Layer, x tensor) tensor {
	if !l.Norm {
		return x
	}
	scale, shift := r.parameter(name+".norm.scale"), r.parameter(name+".norm.shift")
	means, variances := r.parameter(name+".norm.mean"), r.parameter(name+".norm.variance")
	for c := range x.channels {
		mean, variance, n := means[c], variances[c], 0.0
		if r.training {
			mean, variance = 0, 0
			for _, in := range x.data {
				for j := c; j < len(in); j += x.channels {
					mean += in[j]
					n++
				}
			}
			mean /= n
			for _, in := range x.data {
				for j := c; j < len(in); j += x.channels {
					variance += (in[j] - mean) * (in[j] - mean) / n
				}
			}
		}
		for _, in := range x.data {
			for j := c; j < len(in); j += x.channels {
				in[j] = scale[c]*(in[j]-mean)/math.Sqrt(variance+NormEpsilon) + shift[c]
			}
		}
	}
	return x
}

func bend(kind string, x tensor) tensor {
	for _, in := range x.data {
		sum := 0.0
		for j, v := range in {
			switch kind {
			case reluName:
				in[j] = max(v, 0)
			case tanhName:
				in[j] = math.Tanh(v)
			case sigmoidName:
				in[j] = 1 / (1 + math.Exp(-v))
			case softmaxName:
				in[j] = math.Exp(v)
			}
			sum += in[j]
		}
		if kind == softmaxName {
			for j := range in {
				in[j] /= sum
			}
		}
	}
	return x
}

// loss is what training should make small.
func (r reference) loss(b Batch) float64 {
	policy, value := r.outputs(b.Size, b.Inputs)
	sum, counted := 0.0, 0.0
	crossEntropy := 0.0
	for i, logits := range policy {
		normaliser, total := 0.0, 0.0
		for _, x := range logits {
			normaliser += math.Exp(x)
		}
		for j, x := range logits {
			target := float64(b.Policy[i*len(logits)+j])
			total += target
			crossEntropy -= target * (x - math.Log(normaliser))
		}
		if total > 0 {
			counted++
		}
	}
	if counted > 0 {
		sum += crossEntropy / counted
	}
	for i, values := range value {
		for j, v := range values {
			difference := v - float64(b.Value[i*len(values)+j])
			sum += difference * difference / float64(len(values)*b.Size)
		}
	}
	for _, p := range r.model.parameters {
		if p.kind == weights {
			for _, x := range p.Data {
				sum += r.l2 / 2 * float64(x) * float64(x)
			}
		}
	}
	return sum
}
