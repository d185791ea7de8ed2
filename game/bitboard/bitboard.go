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
