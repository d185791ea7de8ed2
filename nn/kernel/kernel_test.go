package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

// Lengths around the sizes of registers and blocks.
var lengths = []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 100, 1000}

// guard is what stands behind every slice; no kernel may touch it.
const guard = 12345

var source = rand.New(rand.NewPCG(1, 2))

// numbers returns n random numbers with a guard behind them.
func numbers(n int) []float32 {
	x := make([]float32, n+1)
	for i := range x {
		x[i] = float32(source.NormFloat64())
	}
	x[n] = guard
	return x[:n]
}

func guarded(t *testing.T, slices ...[]float32) {
	t.Helper()
	for _, x := range slices {
		if x[:len(x)+1][len(x)] != guard {
			t.Error("the kernel writes behind the end")
		}
	}
}

// same compares numbers up to the rounding of sums of that many terms.
func same(t *testing.T, what string, got, want []float32, terms int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, not %d", what, len(got), len(want))
	}
	for i := range got {
		if math.Abs(float64(got[i]-want[i])) > 1e-6*math.Sqrt(float64(terms+1))*(4+math.Abs(float64(want[i]))) {
			t.Fatalf("%s: number %d is %v, not %v", what, i, got[i], want[i])
		}
	}
}

// vector wraps a slice for gonum.
func vector(x []float32) blas32.Vector { return blas32.Vector{N: len(x), Inc: 1, Data: x} }

func TestDotAndAxpy(t *testing.T) {
	for _, n := range lengths {
		x, y := numbers(n), numbers(n)
		want := dotPlain(x, y)
		same(t, "dot", []float32{Dot(x, y)}, []float32{want}, n)
		same(t, "gonum's dot", []float32{blas32.Dot(vector(x), vector(y))}, []float32{want}, n)

		got, other, plain := slices.Clone(y), slices.Clone(y), slices.Clone(y)
		got = append(got, guard)[:n]
		Axpy(0.7, x, got)
		axpyPlain(0.7, x, plain)
		blas32.Axpy(0.7, vector(x), vector(other))
		same(t, "axpy", got, plain, 1)
		same(t, "gonum's axpy", other, plain, 1)
		guarded(t, got)
	}
}

func TestReLU(t *testing.T) {
	for _, n := range lengths {
		x, d := numbers(n), numbers(n)
		if n > 0 {
			x[n/2] = 0
			x[n-1] = float32(math.Copysign(0, -1))
		}
		wantX, wantD := slices.Clone(x), slices.Clone(d)
		reluGradientPlain(x, wantD)
		reluPlain(wantX)
		ReLUGradient(x, d)
		ReLU(x)
		same(t, "relu", x, wantX, 0)
		same(t, "gradient of relu", d, wantD, 0)
		guarded(t, x, d)
	}
	x := slices.Repeat([]float32{float32(math.NaN())}, 9)
	ReLU(x)
	if x[0] == x[0] || x[8] == x[8] {
		t.Error("relu hides what is no number")
	}
}

func TestRows(t *testing.T) {
	for _, width := range []int{1, 3, 8, 16, 24, 64} {
		for _, rows := range []int{0, 1, 2, 42} {
			x, y := numbers(rows*width), numbers(rows*width)
			a, b, c := numbers(width), numbers(width), numbers(width)

			got, want := append(slices.Clone(a), guard)[:width], slices.Clone(a)
			SumRows(got, x, rows)
			sumRowsPlain(want, x, rows)
			same(t, "sum", got, want, rows)
			guarded(t, got)
			// gonum: a + xᵀ·1
			other := slices.Clone(a)
			if rows > 0 {
				ones := slices.Repeat([]float32{1}, rows)
				blas32.Gemv(blas.Trans, 1, blas32.General{Rows: rows, Cols: width, Stride: width, Data: x}, vector(ones), 1, vector(other))
			}
			same(t, "gonum's sum", other, want, rows)

			got, want = append(slices.Clone(a), guard)[:width], slices.Clone(a)
			SumProductRows(got, x, y, rows)
			sumProductRowsPlain(want, x, y, rows)
			same(t, "sum of products", got, want, rows)
			guarded(t, got)

			scaled, wantScaled := numbers(rows*width), make([]float32, rows*width)
			ScaleRows(scaled, x, a, b, rows)
			scaleRowsPlain(wantScaled, x, a, b, rows)
			same(t, "scale", scaled, wantScaled, 1)
			guarded(t, scaled)

			combined, wantCombined := append(slices.Clone(y), guard)[:rows*width], slices.Clone(y)
			CombineRows(combined, x, a, b, c, rows)
			combineRowsPlain(wantCombined, x, a, b, c, rows)
			same(t, "combine", combined, wantCombined, 1)
			guarded(t, combined)
		}
	}
}

func TestMultiply(t *testing.T) {
	for _, m := range []int{1, 2, 3, 4, 5, 6, 13} {
		for _, n := range []int{1, 16, 17, 40} {
			for _, k := range []int{1, 9, 64, 300} {
				for _, add := range []bool{false, true} {
					name := fmt.Sprintf("%d×%d by %d×%d, add %v", m, k, k, n, add)
					multiply(t, name, m, n, k, add)
				}
			}
		}
	}
}

// multiply checks one size: with a transposed left factor, a transposed right one
// and rows of the result that are further apart than they are long.
func multiply(t *testing.T, name string, m, n, k int, add bool) {
	const gap = 3
	a, b := numbers(m*k), numbers(k*n)
	old := numbers((m-1)*(n+gap) + n)
	want := slices.Clone(old)
	for i := range m {
		for j := range n {
			sum := 0.0
			if add {
				sum = float64(old[i*(n+gap)+j])
			}
			for l := range k {
				sum += float64(a[i*k+l]) * float64(b[l*n+j])
			}
			want[i*(n+gap)+j] = float32(sum)
		}
	}
	transposed := func(x []float32, rows, columns int) []float32 {
		out := make([]float32, len(x))
		for i := range rows {
			for j := range columns {
				out[j*rows+i] = x[i*columns+j]
			}
		}
		return out
	}
	packed, other := numbers(PackedSize(k, n)), numbers(PackedSize(k, n))
	Pack(packed, b, n, 1, k, n)
	Pack(other, transposed(b, k, n), 1, k, k, n)
	if !slices.Equal(packed, other) {
		t.Fatalf("%s: a transposed matrix is packed as another one", name)
	}
	got := append(slices.Clone(old), guard)[:len(old)]
	Multiply(got, n+gap, a, k, 1, packed, m, n, k, add)
	same(t, name, got, want, k)
	guarded(t, got)
	got = append(slices.Clone(old), guard)[:len(old)]
	Multiply(got, n+gap, transposed(a, m, k), 1, m, packed, m, n, k, add)
	same(t, name+", transposed", got, want, k)
	guarded(t, got)
	beta := float32(0)
	if add {
		beta = 1
	}
	library := slices.Clone(old)
	blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, blas32.General{Rows: m, Cols: k, Stride: k, Data: a},
		blas32.General{Rows: k, Cols: n, Stride: n, Data: b}, beta, blas32.General{Rows: m, Cols: n, Stride: n + gap, Data: library})
	same(t, "gonum's "+name, library, want, k)
}

// board returns a board with its extra cell, which is zero.
func board(cells, channels int) []float32 {
	x := numbers((cells + 1) * channels)
	clear(x[cells*channels:])
	return x
}

// TestWinogradIsConvolution compares the whole chain with the plain sum.
func TestWinogradIsConvolution(t *testing.T) {
	for _, size := range [][2]int{{6, 7}, {8, 8}, {3, 3}, {1, 5}, {9, 4}} {
		const in, out = 8, 16
		rows, columns := size[0], size[1]
		x, w, bias := board(rows*columns, in), numbers(9*in*out), numbers(out)
		skip := board(rows*columns, out)
		got := numbers((rows*columns + 1) * out)
		tiles := Tiles(rows, columns, in, out)
		u := make([]float32, Frequencies*in*out)
		TransformWeights(u, in*out, w, in*out)
		for i := range tiles {
			v, m := numbers(Frequencies*in), numbers(Frequencies*out)
			TransformInput(v, in, x, &tiles[i], in)
			for f := range Frequencies {
				packed := make([]float32, PackedSize(in, out))
				Pack(packed, u[f*in*out:], out, 1, in, out)
				Multiply(m[f*out:], out, v[f*in:], in, 1, packed, 1, out, in, false)
			}
			TransformOutput(got, m, out, bias, skip, true, &tiles[i], out)
			guarded(t, v, m)
		}
		guarded(t, got)
		want := make([]float32, rows*columns*out)
		for cell := range rows * columns {
			for o := range out {
				sum := float64(bias[o]) + float64(skip[cell*out+o])
				for i := range 9 {
					row, column := cell/columns+i/3-1, cell%columns+i%3-1
					if row < 0 || row >= rows || column < 0 || column >= columns {
						continue
					}
					for c := range in {
						sum += float64(x[(row*columns+column)*in+c]) * float64(w[(i*in+c)*out+o])
					}
				}
				want[cell*out+o] = float32(max(sum, 0))
			}
		}
		same(t, fmt.Sprint("convolution ", size), got[:rows*columns*out], want, 9*in*10)
	}
}

// The matrices of the transforms.
var (
	matrixBT = mat.NewDense(6, 6, []float64{
		4, 0, -5, 0, 1, 0,
		0, -4, -4, 1, 1, 0,
		0, 4, -4, -1, 1, 0,
		0, -2, -1, 2, 1, 0,
		0, 2, -1, -2, 1, 0,
		0, 4, 0, -5, 0, 1,
	})
	matrixAT = mat.NewDense(4, 6, []float64{
		1, 1, 1, 1, 1, 0,
		0, 1, -1, 2, -2, 0,
		0, 1, 1, 4, 4, 0,
		0, 1, -1, 8, -8, 1,
	})
)

// sandwich is l·x·lᵀ by gonum.
func sandwich(l mat.Matrix, side int, x func(i int) float32) []float32 {
	middle := mat.NewDense(side, side, nil)
	for i := range side * side {
		middle.Set(i/side, i%side, float64(x(i)))
	}
	var product mat.Dense
	product.Product(l, middle, l.T())
	out := make([]float32, len(product.RawMatrix().Data))
	for i, y := range product.RawMatrix().Data {
		out[i] = float32(y)
	}
	return out
}

// TestTransforms compares every transform with its plain loop and, channel by
// channel, with products of matrices by gonum.
func TestTransforms(t *testing.T) {
	bt, at, g := matrixBT, matrixAT, mat.NewDense(6, 3, nil)
	for i := range matrixG {
		for j, x := range matrixG[i] {
			g.Set(i, j, float64(x))
		}
	}
	for _, channels := range []int{8, 24, 64} {
		tiles := Tiles(6, 7, channels, channels)
		stride := channels + 5
		planes := func() []float32 { return numbers((Frequencies-1)*stride + channels) }
		for number := range tiles {
			o := &tiles[number]
			x, m, bias, skip := board(42, channels), planes(), numbers(channels), board(42, channels)
			type transform struct {
				name        string
				kernel      func(to []float32)
				plain       func(to []float32)
				to          []float32
				wantChannel func(c int) []float32
				channel     func(to []float32, c int) []float32
			}
			spread := func(to []float32, c int) (out []float32) {
				for f := range Frequencies {
					out = append(out, to[f*stride+c])
				}
				return out
			}
			old := board(42, channels)
			for _, f := range []transform{
				{"input", func(to []float32) { TransformInput(to, stride, x, o, channels) },
					func(to []float32) { transformInputPlain(to, stride, x, o, channels) }, planes(),
					func(c int) []float32 { return sandwich(bt, 6, func(i int) float32 { return x[int(o.in[i])+c] }) }, spread},
				{"gradient by the output", func(to []float32) { GradientOutput(to, stride, x, o, channels) },
					func(to []float32) { gradientOutputPlain(to, stride, x, o, channels) }, planes(),
					func(c int) []float32 {
						return sandwich(at.T(), 4, func(i int) float32 { return x[int(o.out[i])+c] })
					}, spread},
				{"output", func(to []float32) { TransformOutput(to, m, stride, bias, nil, false, o, channels) },
					func(to []float32) { transformOutputPlain(to, m, stride, bias, nil, false, o, channels) }, board(42, channels), nil, nil},
				{"rectified output with skip", func(to []float32) { TransformOutput(to, m, stride, bias, skip, true, o, channels) },
					func(to []float32) { transformOutputPlain(to, m, stride, bias, skip, true, o, channels) }, board(42, channels), nil, nil},
				{"gradient by the input", func(to []float32) { GradientInput(to, m, stride, o, channels) },
					func(to []float32) { gradientInputPlain(to, m, stride, o, channels) }, old, nil, nil},
			} {
				want := slices.Clone(f.to)
				f.plain(want)
				f.kernel(f.to)
				guarded(t, f.to)
				if f.channel == nil { // the extra cell takes what nobody reads
					same(t, f.name, f.to[:42*channels], want[:42*channels], 500)
					continue
				}
				same(t, f.name, f.to, want, 500)
				for _, c := range []int{0, channels - 1} {
					same(t, "gonum's "+f.name, f.channel(f.to, c), f.wantChannel(c), 500)
				}
			}
			// The maps that write cells, with gonum: for cells of the first tile, all
			// of which are on the board.
			if number == 0 {
				y := board(42, channels)
				TransformOutput(y, m, stride, make([]float32, channels), nil, false, o, channels)
				for i, want := range sandwich(at, 6, func(f int) float32 { return m[f*stride+1] }) {
					same(t, "gonum's output", []float32{y[int(o.out[i])+1]}, []float32{want}, 500)
				}
				dx := make([]float32, 43*channels)
				GradientInput(dx, m, stride, o, channels)
				for i, want := range sandwich(bt.T(), 6, func(f int) float32 { return m[f*stride+1] }) {
					if int(o.in[i]) < 42*channels {
						same(t, "gonum's gradient by the input", []float32{dx[int(o.in[i])+1]}, []float32{want}, 500)
					}
				}
			}
		}
	}
	w, u := numbers(9*4), make([]float32, Frequencies*4)
	TransformWeights(u, 4, w, 4)
	du, dw := numbers(Frequencies*4), make([]float32, 9*4)
	GradientWeights(dw, 4, du, 4)
	for c := range 4 {
		for f, want := range sandwich(g, 3, func(i int) float32 { return w[i*4+c] }) {
			same(t, "gonum's weights", []float32{u[f*4+c]}, []float32{want}, 9)
		}
		for i, want := range sandwich(g.T(), 6, func(f int) float32 { return du[f*4+c] }) {
			same(t, "gonum's gradient by the weights", []float32{dw[i*4+c]}, []float32{want}, 36)
		}
	}
}

func TestShortSlicesAreRefused(t *testing.T) {
	tiles := Tiles(6, 7, 8, 8)
	for name, call := range map[string]func(){
		"dot":  func() { Dot(make([]float32, 4), make([]float32, 3)) },
		"rows": func() { SumRows(make([]float32, 4), make([]float32, 7), 2) },
		"a": func() {
			Multiply(make([]float32, 100), 10, make([]float32, 99), 10, 1, make([]float32, 160), 10, 10, 10, false)
		},
		"b": func() {
			Multiply(make([]float32, 100), 10, make([]float32, 100), 10, 1, make([]float32, 159), 10, 10, 10, false)
		},
		"c": func() {
			Multiply(make([]float32, 99), 10, make([]float32, 100), 10, 1, make([]float32, 160), 10, 10, 10, false)
		},
		"cells":     func() { TransformInput(make([]float32, 36*8), 8, make([]float32, 42*8), &tiles[0], 8) },
		"planes":    func() { TransformInput(make([]float32, 35*8), 8, make([]float32, 43*8), &tiles[0], 8) },
		"odd width": func() { TransformInput(make([]float32, 36*9), 9, make([]float32, 43*9), &tiles[0], 9) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
