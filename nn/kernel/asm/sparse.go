package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// strip is how many registers hold a part of a row while all rows pass.
const strip = 8

// sparse writes the kernels of layers whose inputs are mostly zero.
func sparse() {
	function("addRowsAVX2", "func(sum, rows *float32, index *int32, value *float32, n, width int)", "adds chosen rows, each times a value, to sum.")
	sum, rows := argument("sum"), argument("rows")
	inStrips(sum, rows, func(parts [strip]reg.VecVirtual) {
		for i, y := range parts {
			VMOVUPS(at(sum, i*vectorSize), y)
		}
	}, func(row reg.Register, value reg.VecVirtual, parts [strip]reg.VecVirtual) {
		for i, y := range parts {
			VFMADD231PS(at(row, i*vectorSize), value, y)
		}
	}, func(parts [strip]reg.VecVirtual) {
		for i, y := range parts {
			VMOVUPS(y, at(sum, i*vectorSize))
		}
	})

	function("addToRowsAVX2", "func(x, rows *float32, index *int32, value *float32, n, width int)", "adds x, each time multiplied by a value, to chosen rows.")
	x, rows := argument("x"), argument("rows")
	inStrips(x, rows, func(parts [strip]reg.VecVirtual) {
		for i, y := range parts {
			VMOVUPS(at(x, i*vectorSize), y)
		}
	}, func(row reg.Register, value reg.VecVirtual, parts [strip]reg.VecVirtual) {
		for i, y := range parts {
			v := YMM()
			VMOVUPS(at(row, i*vectorSize), v)
			VFMADD231PS(y, value, v)
			VMOVUPS(v, at(row, i*vectorSize))
		}
	}, func([strip]reg.VecVirtual) {})

	logistic()
}

// inStrips goes through a vector strip by strip and for each through the chosen
// rows: so that the vector stays in registers.
func inStrips(vector, rows reg.GPVirtual, begin func([strip]reg.VecVirtual), each func(row reg.Register, value reg.VecVirtual, parts [strip]reg.VecVirtual), end func([strip]reg.VecVirtual)) {
	index, value, n, width := argument("index"), argument("value"), argument("n"), argument("width")
	bytes := GP64()
	MOVQ(width, bytes)
	SHLQ(Imm(2), bytes)
	var parts [strip]reg.VecVirtual
	for i := range parts {
		parts[i] = YMM()
	}
	factor, row, i := YMM(), GP64(), GP64()
	loop("strips", width, strip*8, func() {
		begin(parts)
		XORQ(i, i)
		Label("rows")
		CMPQ(i, n)
		JGE(LabelRef("rowsEnd"))
		MOVLQSX(Mem{Base: index, Index: i, Scale: 4}, row)
		IMULQ(bytes, row)
		ADDQ(rows, row)
		VBROADCASTSS(Mem{Base: value, Index: i, Scale: 4}, factor)
		each(row, factor, parts)
		INCQ(i)
		JMP(LabelRef("rows"))
		Label("rowsEnd")
		end(parts)
		advance(strip*vectorSize, vector, rows)
	})
	finish()
}

// logistic writes 1/(1+e^−x), with e^−x = 2^t as 2^whole · 2^fraction, the first
// made in the exponent's bits, the second by its Taylor polynomial.
func logistic() {
	function("logisticAVX2", "func(x *float32, n int)", "replaces every x by 1/(1+e^−x).")
	x, n := argument("x"), argument("n")
	constant := func(v float64) reg.VecVirtual {
		y, bits := YMM(), GP32()
		MOVL(U32(math.Float32bits(float32(v))), bits)
		MOVD(bits, y.AsX())
		VBROADCASTSS(y.AsX(), y)
		return y
	}
	scale, one := constant(-1/math.Ln2), constant(1)
	high, low := constant(64), constant(-64) // beyond these the function is as good as 0 or 1
	var polynomial []reg.VecVirtual
	for k, factorial := 1, 1.0; k <= 5; k++ {
		factorial *= float64(k)
		polynomial = append(polynomial, constant(math.Pow(math.Ln2, float64(k))/factorial))
	}
	loop("each", n, vector, func() {
		t, whole, p := YMM(), YMM(), YMM()
		VMULPS(at(x, 0), scale, t)
		VMINPS(high, t, t)
		VMAXPS(low, t, t)
		VROUNDPS(Imm(0), t, whole)
		VSUBPS(whole, t, t)
		VCVTPS2DQ(whole, whole)
		VPSLLD(Imm(23), whole, whole)
		VMOVAPS(polynomial[4], p)
		for k := 3; k >= 0; k-- {
			VFMADD213PS(polynomial[k], t, p)
		}
		VFMADD213PS(one, t, p)
		VPADDD(whole, p, p)
		VADDPS(one, p, p)
		VDIVPS(p, one, p)
		VMOVUPS(p, at(x, 0))
		advance(vectorSize, x)
	})
	finish()
}
