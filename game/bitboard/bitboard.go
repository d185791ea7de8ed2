// Package bitboard has the operations on sets of cells, one bit a cell, that
// games share.
package bitboard

import "math/bits"

// Select returns the number of the k-th lowest set bit of b, counted from 0.
// Precondition: b has more than k bits.
func Select(b uint64, k int) int {
	for range k {
		b &= b - 1
	}
	return bits.TrailingZeros64(b)
}

// SelectEarly returns the k-th lowest set bit of b itself. It is Select without a branch
// that depends on k, faster where k is nearly always below eight and nobody can guess it.
// Precondition: b has more than k bits.
func SelectEarly(b uint64, k int) uint64 {
	for ; k > 7; k-- {
		b &= b - 1
	}
	n := uint64(k)
	b ^= (b ^ withoutTwo(withoutTwo(b))) & -(n >> 2 & 1)
	b ^= (b ^ withoutTwo(b)) & -(n >> 1 & 1)
	b ^= (b ^ b&(b-1)) & -(n & 1)
	return b & -b
}

// withoutTwo is b without its two lowest bits.
func withoutTwo(b uint64) uint64 {
	b &= b - 1
	return b & (b - 1)
}

// Hash mixes two words into one. It is a bijection of either word when the
// other is fixed, so positions that fit one word never collide.
func Hash(a, b uint64) uint64 {
	return mix(a + mix(b+0x9e3779b97f4a7c15))
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Set128 is a set of up to 128 cells.
type Set128 [2]uint64

// Add puts a cell into the set.
func (s *Set128) Add(cell int) { s[cell>>6&1] |= 1 << (cell & 63) }

// Remove takes a cell out of the set.
func (s *Set128) Remove(cell int) { s[cell>>6&1] &^= 1 << (cell & 63) }

// Has reports whether a cell is in the set.
func (s *Set128) Has(cell int) bool { return s[cell>>6&1]>>(cell&63)&1 != 0 }

// Union returns the cells of both sets.
func (s Set128) Union(t Set128) Set128 { return Set128{s[0] | t[0], s[1] | t[1]} }

// Minus returns the cells of s that are not in t.
func (s Set128) Minus(t Set128) Set128 { return Set128{s[0] &^ t[0], s[1] &^ t[1]} }
