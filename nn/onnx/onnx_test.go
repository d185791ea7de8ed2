package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/nn"
)

// field is one field of a protocol buffer that is read.
type field struct {
	number  uint64
	integer uint64
	content []byte
}

// read takes a message apart, knowing nothing of what it means.
func read(t *testing.T, data []byte) (fields []field) {
	t.Helper()
	next := func() uint64 {
		x, n := binary.Uvarint(data)
		if n <= 0 {
			t.Fatal("not a protocol buffer")
		}
		data = data[n:]
		return x
	}
	for len(data) > 0 {
		key := next()
		f := field{number: key >> 3}
		switch key & 7 {
		case 0:
			f.integer = next()
		case 2:
			size := next()
			f.content, data = data[:size], data[size:]
		case 5:
			f.integer, data = uint64(binary.LittleEndian.Uint32(data)), data[4:]
		default:
			t.Fatalf("a field of type %d", key&7)
		}
		fields = append(fields, f)
	}
	return fields
}

// all returns the contents of the fields with that number, one those of the only
// one.
func all(fields []field, number uint64) (contents [][]byte) {
	for _, f := range fields {
		if f.number == number {
			contents = append(contents, f.content)
		}
	}
	return contents
}

func one(t *testing.T, fields []field, number uint64) []byte {
	t.Helper()
	found := all(fields, number)
	if len(found) != 1 {
		t.Fatalf("%d fields with number %d", len(found), number)
	}
	return found[0]
}

func integers(fields []field, number uint64) (list []int) {
	for _, f := range fields {
		if f.number == number {
			list = append(list, int(f.integer))
		}
	}
	return list
}

// array is a tensor with the last dimension running fastest.
type array struct {
	shape []int
	data  []float64
}

func (a array) at(index ...int) float64 {
	i := 0
	for d, x := range index {
		i = i*a.shape[d] + x
	}
	return a.data[i]
}

// build returns an array made by a function of the index.
func build(shape []int, f func(index []int) float64) array {
	size := 1
	for _, n := range shape {
		size *= n
	}
	a := array{shape, make([]float64, size)}
	index := make([]int, len(shape))
	for i := range a.data {
		rest := i
		for d := len(shape) - 1; d >= 0; d-- {
			index[d], rest = rest%shape[d], rest/shape[d]
		}
		a.data[i] = f(index)
	}
	return a
}

// attributes of a node.
type attributes struct {
	ints  map[string][]int
	float map[string]float64
}

// operators are what ONNX says about them, as far as they are needed here.
var operators = map[string]func(in []array, a attributes) array{
	"Identity": func(in []array, a attributes) array { return in[0] },
	"Relu": func(in []array, a attributes) array {
		return build(in[0].shape, func(i []int) float64 { return max(0, in[0].at(i...)) })
	},
	"Tanh": func(in []array, a attributes) array {
		return build(in[0].shape, func(i []int) float64 { return math.Tanh(in[0].at(i...)) })
	},
	"Sigmoid": func(in []array, a attributes) array {
		return build(in[0].shape, func(i []int) float64 { return 1 / (1 + math.Exp(-in[0].at(i...))) })
	},
	"Softmax": func(in []array, a attributes) array {
		return build(in[0].shape, func(i []int) float64 {
			sum := 0.0
			for j := range in[0].shape[1] {
				sum += math.Exp(in[0].at(i[0], j))
			}
			return math.Exp(in[0].at(i...)) / sum
		})
	},
	"Add": func(in []array, a attributes) array {
		return build(in[0].shape, func(i []int) float64 { return in[0].at(i...) + in[1].at(i...) })
	},
	"Transpose": func(in []array, a attributes) array {
		perm := a.ints["perm"]
		shape := make([]int, len(perm))
		for i, p := range perm {
			shape[i] = in[0].shape[p]
		}
		return build(shape, func(i []int) float64 {
			source := make([]int, len(perm))
			for d, p := range perm {
				source[p] = i[d]
			}
			return in[0].at(source...)
		})
	},
	"Flatten": func(in []array, a attributes) array {
		return array{[]int{in[0].shape[0], len(in[0].data) / in[0].shape[0]}, in[0].data}
	},
	"Gemm": func(in []array, a attributes) array {
		if in[0].shape[1] != in[1].shape[0] {
			panic(fmt.Sprint("Gemm of ", in[0].shape, in[1].shape))
		}
		return build([]int{in[0].shape[0], in[1].shape[1]}, func(i []int) float64 {
			sum := 0.0
			if len(in) > 2 {
				sum = in[2].at(i[1])
			}
			for k := range in[1].shape[0] {
				sum += in[0].at(i[0], k) * in[1].at(k, i[1])
			}
			return sum
		})
	},
	"BatchNormalization": func(in []array, a attributes) array {
		return build(in[0].shape, func(i []int) float64 {
			c := i[1]
			return in[1].at(c)*(in[0].at(i...)-in[3].at(c))/math.Sqrt(in[4].at(c)+a.float["epsilon"]) + in[2].at(c)
		})
	},
	"Conv": func(in []array, a attributes) array {
		x, w := in[0], in[1]
		pads, side := a.ints["pads"], a.ints["kernel_shape"]
		if !slices.Equal(side, w.shape[2:]) || x.shape[1] != w.shape[1] {
			panic(fmt.Sprint("Conv of ", x.shape, w.shape))
		}
		shape := []int{x.shape[0], w.shape[0], x.shape[2] + 2*pads[0] - side[0] + 1, x.shape[3] + 2*pads[1] - side[1] + 1}
		return build(shape, func(i []int) float64 {
			sum := 0.0
			if len(in) > 2 {
				sum = in[2].at(i[1])
			}
			for c := range w.shape[1] {
				for r := range side[0] {
					for s := range side[1] {
						row, column := i[2]+r-pads[0], i[3]+s-pads[1]
						if row >= 0 && row < x.shape[2] && column >= 0 && column < x.shape[3] {
							sum += x.at(i[0], c, row, column) * w.at(i[1], c, r, s)
						}
					}
				}
			}
			return sum
		})
	},
}

// play runs an ONNX file on some inputs and returns its outputs by name.
func play(t *testing.T, data []byte, board array) map[string]array {
	t.Helper()
	model := read(t, data)
	if !slices.Equal(integers(model, 1), []int{8}) || !slices.Equal(integers(read(t, one(t, model, 8)), 2), []int{17}) {
		t.Error("another version of ONNX")
	}
	graph := read(t, one(t, model, 7))
	values := map[string]array{}
	for _, content := range all(graph, 5) {
		tensor := read(t, content)
		shape, raw := integers(tensor, 1), one(t, tensor, 9)
		if !slices.Equal(integers(tensor, 2), []int{1}) {
			t.Error("weights that are no floats")
		}
		a := array{shape: shape}
		for ; len(raw) > 0; raw = raw[4:] {
			a.data = append(a.data, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
		}
		values[string(one(t, tensor, 8))] = a
	}
	input := read(t, one(t, graph, 11))
	if shape := shapeOf(t, input); !slices.Equal(shape, board.shape[1:]) {
		t.Errorf("the input has the shape %v, not %v", shape, board.shape[1:])
	}
	values[string(one(t, input, 1))] = board
	for _, content := range all(graph, 1) {
		node := read(t, content)
		operator, ok := operators[string(one(t, node, 4))]
		if !ok {
			t.Fatalf("unknown operator %q", one(t, node, 4))
		}
		var in []array
		for _, name := range all(node, 1) {
			x, ok := values[string(name)]
			if !ok {
				t.Fatalf("node %q reads %q, which is not there yet", one(t, node, 3), name)
			}
			in = append(in, x)
		}
		a := attributes{map[string][]int{}, map[string]float64{}}
		for _, content := range all(node, 5) {
			attribute := read(t, content)
			name := string(one(t, attribute, 1))
			a.ints[name] = integers(attribute, 8)
			for _, f := range integers(attribute, 2) {
				a.float[name] = float64(math.Float32frombits(uint32(f)))
			}
			want := map[bool]int{true: 7, false: 1}[len(a.ints[name]) > 0]
			if !slices.Equal(integers(attribute, 20), []int{want}) {
				t.Errorf("attribute %s says another type", name)
			}
		}
		out := string(one(t, node, 2))
		if _, double := values[out]; double {
			t.Fatalf("%q is written twice", out)
		}
		values[out] = operator(in, a)
	}
	outputs := map[string]array{}
	for _, content := range all(graph, 12) {
		output := read(t, content)
		name := string(one(t, output, 1))
		if shape := shapeOf(t, output); !slices.Equal(shape, values[name].shape[1:]) {
			t.Errorf("%s has the shape %v, and %v is declared", name, values[name].shape[1:], shape)
		}
		outputs[name] = values[name]
	}
	return outputs
}

// shapeOf is the declared shape of an input or output without its first
// dimension, which is free.
func shapeOf(t *testing.T, value []field) (shape []int) {
	elements := read(t, one(t, read(t, one(t, value, 2)), 1))
	for i, content := range all(read(t, one(t, elements, 2)), 1) {
		dimension := read(t, content)
		if i == 0 {
			if string(one(t, dimension, 2)) != "positions" {
				t.Error("the number of positions is not free")
			}
			continue
		}
		shape = append(shape, integers(dimension, 1)...)
	}
	return shape
}

// TestSameResults plays exported networks by the rules of ONNX and compares with
// what we say ourselves.
func TestSameResults(t *testing.T) {
	head := []nn.Layer{{Kind: "dense", Size: 3, Activation: "softmax"}}
	for name, a := range map[string]nn.Architecture{
		"residual": nn.Residual(3, 4, 5, 6, 8, 2),
		"dense": {Planes: 6, Rows: 1, Columns: 1,
			Trunk: []nn.Layer{{Kind: "dense", Size: 5, Norm: true, Activation: "sigmoid"}, {Kind: "dropout", Rate: 0.5}}, Value: head},
		"biased": {Planes: 2, Rows: 3, Columns: 3,
			Trunk: []nn.Layer{{Kind: "conv3", Size: 8, Activation: "tanh"}, {Kind: "residual"}, {Kind: "conv1", Size: 3}},
			Value: head},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := nn.New(a, 1)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 1))
			for _, p := range m.Parameters() {
				for i := range p.Data {
					p.Data[i] += 0.4 * (r.Float32() - 0.5)
				}
			}
			const positions = 3
			inputs := make([]float32, positions*a.Inputs())
			board := array{[]int{positions, a.Planes, a.Rows, a.Columns}, make([]float64, len(inputs))}
			for i := range inputs {
				inputs[i] = r.Float32()
				board.data[i] = float64(inputs[i])
			}
			data, err := Encode(m)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, data, board)
			policy, value := make([]float32, positions*a.Moves()), make([]float32, positions*a.Values())
			n := m.Compile()
			n.Forward(n.NewWorkspace(), positions, inputs, policy, value)
			for output, want := range map[string][]float32{"policy": policy, "value": value} {
				if len(got[output].data) != len(want) {
					t.Fatalf("%s has %d numbers, not %d", output, len(got[output].data), len(want))
				}
				for i, x := range want {
					if want := got[output].data[i]; math.Abs(float64(x)-want) > 1e-4*(1+math.Abs(want)) {
						t.Errorf("%s %d is %v in ONNX and %v here", output, i, got[output].data[i], x)
					}
				}
			}
		})
	}
}
