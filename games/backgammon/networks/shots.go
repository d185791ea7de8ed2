package networks

import (
	"math/bits"

	"gambito/games/backgammon"
)

// shots is what the 36 rolls of a side can hit.
type shots struct {
	any  int // rolls that hit a man
	two  int // rolls that have two or more to choose from or to hit both
	pips int // summed over the rolls, what the dearest hit costs the other side
}

// shots counts hits as if all dice were free to be used for them. It looks at
// sets of points: moving every man at once by a die is a shift.
func (s *side) shots() (total shots) {
	if s.blots&(1<<s.rear-1) == 0 {
		return total
	}
	bar := s.men[backgammon.Bar]
	men := s.own
	if bar > 0 {
		men = 1 << backgammon.Bar
	}
	open := ^s.block
	note := func(hits uint32, weight int) {
		hits &= s.blots
		if hits == 0 {
			return
		}
		total.any += weight
		if hits&(hits-1) != 0 {
			total.two += weight
		}
		total.pips += weight * (bits.Len32(hits) - 1)
	}
	field := s.own &^ (1 << backgammon.Bar)
	for a := 1; a <= 6; a++ {
		first := men >> a & open
		// The double: every step may hit, men on the bar enter first.
		hits, at := first, first
		steps := 3
		if bar > 0 {
			if steps = 4 - int(bar); first != 0 {
				at |= field
			}
		}
		for ; steps > 0 && at != 0; steps-- {
			at = at >> a & open
			hits |= at
		}
		note(hits, 1)
		for b := 1; b < a; b++ {
			second := men >> b & open
			switch {
			case bar == 0:
				note(first|second|first>>b&open|second>>a&open, 2)
			case bar == 1: // the other die is free once a man is in
				hits := first | second
				if first != 0 {
					hits |= (first | field) >> b & open
				}
				if second != 0 {
					hits |= (second | field) >> a & open
				}
				note(hits, 2)
			default:
				note(first|second, 2)
			}
		}
	}
	return total
}
