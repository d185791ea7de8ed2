package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// small networks that together have every kind of layer, norm and activation.
var networks = map[string]Architecture{
	"residual": Residual(3, 5, 6, 7, 8, 1),
	"residual without norm": {Planes: 8, Rows: 5, Columns: 4,
		Trunk: []Layer{{Kind: residual}},
		Value: []Layer{{Kind: dense, Size: 3, Activation: sigmoidName}}},
	"convolutions": {Planes: 9, Rows: 3, Columns: 9,
		Trunk:  []Layer{{Kind: conv3, Size: 16, Activation: tanhName}, {Kind: conv3, Size: 8, Norm: true, Activation: sigmoidName}},
		Policy: []Layer{{Kind: conv1, Size: 5}, {Kind: dense, Size: 20, Norm: true, Activation: tanhName}, {Kind: dense, Size: 4}}},
	"features": {Planes: 11, Rows: 1, Columns: 1,
		Trunk: []Layer{{Kind: dense, Size: 19, Activation: sigmoidName}},
		Value: []Layer{{Kind: dense, Size: 3, Activation: softmaxName}}},
	"board without convolution": {Planes: 2, Rows: 3, Columns: 3,
		Trunk:  []Layer{{Kind: conv1, Size: 3, Activation: reluName}},
		Policy: []Layer{{Kind: dense, Size: 9}},
		Value:  []Layer{{Kind: dense, Size: 2, Activation: tanhName}}},
	"paper": {Planes: 4, Rows: 8, Columns: 8,
		Trunk: []Layer{{Kind: conv3, Size: 8, Activation: reluName}, {Kind: conv3, Size: 8, Activation: reluName},
			{Kind: dense, Size: 12, Activation: reluName}, {Kind: dense, Size: 6, Activation: reluName}},
		Value: []Layer{{Kind: dense, Size: 1, Activation: tanhName}}},
}

func model(t testing.TB, a Architecture, seed uint64) *Model {
	t.Helper()
	m, err := New(a, seed)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for _, p := range m.parameters { // so that nothing is 0 or 1 by chance
		for i := range p.Data {
			if p.kind != weights {
				p.Data[i] += 0.3 * r.Float32()
			}
		}
	}
	return m
}

func batch(a Architecture, size int, seed uint64) Batch {
	r := rand.New(rand.NewPCG(seed, 2))
	b := Batch{Size: size, Inputs: make([]float32, size*a.Inputs()),
		Policy: make([]float32, size*a.Moves()), Value: make([]float32, size*a.Values())}
	for i := range b.Inputs {
		b.Inputs[i] = float32(r.NormFloat64())
	}
	for i := range b.Value {
		b.Value[i] = 2*r.Float32() - 1
	}
	for i := range size {
		if i == 1 {
			continue // does not count
		}
		row := b.Policy[i*a.Moves() : (i+1)*a.Moves()]
		for j := range row {
			row[j] = r.Float32()
		}
		Softmax(row, row)
	}
	return b
}

func trainer(t testing.TB, m *Model, o Options) *Trainer {
	t.Helper()
	if o.Rate.Rate == 0 {
		o.Rate.Rate = 0.01
	}
	tr, err := NewTrainer(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestGradients compares every kind of parameter's gradient with the difference
// quotient of the plain loss.
func TestGradients(t *testing.T) {
	for name, a := range networks {
		t.Run(name, func(t *testing.T) {
			m := model(t, a, 3)
			b := batch(a, 4, 4)
			tr := trainer(t, m, Options{L2: 0.1})
			loss := tr.gradients(b)
			r := reference{m, true, 0.1}
			if got, want := loss.Policy+loss.Value+loss.L2, r.loss(b); math.Abs(got-want) > 1e-5*want {
				t.Errorf("the loss is %v, not %v", got, want)
			}
			random := rand.New(rand.NewPCG(5, 0))
			for i, p := range m.parameters {
				if p.kind == statistic {
					continue
				}
				for range 4 {
					j := random.IntN(len(p.Data))
					got := float64(tr.shards[0].gradients[i][j])
					if p.kind == weights {
						got += 0.1 * float64(p.Data[j])
					}
					want := quotient(r, b, &p.Data[j])
					if math.Abs(got-want) > 2e-3*(0.02+math.Abs(want)) {
						t.Errorf("%s[%d]: the gradient is %v, not %v", p.Name, j, got, want)
					}
				}
			}
		})
	}
}

// quotient is the slope of the loss by one number. Steps that are not exact in
// single precision are measured as they are.
func quotient(r reference, b Batch, x *float32) float64 {
	old := *x
	defer func() { *x = old }()
	const h = 1e-5 // seldom crosses the kink of a ReLU
	*x = old + h
	high, above := r.loss(b), float64(*x)
	*x = old - h
	low, below := r.loss(b), float64(*x)
	return (high - low) / (above - below)
}

func TestForward(t *testing.T) {
	for name, a := range networks {
		for _, size := range []int{1, 5, 19} {
			t.Run(fmt.Sprint(name, size), func(t *testing.T) {
				m := model(t, a, 6)
				b := batch(a, size, 7)
				n := m.Compile()
				policy, value := make([]float32, len(b.Policy)), make([]float32, len(b.Value))
				n.Forward(n.NewWorkspace(), size, b.Inputs, policy, value)
				wantPolicy, wantValue := reference{model: m}.outputs(size, b.Inputs)
				near(t, "policy", policy, wantPolicy, a.Moves())
				near(t, "value", value, wantValue, a.Values())
			})
		}
	}
}

func near(t *testing.T, what string, got []float32, want [][]float64, width int) {
	t.Helper()
	for i, x := range got {
		if y := want[i/width][i%width]; math.Abs(float64(x)-y) > 1e-4*(1+math.Abs(y)) {
			t.Fatalf("%s %d of position %d is %v, not %v", what, i%width, i/width, x, y)
		}
	}
}
