package battleship

import "math/bits"

// set is cells of a sea.
type set [2]uint64

func (a *set) add(cell int)     { a[cell/64] |= 1 << (cell % 64) }
func (a *set) remove(cell int)  { a[cell/64] &^= 1 << (cell % 64) }
func (a set) has(cell int) bool { return a[cell/64]>>(cell%64)&1 == 1 }
func (a set) or(b set) set      { return set{a[0] | b[0], a[1] | b[1]} }
func (a set) without(b set) set { return set{a[0] &^ b[0], a[1] &^ b[1]} }
func (a set) meets(b set) bool  { return a[0]&b[0]|a[1]&b[1] != 0 }
func (a set) within(b set) bool { return a[0]&^b[0]|a[1]&^b[1] == 0 }
func (a set) empty() bool       { return a[0]|a[1] == 0 }
func (a set) first() int {
	if a[0] != 0 {
		return bits.TrailingZeros64(a[0])
	}
	return 64 + bits.TrailingZeros64(a[1])
}
