// Package safetensors reads and writes tensors in the safetensors format, which
// many tools read: eight bytes that say how long the header is, the header as
// JSON, and the numbers, little-endian, one tensor after the other.
//
//	{"__metadata__": {"key": "text"},
//	 "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
//
// A checksum among the metadata of what is written here is checked when it is read.
//
// Tensors of 32-bit floats are known, and to those who ask for them tensors of whole
// numbers of 16 and of 8 bits and of bytes. What is read is checked as strictly as
// the format allows: a file that is cut off, damaged or made to do harm gives an
// error that says what is wrong, and never more memory is taken than the file has
// bytes, times a small number.
package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Tensor is an array of numbers, the last dimension running fastest. They are floats in
// Data, whole numbers in Whole or Small, or bytes in Bytes; the others are nil.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
	Whole []int16
	Small []int8
	Bytes []byte
}

// Type is what the numbers of a tensor are, as the format names it.
type Type string

// The types that are known.
const (
	Float Type = "F32"
	Whole Type = "I16"
	Small Type = "I8"
	Byte  Type = "U8"
)

// size is the bytes of a number, 0 of those that are not known.
func (t Type) size() int {
	switch t {
	case Float:
		return 4
	case Whole:
		return 2
	case Small, Byte:
		return 1
	}
	return 0
}

// numbers says of which type a tensor is, and how many numbers it has.
func (t *Tensor) numbers() (Type, int) {
	switch {
	case t.Whole != nil:
		return Whole, len(t.Whole)
	case t.Small != nil:
		return Small, len(t.Small)
	case t.Bytes != nil:
		return Byte, len(t.Bytes)
	}
	return Float, len(t.Data)
}

// File is the content of a file: tensors and what is said about them.
type File struct {
	Metadata map[string]string
	Tensors  []Tensor
}

// Tensor returns the tensor of that name, or nil.
func (f *File) Tensor(name string) *Tensor {
	for i := range f.Tensors {
		if f.Tensors[i].Name == name {
			return &f.Tensors[i]
		}
	}
	return nil
}

const (
	metadataKey = "__metadata__"
	maxHeader   = 100 << 20 // what the format allows
	maxRank     = 8
)

// entry is what the header says about a tensor.
type entry struct {
	Type    Type   `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// Encode returns the bytes of a file. The order of the tensors does not matter:
// equal content gives equal bytes.
func (f *File) Encode() ([]byte, error) {
	tensors := slices.Clone(f.Tensors)
	slices.SortFunc(tensors, func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) })
	header := make(map[string]any, len(tensors)+1) // encoded with sorted keys
	end := 0
	for _, t := range tensors {
		if err := t.check(); err != nil {
			return nil, err
		}
		if _, double := header[t.Name]; double {
			return nil, fmt.Errorf("two tensors are named %q", t.Name)
		}
		kind, count := t.numbers()
		begin := end
		end += kind.size() * count
		header[t.Name] = entry{kind, append([]int{}, t.Shape...), [2]int{begin, end}}
	}
	metadata := map[string]string{}
	for key, text := range f.Metadata {
		if !utf8.ValidString(key) || !utf8.ValidString(text) {
			return nil, fmt.Errorf("metadata %q is not valid UTF-8", key)
		}
		metadata[key] = text
	}
	metadata[checksumKey] = noSum
	header[metadataKey] = metadata
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	for len(text)%8 != 0 { // so that the numbers are aligned
		text = append(text, ' ')
	}
	if len(text) > maxHeader {
		return nil, fmt.Errorf("the header would have %d bytes; at most %d are allowed", len(text), maxHeader)
	}
	out := make([]byte, 0, 8+len(text)+end)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(text)))
	out = append(out, text...)
	for _, t := range tensors {
		for _, x := range t.Data {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
		for _, x := range t.Whole {
			out = binary.LittleEndian.AppendUint16(out, uint16(x))
		}
		for _, x := range t.Small {
			out = append(out, byte(x))
		}
		out = append(out, t.Bytes...)
	}
	return out, seal(out, len(text))
}

// check says whether a tensor can be written.
func (t Tensor) check() error {
	switch {
	case t.Name == metadataKey || !utf8.ValidString(t.Name):
		return fmt.Errorf("%q cannot be the name of a tensor", t.Name)
	case len(t.Shape) > maxRank:
		return fmt.Errorf("tensor %q has %d dimensions; at most %d are known", t.Name, len(t.Shape), maxRank)
	case t.types() > 1:
		return fmt.Errorf("tensor %q has numbers of more than one type", t.Name)
	}
	_, count := t.numbers()
	n, err := elements(t.Shape, count)
	if err != nil {
		return fmt.Errorf("tensor %q: %w", t.Name, err)
	}
	if n != count {
		return fmt.Errorf("tensor %q of shape %v has %d numbers, not %d", t.Name, t.Shape, count, n)
	}
	return nil
}

// types counts of how many types a tensor has numbers.
func (t *Tensor) types() (n int) {
	for _, has := range []bool{t.Data != nil, t.Whole != nil, t.Small != nil, t.Bytes != nil} {
		if has {
			n++
		}
	}
	return n
}

// elements multiplies the sizes of a shape; more than most is an error.
func elements(shape []int, most int) (int, error) {
	if slices.Contains(shape, 0) {
		return 0, nil
	}
	n := 1
	for _, size := range shape {
		switch {
		case size < 0:
			return 0, fmt.Errorf("shape %v has a negative size", shape)
		case size > most/n:
			return 0, fmt.Errorf("shape %v needs more numbers than the %d there are", shape, most)
		}
		n *= size
	}
	return n, nil
}

// Decode reads a file from its bytes. The tensors come in the order of their
// numbers. Those of other types than floats are refused unless they are asked for.
func Decode(data []byte, more ...Type) (*File, error) {
	if len(data) < 8 {
		return nil, fmt.Errorf("not a safetensors file: %d bytes, too few for the length of the header", len(data))
	}
	length := binary.LittleEndian.Uint64(data)
	file := data
	data = data[8:]
	switch {
	case length > maxHeader:
		return nil, fmt.Errorf("not a safetensors file: a header of %d bytes", length)
	case length > uint64(len(data)):
		return nil, fmt.Errorf("the file is cut off: its header has %d bytes, and only %d are there", length, len(data))
	}
	header, numbers := data[:length], data[length:]
	if len(header) == 0 || header[0] != '{' {
		return nil, errors.New("not a safetensors file: the header is not a JSON object")
	}
	if !utf8.Valid(header) {
		return nil, errors.New("the header is not valid UTF-8")
	}
	f := &File{}
	entries, err := f.decodeHeader(header, append([]Type{Float}, more...))
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if err := f.fill(entries, numbers); err != nil {
		return nil, err
	}
	delete(f.Metadata, checksumKey)
	return f, verify(file, len(header))
}

// decodeHeader reads the metadata and the entries of the tensors.
func (f *File) decodeHeader(header []byte, known []Type) (map[string]entry, error) {
	entries := map[string]entry{}
	decoder := json.NewDecoder(bytes.NewReader(header))
	err := members(decoder, func(name string) error {
		if name == metadataKey {
			f.Metadata = map[string]string{}
			return members(decoder, func(key string) error {
				text, err := decoder.Token()
				if err != nil {
					return err
				}
				s, ok := text.(string)
				if !ok {
					return fmt.Errorf("%q is not a string", key)
				}
				f.Metadata[key] = s
				return nil
			})
		}
		e, err := decodeEntry(decoder, known)
		entries[name] = e
		return err
	})
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("there is something behind the JSON object")
	}
	return entries, nil
}

func decodeEntry(decoder *json.Decoder, types []Type) (entry, error) {
	e := entry{Offsets: [2]int{-1, -1}}
	var offsets []int
	known := map[string]any{"dtype": &e.Type, "shape": &e.Shape, "data_offsets": &offsets}
	err := members(decoder, func(key string) error {
		field, ok := known[key]
		if !ok {
			return fmt.Errorf("unknown key %q", key)
		}
		delete(known, key)
		return decoder.Decode(field)
	})
	switch {
	case err != nil:
		return e, err
	case len(known) > 0 || e.Shape == nil || offsets == nil:
		return e, errors.New("dtype, shape or data_offsets is missing")
	case !slices.Contains(types, e.Type):
		return e, fmt.Errorf("numbers of type %q; %s", e.Type, wanted(types))
	case len(e.Shape) > maxRank:
		return e, fmt.Errorf("%d dimensions; at most %d are known", len(e.Shape), maxRank)
	case len(offsets) != 2:
		return e, errors.New("data_offsets are not two numbers")
	}
	e.Offsets = [2]int(offsets)
	return e, nil
}

// wanted says which types are.
func wanted(types []Type) string {
	if len(types) == 1 {
		return fmt.Sprintf("only %s is known", types[0])
	}
	return fmt.Sprintf("only %v are known", types)
}

// members walks through a JSON object, calling value for every key where its
// value begins. A key that comes twice is an error.
func members(decoder *json.Decoder, value func(key string) error) error {
	open, err := decoder.Token()
	if err != nil {
		return jsonError(err)
	}
	if open != json.Delim('{') {
		return fmt.Errorf("%v stands where an object must be", open)
	}
	seen := map[string]bool{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return jsonError(err)
		}
		key := token.(string) // the decoder takes no other keys
		if seen[key] {
			return fmt.Errorf("%q comes twice", key)
		}
		seen[key] = true
		if err := value(key); err != nil {
			return fmt.Errorf("%q: %w", key, jsonError(err))
		}
	}
	_, err = decoder.Token()
	return jsonError(err)
}

// jsonError says what the end of the text means here.
func jsonError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON text ends too early")
	}
	return err
}

// fill reads the numbers of the tensors, which must cover the data without gap or
// overlap.
func (f *File) fill(entries map[string]entry, numbers []byte) error {
	names := make([]string, 0, len(entries))
	for name := range entries {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		first, second := entries[a].Offsets, entries[b].Offsets
		return cmp.Or(cmp.Compare(first[0], second[0]), cmp.Compare(first[1], second[1]), strings.Compare(a, b))
	})
	end := 0
	for _, name := range names {
		e := entries[name]
		if e.Offsets[0] != end || e.Offsets[1] < end {
			return fmt.Errorf("tensor %q lies at %v, not from byte %d on", name, e.Offsets, end)
		}
		end = e.Offsets[1]
		if end > len(numbers) {
			return fmt.Errorf("the file is cut off: tensor %q ends at byte %d of %d", name, end, len(numbers))
		}
		t, err := read(name, e, numbers[e.Offsets[0]:end])
		if err != nil {
			return err
		}
		f.Tensors = append(f.Tensors, t)
	}
	if end != len(numbers) {
		return fmt.Errorf("%d bytes follow the last tensor", len(numbers)-end)
	}
	return nil
}

// read makes a tensor of its bytes.
func read(name string, e entry, raw []byte) (Tensor, error) {
	t, size := Tensor{Name: name, Shape: e.Shape}, e.Type.size()
	n, err := elements(e.Shape, len(raw)/size)
	if err != nil {
		return t, fmt.Errorf("tensor %q: %w", name, err)
	}
	if n*size != len(raw) {
		return t, fmt.Errorf("tensor %q of shape %v has %d bytes, not %d", name, e.Shape, len(raw), n*size)
	}
	switch e.Type {
	case Float:
		t.Data = make([]float32, n)
		for i := range t.Data {
			t.Data[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[size*i:]))
		}
	case Whole:
		t.Whole = make([]int16, n)
		for i := range t.Whole {
			t.Whole[i] = int16(binary.LittleEndian.Uint16(raw[size*i:]))
		}
	case Small:
		t.Small = make([]int8, n)
		for i := range t.Small {
			t.Small[i] = int8(raw[i])
		}
	case Byte:
		t.Bytes = append(make([]byte, 0, n), raw...)
	}
	return t, nil
}
