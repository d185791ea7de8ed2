package networks

import (
	"fmt"
	"math"

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
	architectureKey = "architecture"
	architecture    = "gambito backgammon 1"
)

// MaxHidden is how many hidden units a network in a file may have.
const MaxHidden = 1024

// parts are the tensors of a network.
func parts(n *sparse.Network) []safetensors.Tensor {
	return []safetensors.Tensor{
		{Name: "first.weight", Shape: []int{n.Inputs, n.Hidden}, Data: n.First},
		{Name: "first.bias", Shape: []int{n.Hidden}, Data: n.FirstBias},
		{Name: "second.weight", Shape: []int{n.Outputs, n.Hidden}, Data: n.Second},
		{Name: "second.bias", Shape: []int{n.Outputs}, Data: n.SecondBias},
	}
}

// beforePrefix begins the names of the networks of a second model in a file.
const beforePrefix = "before."

// Encode writes the model as a safetensors file, with what is to be said about
// it.
func (m *Model) Encode(about map[string]string) ([]byte, error) { return m.EncodeWith(nil, about) }

// EncodeWith writes a second model too, if there is one: that of some time before,
// which learning may need to go on.
func (m *Model) EncodeWith(before *Model, about map[string]string) ([]byte, error) {
	f := safetensors.File{Metadata: map[string]string{architectureKey: architecture}}
	for key, text := range about {
		f.Metadata[key] = text
	}
	f.Tensors = m.appendTensors(nil, "")
	if before != nil {
		f.Tensors = before.appendTensors(f.Tensors, beforePrefix)
	}
	return f.Encode()
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

// DecodeWith reads what EncodeWith writes.
func DecodeWith(data []byte) (m, before *Model, about map[string]string, err error) {
	f, err := safetensors.Decode(data)
	if err != nil {
		return nil, nil, nil, err
	}
	if got := f.Metadata[architectureKey]; got != architecture {
		return nil, nil, nil, fmt.Errorf("it holds %q, not %q", got, architecture)
	}
	if m, err = decodeModel(f, ""); err != nil {
		return nil, nil, nil, err
	}
	if f.Tensor(beforePrefix+networkNames[0]+".first.bias") != nil {
		if before, err = decodeModel(f, beforePrefix); err != nil {
			return nil, nil, nil, err
		}
	}
	delete(f.Metadata, architectureKey)
	return m, before, f.Metadata, nil
}

func decodeModel(f *safetensors.File, prefix string) (*Model, error) {
	m := &Model{}
	for c := range m {
		var err error
		if m[c], err = decodeNetwork(f, prefix, Class(c)); err != nil {
			return nil, fmt.Errorf("network %s%s: %w", prefix, networkNames[c], err)
		}
	}
	return m, nil
}

func decodeNetwork(f *safetensors.File, prefix string, c Class) (*sparse.Network, error) {
	bias := f.Tensor(prefix + networkNames[c] + ".first.bias")
	if bias == nil || len(bias.Data) == 0 || len(bias.Data) > MaxHidden || len(bias.Data)%sparse.Block != 0 {
		return nil, fmt.Errorf("first.bias must have a multiple of %d numbers, at most %d", sparse.Block, MaxHidden)
	}
	n := sparse.Zero(c.inputs(), len(bias.Data), outputs)
	for _, want := range parts(n) {
		got := f.Tensor(prefix + networkNames[c] + "." + want.Name)
		if got == nil || len(got.Data) != len(want.Data) {
			return nil, fmt.Errorf("%s must have the shape %v", want.Name, want.Shape)
		}
		for i, v := range got.Data {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return nil, fmt.Errorf("%s holds %g", want.Name, v)
			}
			want.Data[i] = v
		}
	}
	return n, nil
}

// Open reads a model from a file.
func Open(name string) (*Model, error) {
	data, err := files.Read(name)
	if err != nil {
		return nil, err
	}
	m, _, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
