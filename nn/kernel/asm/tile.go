package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// tile writes the kernel for tiles with that many rows of a product of matrices:
// every number of a column of a, spread over a register, is multiplied with the
// two registers of a row of b and added to the two that hold its row of c.
func tile(rows int) {
	const width = 2
	function(fmt.Sprintf("tile%dAVX2", rows), "func(k int, a *float32, rowStride, columnStride int, b, c *float32, strideC int, add uint64)",
		fmt.Sprintf("computes %d rows and 16 columns of a product.", rows))
	k, rowStride, columnStride := argument("k"), stride("rowStride"), stride("columnStride")
	b := argument("b")
	// Two pointers reach six rows with the strides that addresses can have.
	tops := []reg.GPVirtual{argument("a")}
	if rows > 3 {
		middle := GP64()
		LEAQ(Mem{Base: tops[0], Index: rowStride, Scale: 2}, middle)
		ADDQ(rowStride, middle)
		tops = append(tops, middle)
	}
	sums := make([][width]reg.VecVirtual, rows)
	for i := range sums {
		for j := range width {
			sums[i][j] = zero()
		}
	}
	term := func(displacement int) {
		var right [width]reg.VecVirtual
		for j := range right {
			right[j] = YMM()
			VMOVUPS(at(b, displacement+j*vectorSize), right[j])
		}
		for i := range sums {
			left := YMM()
			VBROADCASTSS(row(tops[i/3], rowStride, i%3), left)
			for j := range right {
				VFMADD231PS(right[j], left, sums[i][j])
			}
		}
		for _, top := range tops {
			ADDQ(columnStride, top)
		}
	}
	const unrolled = 4
	loop("blocks", k, unrolled, func() {
		for i := range unrolled {
			term(i * width * vectorSize)
		}
		advance(unrolled*width*vectorSize, b)
	})
	loop("single", k, 1, func() {
		term(0)
		advance(width*vectorSize, b)
	})
	c, strideC := argument("c"), stride("strideC")
	add := argument("add")
	each := func(do func(place Mem, sum reg.VecVirtual)) {
		down := GP64()
		MOVQ(c, down)
		for i := range sums {
			for j := range width {
				do(at(down, j*vectorSize), sums[i][j])
			}
			ADDQ(strideC, down)
		}
	}
	TESTQ(add, add)
	JZ(LabelRef("store"))
	each(func(place Mem, sum reg.VecVirtual) { VADDPS(place, sum, sum) })
	Label("store")
	each(func(place Mem, sum reg.VecVirtual) { VMOVUPS(sum, place) })
	finish()
}

// row is the first number of a row below a pointer.
func row(top, stride reg.GPVirtual, number int) Mem {
	if number == 0 {
		return at(top, 0)
	}
	return Mem{Base: top, Index: stride, Scale: uint8(number)}
}
