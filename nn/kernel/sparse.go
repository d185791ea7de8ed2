package kernel

import "math"

// Strip is what the length of vectors must be a multiple of that AddRows and
// AddToRows take: as much of them as registers hold at once.
const Strip = 64

// AddRows adds chosen rows, as long as sum, each times a value:
// sum[j] += Σᵢ value[i]·rows[index[i],j].
func AddRows(sum, rows []float32, index []int32, value []float32) {
	checkRows(len(sum), rows, index, value)
	if len(index) > 0 {
		addRows(sum, rows, index, value)
	}
}

// AddToRows adds x, each time multiplied by a value, to chosen rows as long as x:
// rows[index[i],j] += value[i]·x[j].
func AddToRows(rows, x []float32, index []int32, value []float32) {
	checkRows(len(x), rows, index, value)
	if len(index) > 0 {
		addToRows(rows, x, index, value)
	}
}

func checkRows(width int, rows []float32, index []int32, value []float32) {
	if width == 0 || width%Strip != 0 {
		panic("kernel: rows must be a multiple of a strip long")
	}
	need("value", len(value), len(index))
	count := len(rows) / width
	for _, i := range index {
		if uint(i) >= uint(count) {
			panic("kernel: there is no such row")
		}
	}
}

// Logistic replaces every x by 1/(1+e^−x).
func Logistic(x []float32) {
	logistic(x)
}

func addRowsPlain(sum, rows []float32, index []int32, value []float32) {
	for i, at := range index {
		axpyPlain(value[i], rows[int(at)*len(sum):][:len(sum)], sum)
	}
}

func addToRowsPlain(rows, x []float32, index []int32, value []float32) {
	for i, at := range index {
		axpyPlain(value[i], x, rows[int(at)*len(x):][:len(x)])
	}
}

func logisticPlain(x []float32) {
	for i, v := range x {
		x[i] = float32(1 / (1 + math.Exp(-float64(v))))
	}
}
