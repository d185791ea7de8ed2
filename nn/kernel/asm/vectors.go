package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vectors writes the kernels that go through vectors of any length: four
// registers at a time, then one, then number by number.
func vectors() {
	function("dotAVX2", "func(x, y *float32, n int) float32", "computes the product of two vectors.")
	x, y, n := argument("x"), argument("y"), argument("n")
	var sums [4]reg.VecVirtual
	for i := range sums {
		sums[i] = zero()
	}
	term := func(i, displacement int) {
		v := YMM()
		VMOVUPS(at(x, displacement), v)
		VFMADD231PS(at(y, displacement), v, sums[i])
	}
	loop("blocks", n, 4*vector, func() {
		for i := range sums {
			term(i, i*vectorSize)
		}
		advance(4*vectorSize, x, y)
	})
	loop("single", n, vector, func() {
		term(0, 0)
		advance(vectorSize, x, y)
	})
	VADDPS(sums[1], sums[0], sums[0])
	VADDPS(sums[3], sums[2], sums[2])
	VADDPS(sums[2], sums[0], sums[0])
	sum, half := sums[0].AsX(), XMM()
	VEXTRACTF128(Imm(1), sums[0], half)
	VADDPS(half, sum, sum)
	VHADDPS(sum, sum, sum)
	VHADDPS(sum, sum, sum)
	loop("tail", n, 1, func() {
		v := XMM()
		VMOVSS(at(x, 0), v)
		VFMADD231SS(at(y, 0), v, sum)
		advance(floatSize, x, y)
	})
	Store(sum, ReturnIndex(0))
	finish()

	function("axpyAVX2", "func(a float32, x, y *float32, n int)", "adds a multiple of x to y.")
	a := YMM()
	factor := Load(Param("a"), XMM()).(reg.VecVirtual)
	VBROADCASTSS(factor, a)
	x, y, n = argument("x"), argument("y"), argument("n")
	through(n, []reg.Register{x, y}, func(displacement int) {
		v := YMM()
		VMOVUPS(at(y, displacement), v)
		VFMADD231PS(at(x, displacement), a, v)
		VMOVUPS(v, at(y, displacement))
	}, func() {
		v := XMM()
		VMOVSS(at(y, 0), v)
		VFMADD231SS(at(x, 0), a.AsX(), v)
		VMOVSS(v, at(y, 0))
	})

	function("reluAVX2", "func(x *float32, n int)", "sets negative numbers to zero.")
	x, n = argument("x"), argument("n")
	nothing := zero()
	through(n, []reg.Register{x}, func(displacement int) {
		v := YMM()
		VMAXPS(at(x, displacement), nothing, v)
		VMOVUPS(v, at(x, displacement))
	}, func() {
		v := XMM()
		VMAXSS(at(x, 0), nothing.AsX(), v)
		VMOVSS(v, at(x, 0))
	})

	const greater = 0x1e // _CMP_GT_OQ
	function("reluGradientAVX2", "func(y, dy *float32, n int)", "keeps of dy what belongs to positive y.")
	y, dy, n := argument("y"), argument("dy"), argument("n")
	nothing = zero()
	through(n, []reg.Register{y, dy}, func(displacement int) {
		v := YMM()
		VMOVUPS(at(y, displacement), v)
		VCMPPS(Imm(greater), nothing, v, v)
		VANDPS(at(dy, displacement), v, v)
		VMOVUPS(v, at(dy, displacement))
	}, func() {
		v, d := XMM(), XMM()
		VMOVSS(at(y, 0), v)
		VMOVSS(at(dy, 0), d)
		VCMPSS(Imm(greater), nothing.AsX(), v, v)
		VANDPS(d, v, v)
		VMOVSS(v, at(dy, 0))
	})
}

// advance moves pointers.
func advance(bytes int, pointers ...reg.Register) {
	for _, p := range pointers {
		ADDQ(I32(bytes), p)
	}
}

// through ends a kernel that does the same with every number of some vectors.
func through(n reg.GPVirtual, pointers []reg.Register, registers func(displacement int), number func()) {
	loop("blocks", n, 4*vector, func() {
		for i := range 4 {
			registers(i * vectorSize)
		}
		advance(4*vectorSize, pointers...)
	})
	loop("single", n, vector, func() {
		registers(0)
		advance(vectorSize, pointers...)
	})
	loop("tail", n, 1, func() {
		number()
		advance(floatSize, pointers...)
	})
	finish()
}
