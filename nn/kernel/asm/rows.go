package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rows writes the kernels that go through the rows of matrices whose width is a
// multiple of a register: one strip of columns after the other, from top to
// bottom.
func rows() {
	function("sumRowsAVX2", "func(sum, x *float32, rows, width int)", "adds the rows of x to sum.")
	strips([]string{"sum"}, []string{"x"}, func(a, x []reg.Register) (perRow, end func()) {
		s := load(a[0])
		return func() { VADDPS(at(x[0], 0), s, s) }, func() { VMOVUPS(s, at(a[0], 0)) }
	})

	function("sumProductRowsAVX2", "func(sum, x, y *float32, rows, width int)", "adds the products of x and y, by column, to sum.")
	strips([]string{"sum"}, []string{"x", "y"}, func(a, x []reg.Register) (perRow, end func()) {
		s := load(a[0])
		return func() { VFMADD231PS(at(x[1], 0), load(x[0]), s) }, func() { VMOVUPS(s, at(a[0], 0)) }
	})

	function("scaleRowsAVX2", "func(y, x, scale, shift *float32, rows, width int)", "sets y = scale·x + shift.")
	strips([]string{"scale", "shift"}, []string{"y", "x"}, func(a, x []reg.Register) (perRow, end func()) {
		scale, shift := load(a[0]), load(a[1])
		return func() {
			v := load(x[1])
			VFMADD213PS(shift, scale, v)
			VMOVUPS(v, at(x[0], 0))
		}, func() {}
	})

	function("combineRowsAVX2", "func(y, x, a, b, c *float32, rows, width int)", "sets y = a·x + b·y + c.")
	strips([]string{"a", "b", "c"}, []string{"y", "x"}, func(a, x []reg.Register) (perRow, end func()) {
		factorX, factorY, constant := load(a[0]), load(a[1]), load(a[2])
		return func() {
			v := load(x[0])
			VFMADD213PS(constant, factorY, v)
			VFMADD231PS(at(x[1], 0), factorX, v)
			VMOVUPS(v, at(x[0], 0))
		}, func() {}
	})
}

func load(from reg.Register) reg.VecVirtual {
	v := YMM()
	VMOVUPS(at(from, 0), v)
	return v
}

// strips goes through vectors of one row and matrices, whose arguments it names.
func strips(vectors, matrices []string, strip func(vectors, matrices []reg.Register) (perRow, end func())) {
	var v, m, down []reg.Register
	for _, name := range vectors {
		v = append(v, argument(name))
	}
	for _, name := range matrices {
		m = append(m, argument(name))
		down = append(down, GP64())
	}
	rows, width := argument("rows"), argument("width")
	bytes := GP64()
	MOVQ(width, bytes)
	SHLQ(Imm(2), bytes)
	loop("strips", width, vector, func() {
		perRow, end := strip(v, down)
		left := GP64()
		MOVQ(rows, left)
		for i := range m {
			MOVQ(m[i], down[i])
		}
		loop("rows", left, 1, func() {
			perRow()
			for _, p := range down {
				ADDQ(bytes, p)
			}
		})
		end()
		advance(vectorSize, append(v, m...)...)
	})
	finish()
}
