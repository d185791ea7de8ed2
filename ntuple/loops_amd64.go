package ntuple

import "golang.org/x/sys/cpu"

//go:generate go run ./asm -out kernels_amd64.s -stubs kernels_amd64.go -pkg ntuple

// fast says that the processor has what the loops in assembly need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// turn sets next = placed - x - the rows of turned whose bits are set in pieces.
func turn(next, x, placed, turned []uint64, pieces uint64) {
	if !fast {
		turnPlain(next, x, placed, turned, pieces)
		return
	}
	turnAVX2(&next[0], &x[0], &placed[0], &turned[0], pieces, len(x))
}

// sum adds up the values at offset + index of all indices. A value that does not count
// follows the last.
func sum(values []int16, offset []uint32, x []uint64) int {
	if !fast {
		return sumPlain(values, offset, x)
	}
	return sumAVX2(&values[0], &offset[0], &x[0], len(x))
}
