// Package kernel holds the loops in which a network spends its time: products of
// matrices, the transforms of Winograd's convolution and a few sums over rows.
// They are assembly for processors with AVX2 and FMA, written by the generator in
// folder asm, and plain Go for all others; the choice is made at run time. Both
// give the same numbers up to rounding.
//
// Slices must be as long as the sizes say; that is checked once a call. Nothing
// here allocates, and everything may be called from many goroutines at once.
package kernel

import "fmt"

// need panics if there are fewer numbers than an operation touches.
func need(what string, have, want int) {
	if have < want {
		panic(fmt.Sprintf("kernel: %s has %d numbers, %d are needed", what, have, want))
	}
}

// Dot returns Σ x[i]·y[i].
func Dot(x, y []float32) float32 {
	need("y", len(y), len(x))
	return dot(x, y)
}

// Axpy adds a multiple of x: y[i] += a·x[i].
func Axpy(a float32, x, y []float32) {
	need("y", len(y), len(x))
	axpy(a, x, y)
}

// ReLU sets what is negative to zero.
func ReLU(x []float32) {
	relu(x)
}

// ReLUGradient keeps of dy what belongs to positive values y and sets the rest to
// zero: dy[i] = 0 where y[i] ≤ 0.
func ReLUGradient(y, dy []float32) {
	need("dy", len(dy), len(y))
	reluGradient(y, dy)
}

// SumRows adds the rows of x, as long as sum, to sum.
func SumRows(sum, x []float32, rows int) {
	need("x", len(x), rows*len(sum))
	sumRows(sum, x, rows)
}

// SumProductRows adds x·y, element by element, over the rows: sum[j] += Σᵢ x[i,j]·y[i,j].
func SumProductRows(sum, x, y []float32, rows int) {
	need("x", len(x), rows*len(sum))
	need("y", len(y), rows*len(sum))
	sumProductRows(sum, x, y, rows)
}

// ScaleRows sets y[i,j] = scale[j]·x[i,j] + shift[j]. x and y may be the same.
func ScaleRows(y, x, scale, shift []float32, rows int) {
	need("shift", len(shift), len(scale))
	need("x", len(x), rows*len(scale))
	need("y", len(y), rows*len(scale))
	scaleRows(y, x, scale, shift, rows)
}

// CombineRows sets y[i,j] = a[j]·x[i,j] + b[j]·y[i,j] + c[j].
func CombineRows(y, x, a, b, c []float32, rows int) {
	need("b", len(b), len(a))
	need("c", len(c), len(a))
	need("x", len(x), rows*len(a))
	need("y", len(y), rows*len(a))
	combineRows(y, x, a, b, c, rows)
}
