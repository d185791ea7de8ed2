// Command asm writes the loops of pattern systems for processors with AVX2: with "go
// generate" in package ntuple. Its output is committed.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	vectorSize  = 32 // bytes of a register
	vectorWords = 4  // words of a register
	strip       = 3  // registers that hold indices while all pieces pass: those of Othello's sets
)

func main() {
	turn()
	sum()
	Generate()
}

func argument(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// finish ends a function. The upper halves of the registers are cleared because mixing
// them with SSE code, which Go's compiler writes, is slow on some processors.
func finish() {
	VZEROUPPER()
	RET()
}

// turn writes the loop of Turner.Play: a strip of the indices at a time, and the units
// of all pieces subtracted from it.
func turn() {
	TEXT("turnAVX2", NOSPLIT, "func(next, x, placed, turned *uint64, pieces uint64, words int)")
	Doc("turnAVX2 sets next = placed - x - the rows of turned whose bits are set in pieces; words is a multiple of 4.")
	Pragma("noescape")
	next, x, placed, turned := argument("next"), argument("x"), argument("placed"), argument("turned")
	pieces, words := argument("pieces"), argument("words")
	stride := GP64()
	MOVQ(words, stride)
	SHLQ(Imm(3), stride)
	for _, width := range []int{strip, 1} {
		begin, end := label("strip", width), label("narrower", width)
		Label(begin)
		CMPQ(words, Imm(uint64(width*vectorWords)))
		JLT(LabelRef(end))
		parts := make([]reg.VecVirtual, width)
		for i := range parts {
			parts[i] = YMM()
			VMOVDQU(Mem{Base: placed, Disp: i * vectorSize}, parts[i])
			VPSUBQ(Mem{Base: x, Disp: i * vectorSize}, parts[i], parts[i])
		}
		rest, row := GP64(), GP64()
		piece, done := label("piece", width), label("done", width)
		MOVQ(pieces, rest)
		TESTQ(rest, rest)
		JE(LabelRef(done))
		Label(piece)
		TZCNTQ(rest, row)
		IMULQ(stride, row)
		ADDQ(turned, row)
		for i := range parts {
			VPSUBQ(Mem{Base: row, Disp: i * vectorSize}, parts[i], parts[i])
		}
		BLSRQ(rest, rest)
		JNE(LabelRef(piece))
		Label(done)
		for i := range parts {
			VMOVDQU(parts[i], Mem{Base: next, Disp: i * vectorSize})
		}
		for _, pointer := range []reg.Register{next, x, placed, turned} {
			ADDQ(Imm(uint64(width*vectorSize)), pointer)
		}
		SUBQ(Imm(uint64(width*vectorWords)), words)
		JMP(LabelRef(begin))
		Label(end)
	}
	finish()
}

func label(name string, width int) string { return name + string(rune('0'+width)) }

// sum writes the loop of Tables.Sum: eight worths are gathered at a time, each as the
// lower half of 32 bits, and two registers add them up in turn.
func sum() {
	TEXT("sumAVX2", NOSPLIT, "func(values *int16, offset *uint32, x *uint64, words int) int")
	Doc("sumAVX2 adds up the values at offset + index of all indices of x; words is a multiple of 4, and a value follows the last.")
	Pragma("noescape")
	values, offset, x, words := argument("values"), argument("offset"), argument("x"), argument("words")
	sums := [2]reg.VecVirtual{YMM(), YMM()}
	for _, s := range sums {
		VPXOR(s, s, s)
	}
	Label("block")
	for i, s := range sums {
		index, mask, worth := YMM(), YMM(), YMM()
		VPMOVZXWD(Mem{Base: x, Disp: i * vectorSize / 2}, index)
		VPADDD(Mem{Base: offset, Disp: i * vectorSize}, index, index)
		VPCMPEQD(mask, mask, mask)
		VPXOR(worth, worth, worth)
		VPGATHERDD(mask, Mem{Base: values, Index: index, Scale: 2}, worth)
		VPSLLD(Imm(16), worth, worth)
		VPSRAD(Imm(16), worth, worth)
		VPADDD(worth, s, s)
	}
	ADDQ(Imm(vectorSize), x)
	ADDQ(Imm(2*vectorSize), offset)
	SUBQ(Imm(vectorWords), words)
	JNE(LabelRef("block"))
	VPADDD(sums[1], sums[0], sums[0])
	half, low := XMM(), sums[0].AsX()
	VEXTRACTI128(Imm(1), sums[0], half)
	VPADDD(half, low, low)
	VPSHUFD(Imm(0x4e), low, half)
	VPADDD(half, low, low)
	VPSHUFD(Imm(0xb1), low, half)
	VPADDD(half, low, low)
	total, wide := GP32(), GP64()
	VMOVD(low, total)
	MOVLQSX(total, wide)
	Store(wide, ReturnIndex(0))
	finish()
}
