package ntuple

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gambito/nn/safetensors"
)

// example is a model with some worths, mostly zeros in the second set.
func example(t testing.TB, scale float64) *Model {
	t.Helper()
	s, err := New(Shape{Cells: square(4, 3, 8), Sets: [][]uint8{{0, 1, 2, 3}, {0, 1, 2, 4, 5, 6}}, Stages: []int{16, 8}, Parity: true})
	if err != nil {
		t.Fatal(err)
	}
	w := NewWeights(s)
	r := rand.New(rand.NewPCG(1, 1))
	for _, worths := range w.Values {
		for i := range worths {
			if i < s.tables[1].first || r.IntN(20) == 0 {
				worths[i] = float32(r.IntN(2001)-1000) / 64
			}
		}
	}
	return &Model{Game: "othello", Meaning: Discs, Weights: w, Scale: scale,
		History: []Milestone{{Games: 3, Error: 0.5, Note: "held-out"}}, Notes: map[string]string{"command": "gambito train"}}
}

func encoded(t testing.TB, m *Model) []byte {
	t.Helper()
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestModelsAreReadAsWritten(t *testing.T) {
	for _, scale := range []float64{0, 64} {
		m := example(t, scale)
		data := encoded(t, m)
		got, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, m) {
			t.Errorf("scale %v: what is read differs from what was written", scale)
		}
		if !bytes.Equal(encoded(t, got), data) {
			t.Errorf("scale %v: other bytes when written again", scale)
		}
		size := 4
		if scale != 0 {
			size = 2
		}
		if all := size * m.Weights.System.Slots() * m.Weights.System.Stages(); len(data) > all*2/3 {
			t.Errorf("scale %v: %d bytes though most worths are 0", scale, len(data))
		}
	}
	rough := example(t, 2)
	f, err := safetensors.Decode(encoded(t, rough), safetensors.Small, safetensors.Byte)
	if err != nil || f.Tensor("set.000").Small == nil {
		t.Fatalf("worths that fit into bytes are no bytes: %v", err)
	}
	got, err := Decode(encoded(t, rough))
	if err != nil {
		t.Fatal(err)
	}
	for stage, worths := range rough.Weights.Values {
		for i, x := range worths {
			if math.Abs(float64(x-got.Weights.Values[stage][i])) > 0.25 {
				t.Fatalf("a worth of %v is read as %v", x, got.Weights.Values[stage][i])
			}
		}
	}
}

// changed writes an example with something else in its file.
func changed(t *testing.T, change func(f *safetensors.File)) []byte {
	t.Helper()
	f, err := safetensors.Decode(encoded(t, example(t, 64)), safetensors.Whole, safetensors.Byte)
	if err != nil {
		t.Fatal(err)
	}
	change(f)
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBadModels(t *testing.T) {
	replace := func(key, from, to string) func(f *safetensors.File) {
		return func(f *safetensors.File) {
			if !strings.Contains(f.Metadata[key], from) {
				t.Errorf("the %s has no %q", key, from)
			}
			f.Metadata[key] = strings.Replace(f.Metadata[key], from, to, 1)
		}
	}
	for want, change := range map[string]func(f *safetensors.File){
		"metadata lack":          func(f *safetensors.File) { delete(f.Metadata, "format") },
		"for which game":         func(f *safetensors.File) { delete(f.Metadata, "game") },
		`means is "luck"`:        replace("meaning", "discs", "luck"),
		`"big" for the scale`:    replace("scale", "64", "big"),
		"scale of 1e+09":         replace("scale", "64", "1e9"),
		"history is not":         replace("history", "[", "{"),
		"shape is not the JSON":  replace("shape", "columns", "pillars"),
		"a board of 0":           replace("shape", `"columns":4`, `"columns":0`),
		"no cell 255":            replace("shape", `"sets":[[0`, `"sets":[[-1`),
		"more than the file has": replace("shape", `"stages":[16,8]`, `"stages":[16`+strings.Repeat(",1", 900)+`]`),
		`"set.001" is missing`:   func(f *safetensors.File) { f.Tensor("set.001").Name = "other" },
		"another type":           func(f *safetensors.File) { delete(f.Metadata, "scale") },
		"1 tensors belong to no": func(f *safetensors.File) {
			f.Tensors = append(f.Tensors, safetensors.Tensor{Name: "more", Data: []float32{1}})
		},
		"does not mark": func(f *safetensors.File) { f.Tensor("set.001.bits").Bytes[3] ^= 1 },
		"worths, not":   func(f *safetensors.File) { f.Tensor("set.000").Shape, f.Tensor("set.000").Whole = []int{1}, []int16{1} },
	} {
		if _, err := Decode(changed(t, change)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not one that says %q", err, want)
		}
	}
	m := example(t, 0)
	m.Weights.Values[0][0] = float32(math.NaN())
	if _, err := Decode(encoded(t, m)); err == nil || !strings.Contains(err.Error(), "NaN") {
		t.Errorf("NaN is read as a worth: %v", err)
	}
	m = example(t, 0)
	m.Notes["game"] = "x"
	if _, err := m.Encode(); err == nil {
		t.Error("a note takes the place of the game")
	}
	m = example(t, -1)
	if _, err := m.Encode(); err == nil {
		t.Error("a model is written with a scale that cannot be read")
	}
}

// FuzzDecode looks for bytes that make Decode crash, and for models that do not survive
// being written and read again.
func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, example(f, 0)))
	f.Add(encoded(f, example(f, 64)))
	f.Add(encoded(f, example(f, 2)))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil {
			return
		}
		again, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		second, err := Decode(again)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encoded(t, second), again) {
			t.Error("reading and writing again changes the bytes")
		}
	})
}
