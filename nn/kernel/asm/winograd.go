package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// winograd writes the transforms of tiles; package kernel gives the formulas.
func winograd() {
	square{
		name: "transformInputAVX2", signature: "func(v *float32, stride int, x *float32, offsets *int32, channels int)",
		doc:  "transforms the inputs of a tile: Bᵀ d B.",
		from: 6, to: 6, transform: inputToFrequencies, constants: []float32{2, 4, 5},
		cells: "x", planes: "v",
		write: func(s *state, place Mem, value reg.VecVirtual) { VMOVUPS(value, place) },
	}.generate()

	output := square{
		name: "transformOutputAVX2", signature: "func(y, m *float32, stride int, bias *float32, floor float32, offsets *int32, channels int)",
		doc:  "transforms the outputs of a tile: Aᵀ m A + bias, and nothing below floor.",
		from: 6, to: 4, transform: frequenciesToOutput, constants: []float32{2, 4, 8},
		cells: "y", planes: "m", planesFirst: true, alongside: []string{"bias"}, floor: true,
		write: func(s *state, place Mem, value reg.VecVirtual) {
			VADDPS(at(s.pointers["bias"], 0), value, value)
			VMAXPS(value, s.floor, value)
			VMOVUPS(value, place)
		},
	}
	output.generate()

	output.name, output.signature = "transformOutputSkipAVX2",
		"func(y, m *float32, stride int, bias, skip *float32, floor float32, offsets *int32, channels int)"
	output.doc = "is transformOutputAVX2 with skip added: Aᵀ m A + bias + skip."
	output.alongside = []string{"bias", "skip"}
	output.write = func(s *state, place Mem, value reg.VecVirtual) {
		VADDPS(at(s.pointers["bias"], 0), value, value)
		other := place
		other.Base = s.pointers["skip"]
		VADDPS(other, value, value)
		VMAXPS(value, s.floor, value)
		VMOVUPS(value, place)
	}
	output.generate()

	square{
		name: "gradientOutputAVX2", signature: "func(dm *float32, stride int, dy *float32, offsets *int32, channels int)",
		doc:  "transforms the gradient by the outputs of a tile: A dy Aᵀ.",
		from: 4, to: 6, transform: outputToFrequencies, constants: []float32{2, 4, 8},
		cells: "dy", planes: "dm",
		write: func(s *state, place Mem, value reg.VecVirtual) { VMOVUPS(value, place) },
	}.generate()

	square{
		name: "gradientInputAVX2", signature: "func(dx, dv *float32, stride int, offsets *int32, channels int)",
		doc:  "adds the gradient by the inputs of a tile: B dv Bᵀ.",
		from: 6, to: 6, transform: frequenciesToInput, constants: []float32{2, 4, 5},
		cells: "dx", planes: "dv", planesFirst: true,
		write: func(s *state, place Mem, value reg.VecVirtual) {
			VADDPS(place, value, value)
			VMOVUPS(value, place)
		},
	}.generate()
}

// square is a kernel that applies a linear map, from so many numbers to so many,
// to the columns and then to the rows of a square, for all channels of a tile.
// Between the two the square is on the stack. One side are cells, found by a table
// of offsets, the other planes, a stride apart.
type square struct {
	name, signature, doc string
	from, to             int
	transform            func(c map[float32]reg.VecVirtual, in []reg.VecVirtual) []reg.VecVirtual
	constants            []float32
	cells, planes        string
	planesFirst          bool     // the planes are read and the cells written
	alongside            []string // more pointers that move with the channels
	floor                bool
	write                func(s *state, place Mem, value reg.VecVirtual)
}

// state is the registers of a kernel while it is written.
type state struct {
	pointers  map[string]reg.Register
	offsets   reg.Register
	constants map[float32]reg.VecVirtual
	floor     reg.VecVirtual
}

func (q square) generate() {
	TEXT(q.name, 0, q.signature) // too much stack for NOSPLIT
	Doc(q.name + " " + q.doc)
	Pragma("noescape")
	square := at(aligned(q.from*q.to*vectorSize), 0)
	s := &state{pointers: map[string]reg.Register{}, offsets: argument("offsets"), constants: map[float32]reg.VecVirtual{}}
	for _, name := range append([]string{q.cells, q.planes}, q.alongside...) {
		s.pointers[name] = argument(name)
	}
	for _, x := range q.constants {
		s.constants[x] = YMM()
		VBROADCASTSS(constant(x), s.constants[x])
	}
	if q.floor {
		floor := Load(Param("floor"), XMM()).(reg.VecVirtual)
		s.floor = YMM()
		VBROADCASTSS(floor, s.floor)
	}
	// Planes are read down the columns and written along the rows.
	steps := newSteps("stride", q.planesFirst)
	channels := argument("channels")
	loop("channels", channels, vector, func() {
		walk := GP64()
		MOVQ(s.pointers[q.planes], walk)
		for column := range q.from {
			in := make([]reg.VecVirtual, q.from)
			for i := range in {
				in[i] = YMM()
				if q.planesFirst {
					VMOVUPS(steps.place(walk, i), in[i])
				} else {
					VMOVUPS(s.cell(q.cells, i*q.from+column), in[i])
				}
			}
			if q.planesFirst {
				ADDQ(steps.across, walk)
			}
			for i, value := range q.transform(s.constants, in) {
				VMOVAPS(value, square.Offset((i*q.from+column)*vectorSize))
			}
		}
		for row := range q.to {
			in := make([]reg.VecVirtual, q.from)
			for i := range in {
				in[i] = YMM()
				VMOVAPS(square.Offset((row*q.from+i)*vectorSize), in[i])
			}
			for i, value := range q.transform(s.constants, in) {
				if q.planesFirst {
					q.write(s, s.cell(q.cells, row*q.to+i), value)
				} else {
					q.write(s, steps.place(walk, i), value)
				}
			}
			if !q.planesFirst {
				ADDQ(steps.across, walk)
			}
		}
		for _, name := range append([]string{q.cells, q.planes}, q.alongside...) {
			advance(vectorSize, s.pointers[name])
		}
	})
	finish()
}

// aligned is a pointer to memory on the stack that no register straddles.
func aligned(size int) reg.Register {
	local := AllocLocal(size + vectorSize)
	p := GP64()
	LEAQ(local.Offset(vectorSize-1), p)
	ANDQ(I32(-vectorSize), p)
	return p
}

var constants = map[float32]Mem{}

func constant(x float32) Mem {
	if _, ok := constants[x]; !ok {
		constants[x] = GLOBL(fmt.Sprintf("constant%v", x), RODATA|NOPTR)
		DATA(0, F32(x))
	}
	return constants[x]
}

// cell is where the channels of a cell of the tile are.
func (s *state) cell(name string, number int) Mem {
	offset := GP64()
	MOVLQSX(at(s.offsets, number*4), offset)
	return Mem{Base: s.pointers[name], Index: offset, Scale: floatSize}
}

// steps reaches six planes from a pointer: 0, 1, 2, 3, 4 and 5 steps on. across is
// the way to the next pointer.
type steps struct{ one, three, five, across reg.Register }

func newSteps(argumentName string, down bool) steps {
	plane := stride(argumentName)
	row := GP64()
	IMUL3Q(Imm(6), plane, row)
	one, across := reg.Register(plane), reg.Register(row)
	if down {
		one, across = across, one
	}
	three, five := GP64(), GP64()
	LEAQ(Mem{Base: one, Index: one, Scale: 2}, three)
	LEAQ(Mem{Base: one, Index: one, Scale: 4}, five)
	return steps{one, three, five, across}
}

func (s steps) place(pointer reg.Register, number int) Mem {
	switch number {
	case 0:
		return at(pointer, 0)
	case 3:
		return Mem{Base: pointer, Index: s.three, Scale: 1}
	case 5:
		return Mem{Base: pointer, Index: s.five, Scale: 1}
	}
	return Mem{Base: pointer, Index: s.one, Scale: uint8(number)}
}

// copied is a copy of a register.
func copied(x reg.VecVirtual) reg.VecVirtual {
	y := YMM()
	VMOVAPS(x, y)
	return y
}

func sum(x, y reg.VecVirtual) reg.VecVirtual {
	z := YMM()
	VADDPS(y, x, z)
	return z
}

// The maps. They may use the registers of their arguments for their results.

// inputToFrequencies is Bᵀ.
func inputToFrequencies(c map[float32]reg.VecVirtual, d []reg.VecVirtual) []reg.VecVirtual {
	VFMADD213PS(d[4], c[4], d[0]) // 4·d0 − 5·d2 + d4
	VFNMADD231PS(c[5], d[2], d[0])
	VFMADD231PS(c[4], d[1], d[5]) // 4·d1 − 5·d3 + d5
	VFNMADD231PS(c[5], d[3], d[5])
	even, odd := copied(d[4]), copied(d[3]) // d4 − 4·d2 ± (d3 − 4·d1)
	VFNMADD231PS(c[4], d[2], even)
	VFNMADD231PS(c[4], d[1], odd)
	VSUBPS(d[2], d[4], d[4]) // d4 − d2 ± 2·(d3 − d1)
	VSUBPS(d[1], d[3], d[3])
	VADDPS(odd, even, d[1])
	VSUBPS(odd, even, d[2])
	plus := copied(d[4])
	VFMADD231PS(c[2], d[3], plus)
	VFNMADD231PS(c[2], d[3], d[4])
	return []reg.VecVirtual{d[0], d[1], d[2], plus, d[4], d[5]}
}

// frequenciesToOutput is Aᵀ.
func frequenciesToOutput(c map[float32]reg.VecVirtual, m []reg.VecVirtual) []reg.VecVirtual {
	near, far := sum(m[1], m[2]), sum(m[3], m[4])
	VSUBPS(m[2], m[1], m[1])
	VSUBPS(m[4], m[3], m[3])
	VADDPS(near, m[0], m[0])
	VADDPS(far, m[0], m[0])
	second := copied(m[1])
	VFMADD231PS(c[2], m[3], second)
	VFMADD231PS(c[4], far, near)
	VADDPS(m[1], m[5], m[5])
	VFMADD231PS(c[8], m[3], m[5])
	return []reg.VecVirtual{m[0], second, near, m[5]}
}

// outputToFrequencies is A.
func outputToFrequencies(c map[float32]reg.VecVirtual, y []reg.VecVirtual) []reg.VecVirtual {
	even, odd := sum(y[0], y[2]), sum(y[1], y[3])
	first := sum(even, odd)
	VSUBPS(odd, even, even)
	VFMADD213PS(y[0], c[4], y[2]) // y0 + 4·y2 ± (2·y1 + 8·y3)
	VMULPS(c[2], y[1], y[1])
	VFMADD231PS(c[8], y[3], y[1])
	third := sum(y[2], y[1])
	VSUBPS(y[1], y[2], y[2])
	return []reg.VecVirtual{y[0], first, even, third, y[2], y[3]}
}

// frequenciesToInput is B.
func frequenciesToInput(c map[float32]reg.VecVirtual, v []reg.VecVirtual) []reg.VecVirtual {
	near, far := sum(v[1], v[2]), sum(v[3], v[4])
	VSUBPS(v[2], v[1], v[1])
	VSUBPS(v[4], v[3], v[3])
	first := YMM() // 4·v5 − 4·(v1 − v2) − 2·(v3 − v4)
	VMULPS(c[4], v[5], first)
	VFNMADD231PS(c[4], v[1], first)
	VFNMADD231PS(c[2], v[3], first)
	VFMADD231PS(c[2], v[3], v[1]) // v1 − v2 + 2·(v3 − v4) − 5·v5
	VFNMADD231PS(c[5], v[5], v[1])
	fourth := sum(near, far) // v0 + v1 + v2 + v3 + v4
	VADDPS(v[0], fourth, fourth)
	VFNMSUB231PS(c[4], near, far) // −5·v0 − 4·(v1 + v2) − (v3 + v4)
	VFNMADD231PS(c[5], v[0], far)
	VMULPS(c[4], v[0], v[0])
	return []reg.VecVirtual{v[0], first, far, v[1], fourth, v[5]}
}
