package networks

import (
	"math/bits"

	"gambito/games/backgammon"
	"gambito/nn/sparse"
)

// side is what the inputs of one player are computed from. Sets of points have
// bit k for point k as the player counts, 25 for the bar.
type side struct {
	men   *[26]uint8
	own   uint32 // where it has men
	held  uint32 // where it has two or more
	block uint32 // where the other side has two or more
	blots uint32 // where the other side has one
	walls uint32 // where the other side has two or more, as that one counts
	rear  int    // its farthest man
	enemy int    // the other side's farthest man, as this side counts: all behind it are past
}

func sides(own, other *[26]uint8) (mine, theirs side) {
	some, many := backgammon.Occupied(own)
	otherSome, otherMany := backgammon.Occupied(other)
	if own[backgammon.Bar] > 0 {
		some |= 1 << backgammon.Bar
	}
	if other[backgammon.Bar] > 0 {
		otherSome |= 1 << backgammon.Bar
	}
	mine = side{men: own, own: some, held: many, block: mirror(otherMany), walls: otherMany, blots: mirror(otherSome &^ otherMany &^ (1 << backgammon.Bar))}
	theirs = side{men: other, own: otherSome, held: otherMany, block: mirror(many), walls: many, blots: mirror(some &^ many &^ (1 << backgammon.Bar))}
	mine.rear, theirs.rear = bits.Len32(some)-1, bits.Len32(otherSome)-1
	mine.enemy, theirs.enemy = backgammon.Bar-theirs.rear, backgammon.Bar-mine.rear
	return mine, theirs
}

// mirror turns points as one side counts them into those of the other.
func mirror(points uint32) uint32 { return bits.Reverse32(points) >> 6 }

const home = 0x7e // points 1 to 6

// reach tells, by which of the 12 points ahead are blocked, with how many of 36
// rolls a man can go on by both dice, and how far it gets in the mean with its
// share of any roll.
var reach = func() (t [1 << 12]struct{ both, pips float32 }) {
	for set := range t {
		open := func(k int) bool { return k > 12 || set>>(k-1)&1 == 0 }
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				way, stop := 0, false
				if a == b {
					for step := 1; step <= 4 && !stop; step++ {
						if stop = !open(step * a); !stop {
							way = step * a
						}
					}
					if way >= 2*a {
						t[set].both++
					}
				} else {
					if open(a) {
						way = a
					}
					if open(b) {
						way = max(way, b)
					}
					if open(a+b) && (open(a) || open(b)) {
						way = a + b
						t[set].both++
					}
				}
				t[set].pips += float32(way)
			}
		}
		t[set].both /= 36
		t[set].pips /= 36
	}
	return t
}()

// ahead is the set of blocked points before a man, the nearest in bit 0.
func (s *side) ahead(k int) uint32 {
	// As the other side counts, the point next to k is 25−(k−1), and so on upward.
	return s.walls >> (backgammon.Bar - k + 1) & (1<<12 - 1)
}

// The inputs of one side that are more than where its men are: numbers first,
// then groups of which at most one is 1.
const (
	inPips        = iota // to go
	inToPass             // pips to go until all men are past the other side's
	inShots              // rolls that hit
	inDoubleShots        // rolls that can hit in two places
	inShotPips           // pips that the other side loses by hits in the mean
	inMobility           // how far the men outside home can go, summed
	inRearBoth           // rolls that the rearmost man can play in full
	inRearPips           // how far it gets in the mean
	inContained          // how hard it is for the other side to get past
	inTiming             // pips to play before points at home or anchors break up
	inGammonPips         // pips to bring all men home
	inSpread             // men beyond three on a point
	inDead               // men on the points 1 and 2
	inOff                // men off
	inFlexible           // points held from 1 to 12
	inEnter              // with a man on the bar: rolls that do not let it enter
	numberCount          // how many there are

	inHome      = numberCount     // home points held, 0 to 6
	inHomeBlots = inHome + 7      // blots at home, 0 to 3
	inPrime     = inHomeBlots + 4 // longest run of points held, 0 to 6
	inTrapped   = inPrime + 7     // points held among the six before the other's rearmost man, 0 to 6
	inBackMen   = inTrapped + 7   // men in the other's home board and on the bar, 0 to 5
	inAnchors   = inBackMen + 6   // points held in the other's home board, 0 to 3
	inBarHome   = inAnchors + 4   // with a man on the bar: the other's home points, 0 to 6
	inOffSome   = inBarHome + 7   // men off: none, 1 to 5, 6 to 10, more
	inBlots     = inOffSome + 4   // blots anywhere, 0 to 4
	inRearPrime = inBlots + 5     // longest run of the other's points in the 12 before the rearmost man, 0 to 6
	extras      = inRearPrime + 7

	units       = 4 // inputs a point
	pointInputs = units * backgammon.Bar
	sideInputs  = pointInputs + extras

	// ContactInputs is how many inputs positions with contact have.
	ContactInputs = firstInputs + 2*patternInputs

	// firstInputs is how many networks of the first generation have.
	firstInputs = 2 * sideInputs
)

// placed sets the inputs of where the men are, on the points 1 to last: one man,
// two, three or more, and half of those beyond three.
func (s *side) placed(x *sparse.Input, base, last int) {
	for rest := s.own & (2<<last - 1); rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros32(rest)
		at := base + units*(k-1)
		switch n := s.men[k]; n {
		case 1, 2, 3:
			x.Set(at+int(n)-1, 1)
		default:
			x.Set(at+2, 1)
			x.Set(at+3, float32(n-3)/2)
		}
	}
}

// longest is the length of the longest run of ones.
func longest(set uint32) int {
	n := 0
	for ; set != 0; n++ {
		set &= set >> 1
	}
	return n
}

// contact sets the inputs of a side of a position with contact.
func (s *side) contact(x *sparse.Input, base int, other *side) {
	s.placed(x, base, backgammon.Bar)
	s.numbers(x, base+pointInputs, other)
	s.groups(x, base+pointInputs, other)
}

// numbers sets inputs that are counted or measured.
func (s *side) numbers(x *sparse.Input, at int, other *side) {
	pips, toPass, mobility, timing, toHome, dead, spread := 0, 0, float32(0), 0, 0, 0, 0
	for rest := s.own; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros32(rest)
		n := int(s.men[k])
		pips += k * n
		toPass += max(k-s.enemy, 0) * n
		if k > 6 {
			toHome += (k - 6) * n
			mobility += float32(n) * reach[s.ahead(k)].pips
			if k < 19 {
				timing += (k - 6) * n
			}
		} else {
			timing += max(n-2, 0) * k
			if k <= 2 {
				dead += n
			}
		}
		spread += max(n-3, 0)
	}
	rear := &reach[s.ahead(s.rear)]
	shots := s.shots()
	x.Set(at+inPips, float32(pips)/100)
	x.Set(at+inToPass, float32(toPass)/100)
	x.Set(at+inShots, float32(shots.any)/36)
	x.Set(at+inDoubleShots, float32(shots.two)/36)
	x.Set(at+inShotPips, float32(shots.pips)/(36*12))
	x.Set(at+inMobility, mobility/50)
	x.Set(at+inRearBoth, rear.both)
	x.Set(at+inRearPips, rear.pips/8)
	x.Set(at+inContained, s.contained(other))
	x.Set(at+inTiming, float32(timing)/50)
	x.Set(at+inGammonPips, float32(toHome)/50)
	x.Set(at+inSpread, float32(spread)/5)
	x.Set(at+inDead, float32(dead)/5)
	x.Set(at+inOff, float32(s.men[backgammon.Off])/backgammon.Men)
	x.Set(at+inFlexible, float32(bits.OnesCount32(s.held&0x1ffe))/8)
	if s.men[backgammon.Bar] > 0 {
		closed := s.closed()
		x.Set(at+inEnter, float32(closed*closed)/36)
	}
}

// groups sets one input of each group.
func (s *side) groups(x *sparse.Input, at int, other *side) {
	blots := s.own &^ s.held &^ (1 << backgammon.Bar)
	back := 0
	for _, n := range s.men[19:] {
		back += int(n)
	}
	x.Set(at+inHome+bits.OnesCount32(s.held&home), 1)
	x.Set(at+inHomeBlots+s.homeBlots(), 1)
	x.Set(at+inPrime+min(longest(s.held), 6), 1)
	x.Set(at+inTrapped+bits.OnesCount32(other.ahead(other.rear)&63), 1)
	x.Set(at+inBackMen+min(back, 5), 1)
	x.Set(at+inAnchors+min(bits.OnesCount32(s.held>>19&63), 3), 1)
	if s.men[backgammon.Bar] > 0 {
		x.Set(at+inBarHome+s.closed(), 1)
	}
	x.Set(at+inOffSome+offGroup(s.men[backgammon.Off]), 1)
	x.Set(at+inBlots+min(bits.OnesCount32(blots), 4), 1)
	x.Set(at+inRearPrime+min(longest(s.ahead(s.rear)), 6), 1)
}

// homeBlots is how many blots are at home, three for more.
func (s *side) homeBlots() int { return min(bits.OnesCount32(s.own&^s.held&home), 3) }

// closed is how many points of the other side's home board do not let a man in.
func (s *side) closed() int { return bits.OnesCount32(s.block >> 19 & 63) }

// contained is how hard it is for men of the other side to get past this one's
// points: by the worst place from its rearmost man to the middle.
func (s *side) contained(other *side) float32 {
	worst := float32(1)
	for k := other.rear; k > 12; k-- {
		worst = min(worst, reach[other.ahead(k)].both)
	}
	return (1 - worst) * (1 - worst)
}

func offGroup(off uint8) int {
	switch {
	case off == 0:
		return 0
	case off <= 5:
		return 1
	case off <= 10:
		return 2
	}
	return 3
}

// The inputs of one side of a race.
const (
	inRacePips  = iota
	inRaceHome                   // pips to bring all men home
	inRaceOut                    // men not home
	inRaceGaps                   // empty points at home
	raceNumbers                  // how many there are
	inRaceOff   = raceNumbers    // men off, 0 to 14
	inRaceFirst = inRaceOff + 15 // crossovers to bring the last man home and one off, 0 to 15, while none is
	raceExtras  = inRaceFirst + 16
	racePoints  = units * 24
	raceSide    = racePoints + raceExtras

	// RaceInputs is how many inputs races have.
	RaceInputs = 2 * raceSide
)

func (s *side) race(x *sparse.Input, base int) {
	s.placed(x, base, 24)
	at := base + racePoints
	pips, toHome, out, crossovers := 0, 0, 0, 0
	for rest := s.own; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros32(rest)
		n := int(s.men[k])
		pips += k * n
		if k > 6 {
			toHome += (k - 6) * n
			out += n
			crossovers += (k - 1) / 6 * n
		}
	}
	x.Set(at+inRacePips, float32(pips)/100)
	x.Set(at+inRaceHome, float32(toHome)/50)
	x.Set(at+inRaceOut, float32(out)/10)
	x.Set(at+inRaceGaps, float32(6-bits.OnesCount32(s.own&home))/6)
	x.Set(at+inRaceOff+int(min(s.men[backgammon.Off], 14)), 1)
	if s.men[backgammon.Off] == 0 {
		x.Set(at+inRaceFirst+min(crossovers, 15), 1)
	}
}
