package sparse

import "golang.org/x/sys/cpu"

var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

//go:noescape
func accumulateAVX2(sum, rows *float32, index *int32, value *float32, n, width int)

//go:noescape
func spreadAVX2(rows, delta *float32, index *int32, value *float32, n, width int)

//go:noescape
func dotAVX2(a, b *float32, width int) float32

// accumulate adds rows, each times a value, to a sum.
func accumulate(sum, rows []float32, index []int32, value []float32) {
	if !fast || len(index) == 0 {
		accumulatePlain(sum, rows, index, value)
		return
	}
	accumulateAVX2(&sum[0], &rows[0], &index[0], &value[0], len(index), len(sum))
}

// spread adds delta, each time multiplied by a value, to rows.
func spread(rows, delta []float32, index []int32, value []float32) {
	if !fast || len(index) == 0 {
		spreadPlain(rows, delta, index, value)
		return
	}
	spreadAVX2(&rows[0], &delta[0], &index[0], &value[0], len(index), len(delta))
}

func dot(a, b []float32) float32 {
	if !fast {
		return dotPlain(a, b)
	}
	return dotAVX2(&a[0], &b[0], len(a))
}

//go:noescape
func logisticAVX2(x *float32, width int)

// logistics replaces every x by 1/(1+e^−x).
func logistics(x []float32) {
	if !fast {
		logisticsPlain(x)
		return
	}
	logisticAVX2(&x[0], len(x))
}
