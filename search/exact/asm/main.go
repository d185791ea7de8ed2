// Command asm writes the list of Othello moves for processors with AVX2: with "go
// generate" in package exact. Its output is committed.
package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the fields of an othelloMove are, and its size.
const (
	ownAt, oppAt, legalAt, rankAt, cellAt = 0, 8, 16, 24, 28
	moveSize                              = 32
)

const (
	corners   = 0x8100000000000081
	offEdges  = 0x7e7e7e7e7e7e7e7e // the columns between the first and the last
	rayBytes  = 32                 // the four rays of a cell
	lastCells = 63 * rayBytes
)

func main() {
	moves()
	Generate()
}

// moves writes the list of moves. A register holds the same position four times, for
// the four lines through a cell.
func moves() {
	TEXT("othelloMovesAVX2", NOSPLIT, "func(moves, rays *uint64, own, opp, legal, odd uint64) int")
	Doc("othelloMovesAVX2 is othelloMovesPlain, given where the moves and the rays begin. Precondition: legal is not empty.")
	Pragma("noescape")
	list, rays := argument("moves"), argument("rays")
	own, opp, legal, odd := argument("own"), argument("opp"), argument("legal"), argument("odd")

	first := GP64()
	MOVQ(list, first)
	empty := GP64()
	MOVQ(own, empty)
	ORQ(opp, empty)
	NOTQ(empty)
	cornerCells := GP64()
	MOVQ(U64(corners), cornerCells)

	board := newBoard(own, opp)
	lines := newLines()

	Label("next")
	cell, bit, at := GP64(), GP64(), GP64()
	TZCNTQ(legal, cell)
	BLSIQ(legal, bit)
	BLSRQ(legal, legal)
	MOVQ(cell, at)
	SHLQ(Imm(5), at)
	NEGQ(at) // rays of the cell backwards from the last, and forwards from the first
	down := YMM()
	VMOVDQU(Mem{Base: rays, Index: at, Scale: 1, Disp: lastCells}, down)
	NEGQ(at)
	up := YMM()
	VMOVDQU(Mem{Base: rays, Index: at, Scale: 1}, up)
	flipped := board.flips(up, down)

	// The position after the move, for who replies.
	placed := YMM()
	placedLow := XMM()
	VMOVQ(bit, placedLow)
	VPBROADCASTQ(placedLow, placed)
	nextOwn, nextOpp := YMM(), YMM()
	VPXOR(board.opp, flipped, nextOwn)
	VPOR(board.own, flipped, nextOpp)
	VPOR(placed, nextOpp, nextOpp)
	VMOVQ(nextOwn.AsX(), Mem{Base: list, Disp: ownAt})
	VMOVQ(nextOpp.AsX(), Mem{Base: list, Disp: oppAt})
	replies := lines.legal(nextOwn, nextOpp)
	XORQ(empty, bit)
	ANDQ(bit, replies)
	MOVQ(replies, Mem{Base: list, Disp: legalAt})

	// The rank: fewest replies first, one in a corner counting double.
	inCorners, rank := GP64(), GP64()
	MOVQ(replies, inCorners)
	ANDQ(cornerCells, inCorners)
	POPCNTQ(inCorners, inCorners)
	POPCNTQ(replies, replies)
	ADDQ(inCorners, replies)
	XORQ(rank, rank)
	BTQ(cell, odd)
	ADCQ(Imm(0), rank)
	SHLQ(Imm(2), replies)
	SUBQ(replies, rank)
	MOVL(rank.As32(), Mem{Base: list, Disp: rankAt})
	MOVL(cell.As32(), Mem{Base: list, Disp: cellAt})
	ADDQ(Imm(moveSize), list)
	TESTQ(legal, legal)
	JNZ(LabelRef("next"))

	SUBQ(first, list)
	SHRQ(Imm(5), list)
	Store(list, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func argument(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

// board is a position, also with its cells in reverse order, where rays that lead to
// lower cells lead to higher ones.
type board struct {
	own, opp, ownReversed, oppReversed reg.VecVirtual
	zero, ones                         reg.VecVirtual
	reverse                            reversal
}

func newBoard(own, opp reg.Register) board {
	b := board{own: YMM(), opp: YMM(), ownReversed: YMM(), oppReversed: YMM(), zero: YMM(), ones: YMM(), reverse: newReversal()}
	VPXOR(b.zero, b.zero, b.zero)
	VPCMPEQQ(b.ones, b.ones, b.ones)
	both, other := XMM(), XMM()
	VMOVQ(own, both)
	VMOVQ(opp, other)
	VPBROADCASTQ(both, b.own)
	VPBROADCASTQ(other, b.opp)
	VPUNPCKLQDQ(other, both, both)
	b.reverse.do(both)
	VPBROADCASTQ(both, b.ownReversed)
	VPSRLDQ(Imm(8), both, both)
	VPBROADCASTQ(both, b.oppReversed)
	return b
}

// flips returns the discs that turn over, four times, given the rays from the cell to
// higher cells and, in reverse, to lower ones.
func (b board) flips(up, down reg.VecVirtual) reg.VecVirtual {
	higher := b.along(b.own, b.opp, up)
	lower := b.along(b.ownReversed, b.oppReversed, down)
	// Both are gathered from four lines: higher in the low half, lower in the high.
	some, others := YMM(), YMM()
	VPUNPCKLQDQ(lower, higher, some)
	VPUNPCKHQDQ(lower, higher, others)
	VPOR(some, others, some)
	upper := XMM()
	VEXTRACTI128(Imm(1), some, upper)
	both := XMM()
	VPOR(some.AsX(), upper, both)
	turned := XMM()
	VPSRLDQ(Imm(8), both, turned)
	b.reverse.do(turned)
	VPOR(turned, both, both)
	flipped := YMM()
	VPBROADCASTQ(both, flipped)
	return flipped
}

// along returns the discs of opp on each ray up to the first of own, none if there is
// no such disc. The first cell of a ray without a disc of opp is its lowest: if own has
// it, one less than it are the cells before it.
func (b board) along(own, opp, ray reg.VecVirtual) reg.VecVirtual {
	free, end, none := YMM(), YMM(), YMM()
	VPANDN(ray, opp, free)
	VPSUBQ(free, b.zero, end)
	VPAND(free, end, end)
	VPAND(own, end, end)
	VPCMPEQQ(b.zero, end, none)
	VPADDQ(b.ones, end, end)
	VPSUBQ(none, end, end)
	VPAND(ray, end, end)
	return end
}

// reversal turns the bits of 64-bit words around.
type reversal struct {
	half, low, high, bytes reg.VecVirtual
}

func newReversal() reversal {
	var low, high, bytes [16]byte
	for i := range 16 {
		low[i] = bits.Reverse8(byte(i)) >> 4
		high[i] = bits.Reverse8(byte(i))
		bytes[i] = byte(i ^ 7)
	}
	half := [16]byte{}
	for i := range half {
		half[i] = 0x0f
	}
	return reversal{constant("halfBytes", half), constant("reversedLow", low), constant("reversedHigh", high), constant("reversedBytes", bytes)}
}

// constant loads 16 bytes.
func constant(name string, value [16]byte) reg.VecVirtual {
	data := GLOBL(name, RODATA|NOPTR)
	for i, b := range value {
		DATA(i, U8(b))
	}
	x := XMM()
	VMOVDQU(data, x)
	return x
}

func (r reversal) do(x reg.VecVirtual) {
	upper := XMM()
	VPSRLQ(Imm(4), x, upper)
	VPAND(r.half, upper, upper)
	VPAND(r.half, x, x)
	VPSHUFB(upper, r.low, upper)
	VPSHUFB(x, r.high, x)
	VPOR(upper, x, x)
	VPSHUFB(r.bytes, x, x)
}

// lines are the steps from a cell to the next along the four lines, in bits, and the
// cells that a run of discs may cover.
type lines struct {
	step, double, inner Mem
}

func newLines() lines {
	words := func(name string, values [4]uint64) Mem {
		data := GLOBL(name, RODATA|NOPTR)
		for i, v := range values {
			DATA(8*i, U64(v))
		}
		return data
	}
	return lines{
		step:   words("steps", [4]uint64{1, 8, 7, 9}),
		double: words("doubleSteps", [4]uint64{2, 16, 14, 18}),
		inner:  words("innerCells", [4]uint64{offEdges, 1<<64 - 1, offEdges, offEdges}),
	}
}

// legal returns the cells, occupied ones among them, where own could place a disc: as
// othelloLegal does, but along all four lines at once.
func (l lines) legal(own, opp reg.VecVirtual) reg.GPVirtual {
	over := YMM()
	VPAND(l.inner, opp, over)
	up, down := YMM(), YMM()
	VPSLLVQ(l.step, own, up)
	VPSRLVQ(l.step, own, down)
	VPAND(over, up, up)
	VPAND(over, down, down)
	pairs, pairsDown := YMM(), YMM()
	VPSLLVQ(l.step, over, pairs)
	VPAND(over, pairs, pairs)
	VPSRLVQ(l.step, pairs, pairsDown)
	grow := func(run reg.VecVirtual, by Op, cells reg.VecVirtual, shift func(count, from, to Op)) {
		more := YMM()
		shift(by, run, more)
		VPAND(cells, more, more)
		VPOR(more, run, run)
	}
	left := func(count, from, to Op) { VPSLLVQ(count, from, to) }
	right := func(count, from, to Op) { VPSRLVQ(count, from, to) }
	grow(up, l.step, over, left)
	grow(down, l.step, over, right)
	for range 2 {
		grow(up, l.double, pairs, left)
		grow(down, l.double, pairsDown, right)
	}
	VPSLLVQ(l.step, up, up)
	VPSRLVQ(l.step, down, down)
	VPOR(up, down, up)
	half := XMM()
	VEXTRACTI128(Imm(1), up, half)
	VPOR(half, up.AsX(), half)
	other := XMM()
	VPSRLDQ(Imm(8), half, other)
	VPOR(other, half, half)
	cells := GP64()
	VMOVQ(half, cells)
	return cells
}
