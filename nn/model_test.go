package nn

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"gambito/nn/safetensors"
)

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }

func TestModelsSurviveTheirFiles(t *testing.T) {
	for name, a := range networks {
		m := model(t, a, 1)
		m.Steps, m.Positions = 12, 345
		m.Notes["command"] = "train"
		m.History = []Milestone{{Step: 3, Positions: 99, Loss: Loss{Policy: 1.5}, Note: "first"}}
		data := encoded(t, m)
		again, err := Decode(data)
		if err != nil {
			t.Fatal(name, err)
		}
		if !reflect.DeepEqual(m, again) {
			t.Errorf("%s: the model that is read is another", name)
		}
		if !bytes.Equal(data, encoded(t, again)) {
			t.Errorf("%s: the bytes of the model that is read are others", name)
		}
	}
}

func TestSeedsDecideTheWeights(t *testing.T) {
	if !bytes.Equal(encoded(t, model(t, noisy(), 5)), encoded(t, model(t, noisy(), 5))) {
		t.Error("equal seeds give different models")
	}
	if bytes.Equal(encoded(t, model(t, noisy(), 5)), encoded(t, model(t, noisy(), 6))) {
		t.Error("different seeds give equal models")
	}
}

func TestCount(t *testing.T) {
	// 3×3×3 weights for 64 filters, 8 convolutions, all with norms; the policy's
	// 1×1 convolution, its norm and its dense layer; the value's.
	want := 27*64 + 128 + 8*(9*64*64+128) + 2*64 + 4 + 84*7 + 7 + 64 + 2 + 42*64 + 64 + 65
	if got := model(t, Residual(3, 6, 7, 7, 64, 4), 1).Count(); got != want {
		t.Errorf("%d parameters, not %d", got, want)
	}
}

func TestArchitecturesSurviveJSON(t *testing.T) {
	for name, a := range networks {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseArchitecture(text)
		if err != nil || !reflect.DeepEqual(a, again) {
			t.Errorf("%s: %+v is read as %+v: %v", name, a, again, err)
		}
	}
}

func TestBadArchitectures(t *testing.T) {
	head := []Layer{{Kind: dense, Size: 1}}
	board := func(trunk ...Layer) Architecture {
		return Architecture{Planes: 3, Rows: 6, Columns: 7, Trunk: trunk, Value: head}
	}
	for _, c := range []struct {
		a    Architecture
		want string
	}{
		{Architecture{}, "0 planes"},
		{Architecture{Planes: 1, Rows: math.MaxInt / 2, Columns: 1}, "cannot read"},
		{Architecture{Planes: 65536, Rows: 64, Columns: 64}, "too large"},
		{board(), "no trunk"},
		{Architecture{Planes: 1, Rows: 1, Columns: 1, Trunk: head}, "neither"},
		{board(Layer{Kind: "conv5"}), `unknown kind "conv5"`},
		{board(Layer{Kind: "conv5", Size: 8}), `unknown kind "conv5"`},
		{board(Layer{Kind: conv3, Size: 12}), "multiples of 8"},
		{board(Layer{Kind: conv1, Size: 12}, Layer{Kind: conv3, Size: 8}), "trunk, layer 2"},
		{board(Layer{Kind: residual}), "multiple of 8"},
		{board(Layer{Kind: conv3, Size: -8}), "size -8"},
		{board(Layer{Kind: dropout, Rate: 1}), "dropout of 1"},
		{board(Layer{Kind: dropout, Rate: math.NaN()}), "dropout of NaN"},
		{board(Layer{Kind: dropout, Size: 3}), "no size"},
		{board(Layer{Kind: dense, Size: 3, Rate: 0.5}), "no rate"},
		{board(Layer{Kind: dense, Size: 3}, Layer{Kind: conv1, Size: 3}), "no board any more"},
		{board(Layer{Kind: dense, Size: 3, Activation: "gelu"}), `unknown activation "gelu"`},
		{board(Layer{Kind: conv1, Size: 3, Activation: softmaxName}), "needs a dense layer"},
		{board(Layer{Kind: dense, Size: 60000}, Layer{Kind: dense, Size: 60000}), "more than"},
		{board(Layer{Kind: conv1, Size: 65536}), "2752512 outputs"},
		{Architecture{Planes: 3, Rows: 6, Columns: 7, Trunk: head, Value: []Layer{{Kind: dropout}}}, ""},
		{Architecture{Planes: 3, Rows: 6, Columns: 7, Trunk: []Layer{{Kind: conv1, Size: 1}}, Value: []Layer{{Kind: conv1, Size: 1}}}, "must be dense"},
		{Architecture{Planes: 3, Rows: 6, Columns: 7, Trunk: head, Policy: []Layer{{Kind: dense, Size: 1, Activation: tanhName}}}, "logits"},
	} {
		if err := c.a.Check(); c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: error %v does not say %q", c.a, err, c.want)
		}
	}
	for _, text := range []string{"", "{", "[]", `{"plains":3}`, `{"planes":1,"rows":1,"columns":1} {}`} {
		if _, err := ParseArchitecture([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// damaged changes the file of a small model.
func damaged(t testing.TB, change func(f *safetensors.File)) []byte {
	t.Helper()
	m, err := New(noisy(), 1)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.file()
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
	for _, c := range []struct {
		change func(f *safetensors.File)
		want   string
	}{
		{func(f *safetensors.File) { delete(f.Metadata, "format") }, "not a network"},
		{func(f *safetensors.File) { f.Metadata["architecture"] = "{}" }, "0 planes"},
		{func(f *safetensors.File) {
			f.Metadata["architecture"] = `{"planes":1,"rows":1,"columns":1,"trunk":[{"kind":"dense","size":60000}],"value":[{"kind":"dense","size":2000}]}`
		}, "weights, and the file only"},
		{func(f *safetensors.File) { f.Metadata["steps"] = "-1" }, "number of steps"},
		{func(f *safetensors.File) { f.Metadata["history"] = "[" }, "history"},
		{func(f *safetensors.File) { f.Tensor("trunk.0.weight").Name = "trunk.0.wait" }, `"trunk.0.weight" is missing`},
		{func(f *safetensors.File) { f.Tensor("trunk.0.weight").Shape = []int{9, 24} }, "shape [9 24]"},
		{func(f *safetensors.File) { f.Tensor("trunk.0.weight").Data[3] = float32(math.NaN()) }, "NaN"},
		{func(f *safetensors.File) { f.Tensor("trunk.0.norm.variance").Data[3] = -1 }, "negative variance"},
		{func(f *safetensors.File) {
			f.Tensors = append(f.Tensors, safetensors.Tensor{Name: "more", Data: []float32{1}})
		}, `no place for tensor "more"`},
	} {
		_, err := Decode(damaged(t, c.change))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v does not say %q", err, c.want)
		}
	}
}

// FuzzDecode looks for files that crash the reader or the network that is read.
func FuzzDecode(f *testing.F) {
	f.Add(damaged(f, func(*safetensors.File) {}))
	small, err := New(networks["features"], 1)
	if err != nil {
		f.Fatal(err)
	}
	data, err := small.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil {
			return
		}
		n, a := m.Compile(), m.Architecture
		n.Forward(n.NewWorkspace(), 1, make([]float32, a.Inputs()), make([]float32, a.Moves()), make([]float32, a.Values()))
	})
}

// FuzzArchitecture looks for architectures that are taken and then do not work.
func FuzzArchitecture(f *testing.F) {
	for _, a := range networks {
		text, err := json.Marshal(a)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := ParseArchitecture(text)
		if err != nil {
			return
		}
		if total, _ := a.weights(); total > 5000 || a.Rows*a.Columns > 200 {
			return // too slow
		}
		b := batch(a, 2, 1)
		m, err := New(a, 1)
		if err != nil {
			t.Fatal(err)
		}
		trainer(t, m, Options{}).Step(b)
		n := m.Compile()
		n.Forward(n.NewWorkspace(), 2, b.Inputs, b.Policy, b.Value)
	})
}

func TestForwardAllocatesNothing(t *testing.T) {
	a := Residual(3, 6, 7, 7, 16, 2)
	n := model(t, a, 1).Compile()
	w := n.NewWorkspace()
	b := batch(a, 40, 1)
	allocated := testing.AllocsPerRun(3, func() {
		n.Forward(w, 40, b.Inputs, b.Policy, b.Value)
		n.Forward(w, 3, b.Inputs, nil, b.Value)
	})
	if allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}

// TestNetworksAreShared asks one network from many goroutines; the race detector
// watches.
func TestNetworksAreShared(t *testing.T) {
	a := Residual(3, 6, 7, 7, 16, 1)
	n := model(t, a, 1).Compile()
	b := batch(a, 8, 1)
	want := make([]float32, 8)
	n.Forward(n.NewWorkspace(), 8, b.Inputs, nil, want)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			w := n.NewWorkspace()
			got := make([]float32, 1)
			for range 10 {
				n.Forward(w, 1, b.Inputs[i*a.Inputs():], nil, got)
				if math.Abs(float64(got[0]-want[i])) > 1e-6 {
					t.Errorf("position %d alone has the value %v, not %v", i, got[0], want[i])
					return
				}
			}
		})
	}
	group.Wait()
}

func TestWrongSizesAreRefused(t *testing.T) {
	n := model(t, noisy(), 1).Compile()
	other := model(t, noisy(), 1).Compile()
	for _, call := range []func(){
		func() { n.Forward(other.NewWorkspace(), 1, make([]float32, 60), nil, nil) },
		func() { n.Forward(n.NewWorkspace(), 2, make([]float32, 60), nil, nil) },
		func() { n.Forward(n.NewWorkspace(), 1, make([]float32, 60), make([]float32, 5), nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		}()
	}
}
