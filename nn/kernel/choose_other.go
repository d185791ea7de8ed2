//go:build !amd64

package kernel

func dot(x, y []float32) float32                       { return dotPlain(x, y) }
func axpy(a float32, x, y []float32)                   { axpyPlain(a, x, y) }
func relu(x []float32)                                 { reluPlain(x) }
func reluGradient(y, dy []float32)                     { reluGradientPlain(y, dy) }
func sumRows(sum, x []float32, rows int)               { sumRowsPlain(sum, x, rows) }
func sumProductRows(sum, x, y []float32, rows int)     { sumProductRowsPlain(sum, x, y, rows) }
func scaleRows(y, x, scale, shift []float32, rows int) { scaleRowsPlain(y, x, scale, shift, rows) }
func combineRows(y, x, a, b, c []float32, rows int)    { combineRowsPlain(y, x, a, b, c, rows) }

func tile(rows, k int, a []float32, rowStride, columnStride int, b []float32, c []float32, strideC int, add bool) {
	tilePlain(rows, k, a, rowStride, columnStride, b, c, strideC, add)
}

func transformInput(v []float32, stride int, x []float32, o *Offsets, channels int) {
	transformInputPlain(v, stride, x, o, channels)
}

func transformOutput(y, m []float32, stride int, bias, skip []float32, rectify bool, o *Offsets, channels int) {
	transformOutputPlain(y, m, stride, bias, skip, rectify, o, channels)
}

func gradientOutput(dm []float32, stride int, dy []float32, o *Offsets, channels int) {
	gradientOutputPlain(dm, stride, dy, o, channels)
}

func gradientInput(dx, dv []float32, stride int, o *Offsets, channels int) {
	gradientInputPlain(dx, dv, stride, o, channels)
}

func addRows(sum, rows []float32, index []int32, value []float32) {
	addRowsPlain(sum, rows, index, value)
}

func addToRows(rows, x []float32, index []int32, value []float32) {
	addToRowsPlain(rows, x, index, value)
}

func logistic(x []float32) { logisticPlain(x) }
