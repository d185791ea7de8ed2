package nn

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gambito/nn/safetensors"
)

// Model is a network that can learn: an architecture, its weights, and how they
// came about.
type Model struct {
	Architecture Architecture
	// Steps is how many training steps the weights have seen.
	Steps int
	// Positions is how many positions that was, with repetitions.
	Positions int
	// History is how training went, oldest first.
	History []Milestone
	// Notes are texts that are kept with the model, such as the command that
	// trained it.
	Notes map[string]string

	parameters           []*Parameter
	trunk, policy, value chain
}

// Milestone is a moment of a training.
type Milestone struct {
	Step      int    `json:"step"`
	Positions int    `json:"positions"`
	Loss      Loss   `json:"loss"` // mean since the milestone before
	Note      string `json:"note,omitempty"`
}

// New returns a model with random weights. Equal seeds give equal weights.
func New(a Architecture, seed uint64) (*Model, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	return construct(a, rand.New(rand.NewPCG(seed, 0))), nil
}

func construct(a Architecture, random *rand.Rand) *Model {
	m := &Model{Architecture: a, Notes: map[string]string{}}
	p := &parameters{random: random}
	in := a.input()
	var out shape
	m.trunk, out = build("trunk", a.Trunk, in, a.Planes, true, p)
	m.policy, _ = build("policy", a.Policy, out, out.channels, false, p)
	m.value, _ = build("value", a.Value, out, out.channels, false, p)
	m.parameters = p.all
	return m
}

// Parameters are the model's numbers; who changes them changes the model.
func (m *Model) Parameters() []*Parameter { return m.parameters }

// Count is how many numbers the model learns.
func (m *Model) Count() int {
	n := 0
	for _, p := range m.parameters {
		if p.kind != statistic {
			n += len(p.Data)
		}
	}
	return n
}

// The keys of the metadata. Others are notes.
const (
	formatKey       = "format"
	format          = "gambito network 1"
	architectureKey = "architecture"
	stepsKey        = "steps"
	positionsKey    = "positions"
	historyKey      = "history"
)

// Encode returns the model as a safetensors file, with the architecture and the
// history of the training in its metadata.
func (m *Model) Encode() ([]byte, error) {
	f, err := m.file()
	if err != nil {
		return nil, err
	}
	return f.Encode()
}

func (m *Model) file() (*safetensors.File, error) {
	architecture, err := json.Marshal(m.Architecture)
	if err != nil {
		return nil, err
	}
	f := &safetensors.File{Metadata: map[string]string{
		formatKey: format, architectureKey: string(architecture), stepsKey: strconv.Itoa(m.Steps), positionsKey: strconv.Itoa(m.Positions),
	}}
	if len(m.History) > 0 {
		history, err := json.Marshal(m.History)
		if err != nil {
			return nil, err
		}
		f.Metadata[historyKey] = string(history)
	}
	for key, text := range m.Notes {
		if _, taken := f.Metadata[key]; taken {
			return nil, fmt.Errorf("a note cannot be named %q", key)
		}
		f.Metadata[key] = text
	}
	for _, p := range m.parameters {
		f.Tensors = append(f.Tensors, safetensors.Tensor{Name: p.Name, Shape: p.Shape, Data: p.Data})
	}
	return f, nil
}

// Decode reads a model from a safetensors file that Encode wrote, or
// Trainer.Encode.
func Decode(data []byte) (*Model, error) {
	f, err := safetensors.Decode(data)
	if err != nil {
		return nil, err
	}
	m, rest, err := decodeModel(f)
	if err != nil {
		return nil, err
	}
	for name := range rest {
		if !strings.HasPrefix(name, optimizerPrefix) {
			return nil, fmt.Errorf("the architecture has no place for tensor %q", name)
		}
	}
	return m, nil
}

// decodeModel also returns the tensors that are not the model's.
func decodeModel(f *safetensors.File) (*Model, map[string]safetensors.Tensor, error) {
	if f.Metadata[formatKey] != format {
		return nil, nil, fmt.Errorf("not a network of gambito: the metadata lack %q: %q", formatKey, format)
	}
	a, err := ParseArchitecture([]byte(f.Metadata[architectureKey]))
	if err != nil {
		return nil, nil, err
	}
	numbers := 0
	tensors := map[string]safetensors.Tensor{}
	for _, t := range f.Tensors {
		numbers += len(t.Data)
		tensors[t.Name] = t
	}
	if total, _ := a.weights(); total > numbers { // before memory is taken for them
		return nil, nil, fmt.Errorf("the architecture has %d weights, and the file only %d numbers", total, numbers)
	}
	m := construct(a, nil)
	for _, p := range m.parameters {
		t, ok := tensors[p.Name]
		switch {
		case !ok:
			return nil, nil, fmt.Errorf("tensor %q is missing", p.Name)
		case !slices.Equal(t.Shape, p.Shape):
			return nil, nil, fmt.Errorf("tensor %q has the shape %v, not %v", p.Name, t.Shape, p.Shape)
		}
		for i, x := range t.Data {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, nil, fmt.Errorf("tensor %q holds %v, which is no number to compute with", p.Name, x)
			}
			if x < 0 && strings.HasSuffix(p.Name, varianceName) {
				return nil, nil, fmt.Errorf("tensor %q holds a negative variance", p.Name)
			}
			p.Data[i] = x
		}
		delete(tensors, p.Name)
	}
	return m, tensors, m.decodeMetadata(f.Metadata)
}

func (m *Model) decodeMetadata(metadata map[string]string) error {
	m.Notes = maps.Clone(metadata)
	for _, key := range []string{formatKey, architectureKey, stepsKey, positionsKey, historyKey} {
		delete(m.Notes, key)
	}
	for key, number := range map[string]*int{stepsKey: &m.Steps, positionsKey: &m.Positions} {
		n, err := strconv.Atoi(metadata[key])
		if err != nil || n < 0 {
			return fmt.Errorf("the metadata give %q for the number of %s", metadata[key], key)
		}
		*number = n
	}
	if history, ok := metadata[historyKey]; ok {
		if err := json.Unmarshal([]byte(history), &m.History); err != nil {
			return errors.New("the metadata's history is not the JSON it should be")
		}
	}
	return nil
}
