package kernel

import (
	"math"

	"golang.org/x/sys/cpu"
)

//go:generate go run ./asm -out kernels_amd64.s -stubs kernels_amd64.go -pkg kernel

// fast says that the processor has what the kernels in assembly need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// first is where the numbers of a slice begin; the kernels touch none if it is
// empty.
func first(x []float32) *float32 {
	if len(x) == 0 {
		return nil
	}
	return &x[0]
}

// wide says whether rows can be cut into whole registers.
func wide(width int) bool { return fast && width%Lanes == 0 }

func dot(x, y []float32) float32 {
	if !fast {
		return dotPlain(x, y)
	}
	return dotAVX2(first(x), first(y), len(x))
}

func axpy(a float32, x, y []float32) {
	if !fast {
		axpyPlain(a, x, y)
		return
	}
	axpyAVX2(a, first(x), first(y), len(x))
}

func relu(x []float32) {
	if !fast {
		reluPlain(x)
		return
	}
	reluAVX2(first(x), len(x))
}

func reluGradient(y, dy []float32) {
	if !fast {
		reluGradientPlain(y, dy)
		return
	}
	reluGradientAVX2(first(y), first(dy), len(y))
}

func sumRows(sum, x []float32, rows int) {
	if !wide(len(sum)) {
		sumRowsPlain(sum, x, rows)
		return
	}
	sumRowsAVX2(first(sum), first(x), rows, len(sum))
}

func sumProductRows(sum, x, y []float32, rows int) {
	if !wide(len(sum)) {
		sumProductRowsPlain(sum, x, y, rows)
		return
	}
	sumProductRowsAVX2(first(sum), first(x), first(y), rows, len(sum))
}

func scaleRows(y, x, scale, shift []float32, rows int) {
	if !wide(len(scale)) {
		scaleRowsPlain(y, x, scale, shift, rows)
		return
	}
	scaleRowsAVX2(first(y), first(x), first(scale), first(shift), rows, len(scale))
}

func combineRows(y, x, a, b, c []float32, rows int) {
	if !wide(len(a)) {
		combineRowsPlain(y, x, a, b, c, rows)
		return
	}
	combineRowsAVX2(first(y), first(x), first(a), first(b), first(c), rows, len(a))
}

func tile(rows, k int, a []float32, rowStride, columnStride int, b, c []float32, strideC int, add bool) {
	if !fast {
		tilePlain(rows, k, a, rowStride, columnStride, b, c, strideC, add)
		return
	}
	sum := uint64(0)
	if add {
		sum = 1
	}
	from, right, to := first(a), first(b), first(c)
	switch rows { // calls by name, or the compiler would take the tile to the heap
	case 1:
		tile1AVX2(k, from, rowStride, columnStride, right, to, strideC, sum)
	case 2:
		tile2AVX2(k, from, rowStride, columnStride, right, to, strideC, sum)
	case 3:
		tile3AVX2(k, from, rowStride, columnStride, right, to, strideC, sum)
	case 4:
		tile4AVX2(k, from, rowStride, columnStride, right, to, strideC, sum)
	case 5:
		tile5AVX2(k, from, rowStride, columnStride, right, to, strideC, sum)
	case 6:
		tile6AVX2(k, from, rowStride, columnStride, right, to, strideC, sum)
	}
}

func transformInput(v []float32, stride int, x []float32, o *Offsets, channels int) {
	if !fast {
		transformInputPlain(v, stride, x, o, channels)
		return
	}
	transformInputAVX2(&v[0], stride, &x[0], &o.in[0], channels)
}

func transformOutput(y, m []float32, stride int, bias, skip []float32, rectify bool, o *Offsets, channels int) {
	if !fast {
		transformOutputPlain(y, m, stride, bias, skip, rectify, o, channels)
		return
	}
	floor := float32(math.Inf(-1))
	if rectify {
		floor = 0
	}
	if skip == nil {
		transformOutputAVX2(&y[0], &m[0], stride, &bias[0], floor, &o.out[0], channels)
		return
	}
	transformOutputSkipAVX2(&y[0], &m[0], stride, &bias[0], &skip[0], floor, &o.out[0], channels)
}

func gradientOutput(dm []float32, stride int, dy []float32, o *Offsets, channels int) {
	if !fast {
		gradientOutputPlain(dm, stride, dy, o, channels)
		return
	}
	gradientOutputAVX2(&dm[0], stride, &dy[0], &o.out[0], channels)
}

func gradientInput(dx, dv []float32, stride int, o *Offsets, channels int) {
	if !fast {
		gradientInputPlain(dx, dv, stride, o, channels)
		return
	}
	gradientInputAVX2(&dx[0], &dv[0], stride, &o.in[0], channels)
}

func addRows(sum, rows []float32, index []int32, value []float32) {
	if !fast {
		addRowsPlain(sum, rows, index, value)
		return
	}
	addRowsAVX2(&sum[0], &rows[0], &index[0], &value[0], len(index), len(sum))
}

func addToRows(rows, x []float32, index []int32, value []float32) {
	if !fast {
		addToRowsPlain(rows, x, index, value)
		return
	}
	addToRowsAVX2(&x[0], &rows[0], &index[0], &value[0], len(index), len(x))
}

func logistic(x []float32) {
	if !wide(len(x)) {
		logisticPlain(x)
		return
	}
	logisticAVX2(first(x), len(x))
}
