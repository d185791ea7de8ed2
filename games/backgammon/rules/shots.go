package rules

import (
	"math/bits"

	"gambito/games/backgammon"
)

// Shots counts the rolls with which the other side can hit a blot. Points are
// as that side counts them, so that it comes down from 25, its bar.
type Shots struct {
	blocked uint32 // where it may not land
	men     uint32 // where it has men, the bar not included
	bar     int    // how many are there
}

// NewShots prepares to count those at own men.
func NewShots(own, other *[26]uint8) Shots {
	_, held := backgammon.Occupied(own)
	men, _ := backgammon.Occupied(other)
	return Shots{blocked: bits.Reverse32(held) >> 6, men: men, bar: int(other[backgammon.Bar])}
}

func (s *Shots) free(k int) bool { return k > 0 && s.blocked>>k&1 == 0 }

// from reports whether a man is on a point.
func (s *Shots) from(k int) bool { return k < backgammon.Bar && s.men>>k&1 != 0 }

// Count is how many of 36 rolls hit a blot on a point as its owner counts.
func (s *Shots) Count(blot int) int {
	target := backgammon.Bar - blot
	if s.bar > 0 {
		return s.countEntering(target)
	}
	men, free := s.men>>target, ^s.blocked>>target // bit d: at distance d
	if men == 0 {
		return 0
	}
	direct := men >> 1 & 63
	mixed := withDie[direct] | withSum[men&(1<<12-1)]&withDie[free>>1&63]
	hits := 2 * bits.OnesCount16(mixed)
	for a := 1; a <= 6; a++ {
		// Four steps of a: a man at the end of one, the ends before it free.
		step := free >> a
		hits += int(1 & (men>>a | step&(men>>(2*a)|free>>(2*a)&(men>>(3*a)|free>>(3*a)&(men>>(4*a))))))
	}
	return hits
}

// Sets of the 15 pairs of different dice: by set of numbers, bit n−1 for n, those
// that show one of them, and by set of sums, bit n for n, those that show it.
var withDie, withSum = func() (die [1 << 6]uint16, sum [1 << 12]uint16) {
	pair := 0
	for a := 1; a <= 6; a++ {
		for b := 1; b < a; b++ {
			for set := range die {
				if set>>(a-1)&1 != 0 || set>>(b-1)&1 != 0 {
					die[set] |= 1 << pair
				}
			}
			for set := range sum {
				if set>>(a+b)&1 != 0 {
					sum[set] |= 1 << pair
				}
			}
			pair++
		}
	}
	return die, sum
}()

// countEntering counts the rolls that bring men from the bar and hit.
func (s *Shots) countEntering(target int) int {
	hits := 0
	for a := 1; a <= 6; a++ {
		if s.double(target, a) {
			hits++
		}
		for b := 1; b < a; b++ {
			if s.mixed(target, a, b) {
				hits += 2
			}
		}
	}
	return hits
}

// mixed reports whether two different dice hit while a man or more is on the bar.
func (s *Shots) mixed(target, a, b int) bool {
	if s.bar == 1 {
		return s.entering(target, a, b) || s.entering(target, b, a)
	}
	return backgammon.Bar-a == target || backgammon.Bar-b == target
}

// entering reports whether the only man on the bar enters with the first die
// and it hits there, or any man does with the second.
func (s *Shots) entering(target, first, second int) bool {
	lands := backgammon.Bar - first
	return lands == target || s.free(lands) && (s.from(target+second) || lands == target+second)
}

// double reports whether four times the same number hit. Men on the bar enter
// first, all on one point.
func (s *Shots) double(target, die int) bool {
	lands, men := backgammon.Bar-die, s.men
	if s.bar > 0 {
		if lands == target || !s.free(lands) {
			return lands == target
		}
		men |= 1 << lands
	}
	for parts := 1; parts <= 4-s.bar; parts++ {
		k := target + parts*die
		switch {
		case k >= backgammon.Bar:
			return false
		case men>>k&1 != 0:
			return true
		case !s.free(k):
			return false
		}
	}
	return false
}
