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

	thesisArchitecture = "gambito backgammon, thesis 1"
)

// MaxHidden is how many hidden units a network in a file may have.
const MaxHidden = 1024

// firstWeight is the name of the weights of the first layer.
const firstWeight = "first.weight"

// secondWeight is that of the second layer, whose rows are of hidden units too.
const secondWeight = "second.weight"

// parts are the tensors of a network: rows of its units, without those that fill them up.
func parts(n *sparse.Network) []safetensors.Tensor {
	weights := []safetensors.Tensor{
		{Name: firstWeight, Shape: []int{n.Inputs, n.Units}, Data: n.Rows(n.First)},
		{Name: secondWeight, Shape: []int{n.Outputs, n.Units}, Data: n.Rows(n.Second)},
	}
	if n.Unbiased {
		return weights
	}
	return []safetensors.Tensor{
		weights[0], {Name: "first.bias", Shape: []int{n.Units}, Data: n.FirstBias[:n.Units]},
		weights[1], {Name: "second.bias", Shape: []int{n.Outputs}, Data: n.SecondBias},
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
	if m.Thesis() {
		f.Metadata[architectureKey] = thesisArchitecture
	}
	maps.Copy(f.Metadata, about)
	f.Tensors = m.appendTensors(nil, "")
	for _, name := range slices.Sorted(maps.Keys(others)) {
		f.Tensors = others[name].appendTensors(f.Tensors, name+".")
	}
	return f
}

func (m *Model) appendTensors(list []safetensors.Tensor, prefix string) []safetensors.Tensor {
	for c, n := range m {
		if n.Inputs == 0 {
			continue
		}
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
	made := f.Metadata[architectureKey]
	if made != architecture && made != firstArchitecture && made != thesisArchitecture {
		return nil, nil, nil, fmt.Errorf("it holds %q, not %q", made, architecture)
	}
	if m, err = decodeModel(f, "", made); err != nil {
		return nil, nil, nil, err
	}
	others = map[string]*Model{}
	for _, name := range names {
		if f.Tensor(name+"."+networkNames[0]+"."+firstWeight) == nil {
			continue
		}
		if others[name], err = decodeModel(f, name+".", made); err != nil {
			return nil, nil, nil, err
		}
	}
	delete(f.Metadata, architectureKey)
	return m, others, f.Metadata, nil
}

// decodeModel reads the networks whose names begin so, of an architecture.
func decodeModel(f *safetensors.File, prefix, made string) (*Model, error) {
	m := &Model{}
	for c := range m {
		if made == thesisArchitecture && Class(c) == Crashed {
			m[c] = sparse.Zero(0, 0, 0)
			continue
		}
		var err error
		if m[c], err = decodeNetwork(f, prefix, Class(c), made); err != nil {
			return nil, fmt.Errorf("network %s%s: %w", prefix, networkNames[c], err)
		}
	}
	return m, nil
}

// maxWeight is far above what learning comes to, and so small that sums of weights are
// numbers whatever they are.
const maxWeight = 1e30

func decodeNetwork(f *safetensors.File, prefix string, c Class, made string) (*sparse.Network, error) {
	second := f.Tensor(prefix + networkNames[c] + "." + secondWeight)
	if second == nil || len(second.Data) == 0 || len(second.Data)%outputs != 0 || len(second.Data)/outputs > MaxHidden {
		return nil, fmt.Errorf("%s must have %d rows of as many numbers as there are hidden units, at most %d", secondWeight, outputs, MaxHidden)
	}
	inputs := c.inputs()
	switch {
	case made == thesisArchitecture && c == Race:
		inputs = ThesisRace
	case made == thesisArchitecture:
		inputs = ThesisContact
	}
	n := sparse.Zero(inputs, len(second.Data)/outputs, outputs)
	n.Unbiased = made == thesisArchitecture
	list := parts(n)
	for _, want := range list {
		got := f.Tensor(prefix + networkNames[c] + "." + want.Name)
		if made == firstArchitecture && want.Name == firstWeight && c != Race {
			want.Shape[0] = firstInputs
			want.Data = want.Data[:firstInputs*n.Units]
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
	for _, t := range list {
		switch t.Name {
		case firstWeight:
			n.SetRows(n.First, t.Data)
		case secondWeight:
			n.SetRows(n.Second, t.Data)
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
