//go:build !amd64

package ntuple

func turn(next, x, placed, turned []uint64, pieces uint64) {
	turnPlain(next, x, placed, turned, pieces)
}

func sum(values []int16, offset []uint32, x []uint64) int { return sumPlain(values, offset, x) }
