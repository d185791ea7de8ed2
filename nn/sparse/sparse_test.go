package sparse

import (
	"math"
	"math/rand/v2"
	"testing"
)

func BenchmarkEvaluate(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	n := New(330, 128, 5, r)
	s := NewScratch(128, 5)
	var x Input
	for i := 0; i < 70; i++ {
		x.Set(i*4, 1)
	}
	var out [5]float32
	for b.Loop() {
		n.Evaluate(&x, s, out[:])
	}
}

func BenchmarkLearn(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	n := New(330, 128, 5, r)
	s := NewScratch(128, 5)
	var x Input
	for i := 0; i < 70; i++ {
		x.Set(i*4, 1)
	}
	var out [5]float32
	t := []float32{.5, .5, .2, .2, .1}
	for b.Loop() {
		n.Learn(&x, t, 0.01, s, out[:])
	}
}

func TestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	_ = math.Pi
	n := New(330, 128, 5, r)
	var x Input
	for i := 0; i < 70; i++ {
		x.Set(i*4, r.Float32())
	}
	a, b := make([]float32, 128), make([]float32, 128)
	accumulate(a, n.First, x.Index, x.Value)
	accumulatePlain(b, n.First, x.Index, x.Value)
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > 1e-5 {
			t.Fatal(i, a[i], b[i])
		}
	}
}

func TestLogistics(t *testing.T) {
	x := make([]float32, 64*64)
	for i := range x {
		x[i] = float32(i-2048) / 30
	}
	y := append([]float32(nil), x...)
	logistics(y)
	for i := range x {
		if d := math.Abs(float64(y[i]) - 1/(1+math.Exp(-float64(x[i])))); d > 2e-6 {
			t.Fatal(x[i], y[i], d)
		}
	}
}
