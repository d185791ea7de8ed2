package networks

import (
	"gambito/games/backgammon"
	"gambito/nn/sparse"
)

// Inputs of one side that came with the second generation of networks. Numbers
// tell what the next roll can make of a position, and tables have one input for
// every pattern of six neighbouring points, of which one is 1: what a pattern means
// is learned as a whole, not as the sum of its points. They stand behind all
// others, so that networks that know nothing of them are still read.
const (
	inMakesHome   = iota // rolls that make a new point at home
	inMakesBest          // rolls that make a new point from 4 to 7
	inMakesAnchor        // rolls that make a new point in the other's home board
	inPointsOn           // rolls that make a point on a man of the other side
	inGrown              // longest run of points held after a roll, in the mean
	rollNumbers          // how many there are

	patternSize = 1 << 6

	inHeldHome    = rollNumbers                 // points held from 1 to 6
	inHeldOuter   = inHeldHome + patternSize    // from 7 to 12
	inHeldFar     = inHeldOuter + patternSize   // from 13 to 18
	inHeldAnchors = inHeldFar + patternSize     // from 19 to 24
	inBlotsHome   = inHeldAnchors + patternSize // men alone from 1 to 6
	inBlocked     = inBlotsHome + patternSize   // points of the other side before the rearmost man
	patternInputs = inBlocked + patternSize
)

// patterns sets these inputs of a side.
func (s *side) patterns(x *sparse.Input, base int) {
	single := s.own &^ s.held
	x.Set(base+inHeldHome+int(s.held>>1&63), 1)
	x.Set(base+inHeldOuter+int(s.held>>7&63), 1)
	x.Set(base+inHeldFar+int(s.held>>13&63), 1)
	x.Set(base+inHeldAnchors+int(s.held>>19&63), 1)
	x.Set(base+inBlotsHome+int(single>>1&63), 1)
	x.Set(base+inBlocked+int(s.ahead(s.rear)&63), 1)
	if s.men[backgammon.Bar] > 0 {
		return
	}
	m := s.makes()
	x.Set(base+inMakesHome, float32(m.home)/36)
	x.Set(base+inMakesBest, float32(m.best)/36)
	x.Set(base+inMakesAnchor, float32(m.anchor)/36)
	x.Set(base+inPointsOn, float32(m.on)/36)
	x.Set(base+inGrown, float32(m.grown)/(6*36))
}

// makes is what the 36 rolls of a side can make.
type makes struct {
	home, best, anchor, on int // rolls
	grown                  int // summed over the rolls, the longest run of points
}

// makes counts points that can be made with no man on the bar: two men come
// together, or one comes to a man that is alone. Which points they leave does not
// matter.
func (s *side) makes() (total makes) {
	const best, anchors = 0xf0, 63 << 19
	open := ^s.block &^ s.held &^ 1
	single := s.own &^ s.held
	note := func(made uint32, weight int) {
		made &= open
		if made&home != 0 {
			total.home += weight
		}
		if made&best != 0 {
			total.best += weight
		}
		if made&anchors != 0 {
			total.anchor += weight
		}
		if made&s.blots != 0 {
			total.on += weight
		}
		total.grown += weight * min(longest(s.held|made), 6)
	}
	for a := 1; a <= 6; a++ {
		first := s.own >> a
		landed := first &^ s.block >> a // by two steps of the double
		note(s.held>>a|first&landed|single&(first|landed), 1)
		for b := 1; b < a; b++ {
			second := s.own >> b
			both := (first &^ s.block >> b) | (second &^ s.block >> a)
			note(first&second|single&(first|second|both), 2)
		}
	}
	return total
}
