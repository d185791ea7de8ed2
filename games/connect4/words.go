package connect4

import "math/bits"

// words is a number of 128 bits, or a set of as many cells.
type words struct{ low, high uint64 }

func (a words) and(b words) words   { return words{a.low & b.low, a.high & b.high} }
func (a words) or(b words) words    { return words{a.low | b.low, a.high | b.high} }
func (a words) xor(b words) words   { return words{a.low ^ b.low, a.high ^ b.high} }
func (a words) minus(b words) words { return words{a.low &^ b.low, a.high &^ b.high} }

// up shifts to the higher bits. A shift by 64 or more bits of a word, as unsigned
// numbers below 0 are, leaves nothing of it.
func (a words) up(n uint) words {
	return words{a.low << n, a.high<<n | a.low>>(64-n) | a.low<<(n-64)}
}

// down shifts to the lower bits.
func (a words) down(n uint) words {
	return words{a.low>>n | a.high<<(64-n) | a.high>>(n-64), a.high >> n}
}

// plus adds numbers.
func (a words) plus(b words) words {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return words{low, high}
}

func (a words) empty() bool { return a.low|a.high == 0 }

// meets reports whether sets have a cell in common.
func (a words) meets(b words) bool { return a.low&b.low|a.high&b.high != 0 }

func (a words) count() int { return bits.OnesCount64(a.low) + bits.OnesCount64(a.high) }

// lowest is the number of the lowest cell of a set that is not empty.
func (a words) lowest() uint {
	if a.low != 0 {
		return uint(bits.TrailingZeros64(a.low))
	}
	return 64 + uint(bits.TrailingZeros64(a.high))
}

// bit is the set of one cell.
func bit(n uint) words { return words{low: 1}.up(n) }

// each calls f with every cell of a set, the lowest first, as a set of its own.
func (a words) each(f func(cell words)) {
	for ; a.low != 0; a.low &= a.low - 1 {
		f(words{low: a.low & -a.low})
	}
	for ; a.high != 0; a.high &= a.high - 1 {
		f(words{high: a.high & -a.high})
	}
}
