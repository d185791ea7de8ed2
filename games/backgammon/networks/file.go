package networks

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gambito/files"
	"gambito/nn/safetensors"
	"gambito/nn/sparse"
)

// networkNames are those of the classes in a file.
var networkNames = [Networks]string{"contact", "crashed", "race"}

// String names the class of a network, or says that there is none.
func (c Class) String() string {
	if c >= Networks {
		return "no network"
	}
	return networkNames[c]
}

// architectureKey is what a file says it holds, so that inputs of another
// meaning are refused.
const (
	architectureKey   = "architecture"
	architecture      = "gambito backgammon 2"
	firstArchitecture = "gambito backgammon 1" // has fewer inputs: the others have no weight
)

// MaxHidden is how many hidden units a network in a file may have.
const MaxHidden = 1024

// firstWeight is the name of the weights of the first layer.
const firstWeight = "first.weight"

// parts are the tensors of a network.
func parts(n *sparse.Network) []safetensors.Tensor {
	return []safetensors.Tensor{
		{Name: firstWeight, Shape: []int{n.Inputs, n.Hidden}, Data: n.First},
		{Name: "first.bias", Shape: []int{n.Hidden}, Data: n.FirstBias},
		{Name: "second.weight", Shape: []int{n.Outputs, n.Hidden}, Data: n.Second},
		{Name: "second.bias", Shape: []int{n.Outputs}, Data: n.SecondBias},
	}
}

// Encode writes the model as a safetensors file, with what is to be said about
// it.
func (m *Model) Encode(about map[string]string) ([]byte, error) { return m.EncodeWith(nil, about) }

// EncodeWith writes other models too, by names, which learning may need to go on.
func (m *Model) EncodeWith(others map[string]*Model, about map[string]string) ([]byte, error) {
	return m.file(others, about).Encode()
}

func (m *Model) file(others map[string]*Model, about map[string]string) *safetensors.File {
	f := &safetensors.File{Metadata: map[string]string{architectureKey: architecture}}
	maps.Copy(f.Metadata, about)
	f.Tensors = m.appendTensors(nil, "")
	for _, name := range slices.Sorted(maps.Keys(others)) {
		f.Tensors = others[name].appendTensors(f.Tensors, name+".")
	}
	return f
}

func (m *Model) appendTensors(list []safetensors.Tensor, prefix string) []safetensors.Tensor {
	for c, n := range m {
		for _, t := range parts(n) {
			t.Name = prefix + networkNames[c] + "." + t.Name
			list = append(list, t)
		}
	}
	return list
}

// Decode reads what Encode writes.
func Decode(data []byte) (m *Model, about map[string]string, err error) {
	m, _, about, err = DecodeWith(data)
	return m, about, err
}

// DecodeWith reads what EncodeWith writes: those of the others that are there.
func DecodeWith(data []byte, names ...string) (m *Model, others map[string]*Model, about map[string]string, err error) {
	f, err := safetensors.Decode(data)
	if err != nil {
		return nil, nil, nil, err
	}
	first := f.Metadata[architectureKey] == firstArchitecture
	if got := f.Metadata[architectureKey]; got != architecture && !first {
		return nil, nil, nil, fmt.Errorf("it holds %q, not %q", got, architecture)
	}
	if m, err = decodeModel(f, "", first); err != nil {
		return nil, nil, nil, err
	}
	others = map[string]*Model{}
	for _, name := range names {
		if f.Tensor(name+"."+networkNames[0]+".first.bias") == nil {
			continue
		}
		if others[name], err = decodeModel(f, name+".", first); err != nil {
			return nil, nil, nil, err
		}
	}
	delete(f.Metadata, architectureKey)
	return m, others, f.Metadata, nil
}

// decodeModel reads the networks whose names begin so, of the first generation or
// the second.
func decodeModel(f *safetensors.File, prefix string, first bool) (*Model, error) {
	m := &Model{}
	for c := range m {
		var err error
		if m[c], err = decodeNetwork(f, prefix, Class(c), first); err != nil {
			return nil, fmt.Errorf("network %s%s: %w", prefix, networkNames[c], err)
		}
	}
	return m, nil
}

// maxWeight is far above what learning comes to, and so small that sums of weights are
// numbers whatever they are.
const maxWeight = 1e30

func decodeNetwork(f *safetensors.File, prefix string, c Class, first bool) (*sparse.Network, error) {
	bias := f.Tensor(prefix + networkNames[c] + ".first.bias")
	if bias == nil || len(bias.Data) == 0 || len(bias.Data) > MaxHidden || len(bias.Data)%sparse.Block != 0 {
		return nil, fmt.Errorf("first.bias must have a multiple of %d numbers, at most %d", sparse.Block, MaxHidden)
	}
	n := sparse.Zero(c.inputs(), len(bias.Data), outputs)
	for _, want := range parts(n) {
		got := f.Tensor(prefix + networkNames[c] + "." + want.Name)
		if first && want.Name == firstWeight && c != Race {
			want.Shape[0] = firstInputs
			want.Data = want.Data[:firstInputs*n.Hidden]
		}
		if got == nil || len(got.Data) != len(want.Data) {
			return nil, fmt.Errorf("%s must have the shape %v", want.Name, want.Shape)
		}
		for i, v := range got.Data {
			if !(math.Abs(float64(v)) <= maxWeight) {
				return nil, fmt.Errorf("%s holds %g; weights are from %g to %g", want.Name, v, -maxWeight, maxWeight)
			}
			want.Data[i] = v
		}
	}
	return n, nil
}

// Open reads a model from a file.
func Open(name string) (*Model, error) {
	data, err := files.ReadModel(name)
	if err != nil {
		return nil, err
	}
	m, _, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
