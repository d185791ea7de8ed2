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
	if s.bar == 0 && s.men>>target == 0 {
		return 0
	}
	if s.bar > 0 {
		return s.countEntering(target)
	}
	// Dice that hit at once do so with whatever the other shows.
	direct := s.men >> (target + 1) & 63
	others := 6 - bits.OnesCount32(direct)
	hits := 36 - others*others
	for a := 1; a <= 6; a++ {
		if direct>>(a-1)&1 != 0 {
			continue
		}
		if s.double(target, a) {
			hits++
		}
		for b := 1; b < a; b++ {
			if direct>>(b-1)&1 == 0 && s.from(target+a+b) && (s.free(target+a) || s.free(target+b)) {
				hits += 2
			}
		}
	}
	return hits
}

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
