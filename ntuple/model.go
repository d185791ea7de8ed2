package ntuple

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/nn/safetensors"
)

// Meaning is what the sum of worths tells of a position.
type Meaning string

// The meanings.
const (
	Discs Meaning = "discs" // the difference at the end that is expected, of a game.Measured
	Score Meaning = "score" // its tanh is the score that is expected, from -1 to 1
)

// Model is weights and all that is to be known of them.
type Model struct {
	Game    string // spec
	Meaning Meaning
	Weights *Weights
	// Scale, if it is not 0, says that the file holds worths as whole numbers of 16
	// bits, each that many times as large and rounded: half as many bytes. Tables of
	// the same scale lose nothing more.
	Scale float64
	// History is how learning went, oldest first.
	History []Milestone
	// Notes are texts that are kept with the model, such as the command that
	// made it.
	Notes map[string]string
}

// Milestone is a moment of learning.
type Milestone struct {
	Games     int     `json:"games,omitempty"`     // learned from so far
	Positions int     `json:"positions,omitempty"` // with repetitions
	Error     float64 `json:"error"`               // of the values, as the note or the method says
	Note      string  `json:"note,omitempty"`
}

// For says why a model does not judge positions of a game.
func (m *Model) For(g game.Celled) error {
	if m.Game != g.Info().ID {
		return fmt.Errorf("the patterns are for %s, not for %s", m.Game, g.Info().ID)
	}
	if !reflect.DeepEqual(m.Weights.System.shape.Cells, g.Cells()) {
		return fmt.Errorf("the patterns are for other cells than those of %s", m.Game)
	}
	return nil
}

// The keys of the metadata. Others are notes.
const (
	formatKey  = "format"
	format     = "gambito patterns 1"
	gameKey    = "game"
	meaningKey = "meaning"
	shapeKey   = "shape"
	scaleKey   = "scale"
	historyKey = "history"
)

var keys = []string{formatKey, gameKey, meaningKey, shapeKey, scaleKey, historyKey}

// writtenShape is a Shape as the metadata hold it.
type writtenShape struct {
	Columns int     `json:"columns"`
	Rows    int     `json:"rows"`
	Values  int     `json:"values"`
	Images  [][]int `json:"images"`
	Sets    [][]int `json:"sets"`
	Stages  []int   `json:"stages,omitempty"`
	Parity  bool    `json:"parity,omitempty"`
}

// Encode returns the model as a safetensors file, with its shape and its history in the
// metadata. The tensor of a set has the worths of its patterns stage by stage. If most of
// them are 0 only the others are there, and a second tensor says by a bit each which
// they are.
func (m *Model) Encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	s := m.Weights.System
	shape, err := json.Marshal(s.shape.written())
	if err != nil {
		return nil, err
	}
	f := &safetensors.File{Metadata: map[string]string{
		formatKey: format, gameKey: m.Game, meaningKey: string(m.Meaning), shapeKey: string(shape),
	}}
	if m.Scale != 0 {
		f.Metadata[scaleKey] = strconv.FormatFloat(m.Scale, 'g', -1, 64)
	}
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
	for n := range s.tables {
		f.Tensors = append(f.Tensors, m.tensors(n)...)
	}
	return f.Encode()
}

func (s Shape) written() writtenShape {
	return writtenShape{s.Cells.Columns, s.Cells.Rows, s.Cells.Values, toInts(s.Cells.Images), toInts(s.Sets), s.Stages, s.Parity}
}

func toInts(lists [][]uint8) [][]int {
	out := make([][]int, len(lists))
	for i, list := range lists {
		out[i] = make([]int, len(list))
		for j, c := range list {
			out[i][j] = int(c)
		}
	}
	return out
}

// toCells is the inverse of toInts; what is no cell becomes one that no board has.
func toCells(lists [][]int) [][]uint8 {
	out := make([][]uint8, len(lists))
	for i, list := range lists {
		out[i] = make([]uint8, len(list))
		for j, c := range list {
			if out[i][j] = uint8(c); c < 0 || c > math.MaxUint8 {
				out[i][j] = math.MaxUint8
			}
		}
	}
	return out
}

func tensorName(set int) string { return fmt.Sprintf("set.%03d", set) }

func bitsName(set int) string { return tensorName(set) + ".bits" }

// tensors are those of a set.
func (m *Model) tensors(set int) []safetensors.Tensor {
	t := &m.Weights.System.tables[set]
	all := make([]float32, 0, len(m.Weights.Values)*t.slots)
	for _, worths := range m.Weights.Values {
		all = append(all, worths[t.first:t.first+t.slots]...)
	}
	if m.Scale != 0 {
		for i, x := range all {
			all[i] = float32(whole(x, m.Scale))
		}
	}
	size := m.size(all)
	marks := make([]byte, (len(all)+7)/8)
	some := make([]float32, 0, len(all))
	for i, x := range all {
		if x != 0 {
			marks[i/8] |= 1 << (i % 8)
			some = append(some, x)
		}
	}
	if len(marks)+size*len(some) >= size*len(all) {
		return []safetensors.Tensor{m.tensor(tensorName(set), []int{len(m.Weights.Values), t.slots}, all)}
	}
	return []safetensors.Tensor{
		m.tensor(tensorName(set), []int{len(some)}, some),
		{Name: bitsName(set), Shape: []int{len(marks)}, Bytes: marks},
	}
}

// size is the bytes that each of these numbers takes.
func (m *Model) size(numbers []float32) int {
	switch {
	case m.Scale == 0:
		return 4
	case slices.ContainsFunc(numbers, func(x float32) bool { return x < math.MinInt8 || x > math.MaxInt8 }):
		return 2
	}
	return 1
}

func (m *Model) tensor(name string, shape []int, numbers []float32) safetensors.Tensor {
	switch m.size(numbers) {
	case 4:
		return safetensors.Tensor{Name: name, Shape: shape, Data: numbers}
	case 1:
		small := make([]int8, len(numbers))
		for i, x := range numbers {
			small[i] = int8(x)
		}
		return safetensors.Tensor{Name: name, Shape: shape, Small: small}
	}
	short := make([]int16, len(numbers))
	for i, x := range numbers {
		short[i] = int16(x)
	}
	return safetensors.Tensor{Name: name, Shape: shape, Whole: short}
}

// whole is a worth in whole numbers.
func whole(worth float32, scale float64) int16 {
	return int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(worth)*scale))))
}

// ErrOther says that a file holds something else than patterns.
var ErrOther = fmt.Errorf("not patterns of gambito: the metadata lack %q: %q", formatKey, format)

// Decode reads a model from a file that Encode wrote.
func Decode(data []byte) (*Model, error) {
	f, err := safetensors.Decode(data, safetensors.Whole, safetensors.Small, safetensors.Byte)
	if err != nil {
		return nil, err
	}
	if f.Metadata[formatKey] != format {
		return nil, ErrOther
	}
	m := &Model{Game: f.Metadata[gameKey], Meaning: Meaning(f.Metadata[meaningKey])}
	if err := m.decodeMetadata(f.Metadata); err != nil {
		return nil, err
	}
	s, err := decodeShape(f.Metadata[shapeKey], len(data))
	if err != nil {
		return nil, err
	}
	m.Weights = NewWeights(s)
	for set := range s.tables {
		if err := m.fill(f, set); err != nil {
			return nil, err
		}
	}
	known := 0
	for set := range s.tables {
		for _, name := range []string{tensorName(set), bitsName(set)} {
			if f.Tensor(name) != nil {
				known++
			}
		}
	}
	if known != len(f.Tensors) {
		return nil, fmt.Errorf("%d tensors belong to no set", len(f.Tensors)-known)
	}
	return m, nil
}

func (m *Model) decodeMetadata(metadata map[string]string) error {
	m.Notes = maps.Clone(metadata)
	for _, key := range keys {
		delete(m.Notes, key)
	}
	if text, ok := metadata[scaleKey]; ok {
		scale, err := strconv.ParseFloat(text, 64)
		if err != nil || scale == 0 {
			return fmt.Errorf("the metadata give %q for the scale", text)
		}
		m.Scale = scale
	}
	if history, ok := metadata[historyKey]; ok {
		if err := json.Unmarshal([]byte(history), &m.History); err != nil {
			return errors.New("the metadata's history is not the JSON it should be")
		}
	}
	return m.check()
}

// check says what is wrong with a model, apart from its worths.
func (m *Model) check() error {
	const least, most = 1e-6, 1e6
	switch {
	case m.Game == "":
		return errors.New("the patterns do not say for which game they are")
	case m.Meaning != Discs && m.Meaning != Score:
		return fmt.Errorf("what the sum of the patterns means is %q: it must be %s or %s", m.Meaning, Discs, Score)
	case m.Scale != 0 && !(m.Scale >= least && m.Scale <= most):
		return fmt.Errorf("a scale of %g: it must be from %g to %g", m.Scale, least, most)
	}
	return nil
}

// decodeShape makes the system of a file of so many bytes.
func decodeShape(text string, bytes int) (*System, error) {
	var w writtenShape
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&w); err != nil || decoder.More() {
		return nil, errors.New("the metadata's shape is not the JSON it should be")
	}
	const most = math.MaxUint8
	if w.Columns < 1 || w.Columns > most || w.Rows < 1 || w.Rows > most || w.Values < 2 || w.Values > MostPatterns {
		return nil, fmt.Errorf("a board of %d × %d cells that show %d numbers cannot be", w.Columns, w.Rows, w.Values)
	}
	// Every worth is told by a bit at least, and no more patterns share it than there
	// are images: before memory is taken for them.
	total := 0
	for _, set := range w.Sets {
		length, _ := patterns(len(set), w.Values)
		total += length
	}
	if stages := max(1, len(w.Stages)); total > 8*max(1, len(w.Images))*bytes/stages {
		return nil, fmt.Errorf("%d patterns in %d stages are more than the file has room for", total, stages)
	}
	return New(Shape{
		Cells: game.Cells{Columns: w.Columns, Rows: w.Rows, Values: w.Values, Images: toCells(w.Images)},
		Sets:  toCells(w.Sets), Stages: w.Stages, Parity: w.Parity,
	})
}

// fill reads the worths of a set.
func (m *Model) fill(f *safetensors.File, set int) error {
	t := &m.Weights.System.tables[set]
	name, stages := tensorName(set), len(m.Weights.Values)
	tensor, marks := f.Tensor(name), f.Tensor(bitsName(set))
	if tensor == nil || (m.Scale != 0) != (tensor.Whole != nil || tensor.Small != nil) || tensor.Bytes != nil {
		return fmt.Errorf("tensor %q is missing, or its numbers are of another type than the scale says", name)
	}
	numbers := slices.Grow(tensor.Data, len(tensor.Whole)+len(tensor.Small))
	for _, x := range tensor.Whole {
		numbers = append(numbers, float32(float64(x)/m.Scale))
	}
	for _, x := range tensor.Small {
		numbers = append(numbers, float32(float64(x)/m.Scale))
	}
	for _, x := range numbers {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("tensor %q holds %v, which is no number to compute with", name, x)
		}
	}
	if marks != nil {
		spread, ok := unpack(numbers, marks.Bytes, stages*t.slots)
		if !ok {
			return fmt.Errorf("tensor %q does not mark as many of %d worths as tensor %q has", bitsName(set), stages*t.slots, name)
		}
		numbers = spread
	}
	if len(numbers) != stages*t.slots {
		return fmt.Errorf("tensor %q has %d worths, not %d in each of %d stages", name, len(numbers), t.slots, stages)
	}
	for stage, worths := range m.Weights.Values {
		copy(worths[t.first:t.first+t.slots], numbers[stage*t.slots:])
	}
	return nil
}

// unpack puts numbers where bits are set.
func unpack(numbers []float32, marks []byte, length int) ([]float32, bool) {
	if len(marks) != (length+7)/8 || length%8 != 0 && marks[length/8]>>(length%8) != 0 {
		return nil, false
	}
	out := make([]float32, length)
	for i := range out {
		if marks[i/8]>>(i%8)&1 == 0 {
			continue
		}
		if len(numbers) == 0 {
			return nil, false
		}
		out[i], numbers = numbers[0], numbers[1:]
	}
	return out, len(numbers) == 0
}
