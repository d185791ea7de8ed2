// Command asm writes the kernels for processors with AVX2 and FMA: with "go
// generate" in package kernel. Its output is committed.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	vector     = 8 // floats in a register
	floatSize  = 4
	vectorSize = vector * floatSize
)

func main() {
	vectors()
	rows()
	for rows := 1; rows <= 6; rows++ {
		tile(rows)
	}
	winograd()
	sparse()
	Generate()
}

// function begins a kernel; doc says what it does.
func function(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Doc(name + " " + doc)
	Pragma("noescape")
}

// argument loads an argument that is a pointer or a number.
func argument(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

// stride loads an argument that counts floats, as bytes.
func stride(name string) reg.GPVirtual {
	r := argument(name)
	SHLQ(Imm(2), r)
	return r
}

// finish ends a kernel. The upper halves of the registers are cleared because
// mixing them with SSE code, which Go's compiler writes, is slow on some
// processors.
func finish() {
	VZEROUPPER()
	RET()
}

func zero() reg.VecVirtual {
	y := YMM()
	VXORPS(y, y, y)
	return y
}

func at(base reg.Register, displacement int) Mem { return Mem{Base: base, Disp: displacement} }

// loop repeats body while counter, which it lowers by step, is at least step.
func loop(name string, counter reg.GPVirtual, step int, body func()) {
	Label(name)
	CMPQ(counter, Imm(uint64(step)))
	JL(LabelRef(name + "End"))
	body()
	SUBQ(Imm(uint64(step)), counter)
	JMP(LabelRef(name))
	Label(name + "End")
}
