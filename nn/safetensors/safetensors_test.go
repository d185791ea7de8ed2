package safetensors

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func example() *File {
	return &File{
		Metadata: map[string]string{"architecture": `{"planes":3}`, "note": "<ä>"},
		Tensors: []Tensor{
			{Name: "bias", Shape: []int{2}, Data: []float32{1, -2}},
			{Name: "empty", Shape: []int{0, 4}, Data: []float32{}},
			{Name: "scalar", Shape: []int{}, Data: []float32{float32(math.Inf(1))}},
			{Name: "weights", Shape: []int{2, 3}, Data: []float32{0, 1, 2, 3, 4, 5e-10}},
		},
	}
}

func encode(t testing.TB, f *File) []byte {
	t.Helper()
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRoundTrip(t *testing.T) {
	data := encode(t, example())
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if want := example(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got.Tensor("weights").Data[5] != 5e-10 || got.Tensor("missing") != nil {
		t.Error("Tensor does not find by name")
	}
	if begin := 8 + binary.LittleEndian.Uint64(data); begin%8 != 0 {
		t.Errorf("the numbers begin at byte %d", begin)
	}
}

func TestEqualContentGivesEqualBytes(t *testing.T) {
	want := encode(t, example())
	for range 20 {
		f := example()
		slices.Reverse(f.Tensors)
		if !bytes.Equal(encode(t, f), want) {
			t.Fatal("other bytes")
		}
	}
}

// TestFlippedBits flips every bit of a file: either that is said, or what was flipped is
// the name of the checksum and the tensors are the same.
func TestFlippedBits(t *testing.T) {
	good, want := encode(t, mixed()), mixed()
	for at := range good {
		for bit := range 8 {
			bad := slices.Clone(good)
			bad[at] ^= 1 << bit
			if f, err := Decode(bad, Whole, Small, Byte); err == nil && !reflect.DeepEqual(f.Tensors, want.Tensors) {
				t.Errorf("bit %d of byte %d is not noticed", bit, at)
			}
		}
	}
}

// file puts a header before the bytes of some zeros.
func file(header string, zeros int) []byte {
	data := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(data, header...), make([]byte, zeros)...)
}

func TestReadsWhatOthersWrite(t *testing.T) {
	f, err := Decode(file(` {"b":{"shape":[2],"dtype":"F32","data_offsets":[4,12]},
		"a":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}   `[1:], 12))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Tensors) != 2 || f.Tensors[0].Name != "a" || len(f.Tensors[1].Data) != 2 {
		t.Errorf("got %v", f)
	}
}

func TestBadFiles(t *testing.T) {
	good := encode(t, example())
	huge := binary.LittleEndian.AppendUint64(nil, 1<<63)
	entry := func(shape, offsets string) string {
		return `{"a":{"dtype":"F32","shape":` + shape + `,"data_offsets":` + offsets + `}}`
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "too few"},
		{huge, "a header of"},
		{good[:20], "cut off"},
		{good[:len(good)-1], "cut off"},
		{append(slices.Clone(good), 0), "1 bytes follow"},
		{file("", 0), "not a JSON object"},
		{file("[]", 0), "not a JSON object"},
		{file("{", 0), "ends too early"},
		{file("{\"\xff\":1}", 0), "UTF-8"},
		{file("{} {}", 0), "behind the JSON"},
		{file(`{"__metadata__":{"a":1}}`, 0), `"a" is not a string`},
		{file(`{"__metadata__":{"a":"1","a":"2"}}`, 0), `"a" comes twice`},
		{file(`{"a":1}`, 0), "must be"},
		{file(`{"a":{"dtype":"F32","shape":[]}}`, 0), "missing"},
		{file(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4],"x":1}}`, 4), "unknown key"},
		{file(`{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}`, 4), `type "F16"`},
		{file(entry("null", "[0,4]"), 4), "missing"},
		{file(entry("[1]", "[0,4,5]"), 4), "two numbers"},
		{file(entry("[1,1,1,1,1,1,1,1,1]", "[0,4]"), 4), "9 dimensions"},
		{file(entry("[-1]", "[0,4]"), 4), "negative"},
		{file(entry("[4294967296,4294967296]", "[0,4]"), 4), "more numbers"},
		{file(entry("[2]", "[0,4]"), 4), "more numbers"},
		{file(entry("[1]", "[0,8]"), 8), "8 bytes, not 4"},
		{file(entry("[1]", "[4,8]"), 8), "not from byte 0"},
		{file(entry("[1]", "[0,-4]"), 4), "not from byte 0"},
		{file(entry("[1]", "[0,4000000000]"), 4), "cut off"},
		{file(entry("[1e99]", "[0,4]"), 4), "number"},
	} {
		f, err := Decode(c.data)
		if err == nil {
			t.Errorf("%q is read as %v", c.data, f)
		} else if small := strconv.IntSize == 32 && strings.Contains(err.Error(), "cannot unmarshal number"); !small && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %q does not say %q", c.data, err, c.want)
		}
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	for _, f := range []File{
		{Tensors: []Tensor{{Name: "__metadata__", Shape: []int{1}, Data: []float32{1}}}},
		{Tensors: []Tensor{{Name: "a", Shape: []int{2}, Data: []float32{1}}}},
		{Tensors: []Tensor{{Name: "a", Shape: []int{-1}, Data: []float32{1}}}},
		{Tensors: []Tensor{{Name: "a", Shape: nil, Data: []float32{1}}, {Name: "a", Shape: nil, Data: []float32{1}}}},
		{Tensors: []Tensor{{Name: "a", Shape: []int{1}, Data: []float32{1}, Whole: []int16{1}}}},
		{Tensors: []Tensor{{Name: "a", Shape: []int{1}, Small: []int8{1}, Bytes: []byte{1}}}},
		{Tensors: []Tensor{{Name: "a", Shape: []int{2}, Bytes: []byte{1}}}},
		{Metadata: map[string]string{"a": "\xff"}},
	} {
		if data, err := f.Encode(); err == nil {
			t.Errorf("%v is written as %q", f, data)
		}
	}
}

// mixed has tensors of every type.
func mixed() *File {
	f := example()
	f.Tensors = append(f.Tensors,
		Tensor{Name: "whole", Shape: []int{2, 2}, Whole: []int16{0, -1, math.MaxInt16, math.MinInt16}},
		Tensor{Name: "whole-none", Shape: []int{0}, Whole: []int16{}},
		Tensor{Name: "whole-small", Shape: []int{3}, Small: []int8{0, math.MaxInt8, math.MinInt8}},
		Tensor{Name: "xbytes", Shape: []int{3}, Bytes: []byte{0, 1, 255}})
	return f
}

func TestOtherTypesAreReadIfAskedFor(t *testing.T) {
	data := encode(t, mixed())
	got, err := Decode(data, Whole, Small, Byte)
	if err != nil {
		t.Fatal(err)
	}
	want := mixed()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), `numbers of type "I16"; only F32 is known`) {
		t.Errorf("who asks for floats is told %v", err)
	}
	if _, err := Decode(data, Whole, Small); err == nil || !strings.Contains(err.Error(), `numbers of type "U8"; only [F32 I16 I8] are known`) {
		t.Errorf("who asks for whole numbers is told %v", err)
	}
}

// FuzzDecode looks for bytes that make Decode crash, and for files that do not
// survive being written and read again.
func FuzzDecode(f *testing.F) {
	f.Add(encode(f, mixed()))
	f.Add(file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := Decode(data, Whole, Small, Byte)
		if err != nil {
			return
		}
		again, err := first.Encode()
		if err != nil {
			t.Fatal(err)
		}
		second, err := Decode(again, Whole, Small, Byte)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again, encode(t, second)) {
			t.Error("reading and writing again changes the bytes")
		}
	})
}
