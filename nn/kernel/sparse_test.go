package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSparseRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(r.NormFloat64())
		}
		return x
	}
	same := func(what string, got []float32, want []float64) {
		t.Helper()
		for i := range got {
			if math.Abs(float64(got[i])-want[i]) > 2e-5 {
				t.Fatalf("%s: number %d is %g, not %g", what, i, got[i], want[i])
			}
		}
	}
	double := func(x []float32) []float64 {
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = float64(v)
		}
		return y
	}
	for _, width := range []int{Strip, 2 * Strip, 3 * Strip} {
		for _, active := range []int{0, 1, 7, 50} {
			rows, value, x := random(60*width), random(active), random(width)
			index := make([]int32, active)
			for i, at := range r.Perm(60)[:active] {
				index[i] = int32(at)
			}
			sum := random(width)
			wantSum, wantRows := double(sum), double(rows)
			for i, at := range index {
				for j := range width {
					wantSum[j] += float64(value[i]) * float64(rows[int(at)*width+j])
					wantRows[int(at)*width+j] += float64(value[i]) * float64(x[j])
				}
			}
			AddRows(sum, rows, index, value)
			same("sum of rows", sum, wantSum)
			AddToRows(rows, x, index, value)
			same("sums with rows", rows, wantRows)
		}
	}
	for what, call := range map[string]func(){
		"a width of no strips": func() { AddRows(make([]float32, 8), make([]float32, 80), nil, nil) },
		"a row too many":       func() { AddToRows(make([]float32, 128), make([]float32, 64), []int32{2}, []float32{1}) },
		"a row below none":     func() { AddRows(make([]float32, 64), make([]float32, 128), []int32{-1}, []float32{1}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", what)
				}
			}()
			call()
		}()
	}
}

func TestLogistic(t *testing.T) {
	for _, n := range []int{0, 5, 8, 4096} {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(i-n/2) / 20
		}
		y := append([]float32(nil), x...)
		Logistic(y)
		for i, v := range x {
			if want := 1 / (1 + math.Exp(-float64(v))); math.Abs(float64(y[i])-want) > 3e-6 {
				t.Fatalf("of %g it is %g, not %g", v, y[i], want)
			}
		}
	}
}
