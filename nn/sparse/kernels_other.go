//go:build !amd64

package sparse

func accumulate(sum, rows []float32, index []int32, value []float32) {
	accumulatePlain(sum, rows, index, value)
}

func spread(rows, delta []float32, index []int32, value []float32) {
	spreadPlain(rows, delta, index, value)
}

func dot(a, b []float32) float32 { return dotPlain(a, b) }

func logistics(x []float32) { logisticsPlain(x) }
