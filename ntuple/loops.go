package ntuple

import "math/bits"

// turnPlain sets next = placed - x - the rows of turned whose bits are set in pieces.
// Four words at a time stay in registers.
func turnPlain(next, x, placed, turned []uint64, pieces uint64) {
	words := len(x)
	for i := 0; i < words; i += wordsPerBlock {
		p, v := (*[wordsPerBlock]uint64)(placed[i:]), (*[wordsPerBlock]uint64)(x[i:])
		a, b, c, d := p[0]-v[0], p[1]-v[1], p[2]-v[2], p[3]-v[3]
		rows := turned[i:]
		for rest := pieces; rest != 0; rest &= rest - 1 {
			u := (*[wordsPerBlock]uint64)(rows[bits.TrailingZeros64(rest)*words:])
			a, b, c, d = a-u[0], b-u[1], c-u[2], d-u[3]
		}
		*(*[wordsPerBlock]uint64)(next[i:]) = [wordsPerBlock]uint64{a, b, c, d}
	}
}

// sumPlain adds up the values at offset + index of all indices.
func sumPlain(values []int16, offset []uint32, x []uint64) int {
	offset = offset[:4*len(x)]
	a, b, c, d := 0, 0, 0, 0
	for i, word := range x {
		o := offset[4*i : 4*i+4 : 4*i+4]
		a += int(values[o[0]+uint32(word&0xffff)])
		b += int(values[o[1]+uint32(word>>16&0xffff)])
		c += int(values[o[2]+uint32(word>>32&0xffff)])
		d += int(values[o[3]+uint32(word>>48)])
	}
	return a + b + c + d
}
