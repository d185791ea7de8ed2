package rules

import (
	"math/bits"

	"gambito/games/backgammon"
)

// Changes take back what the thesis changed of its rules on the way. Its tables 6.1
// and 6.2 and its 48.3 % by Gray codes came before the last two changes, 6.4 and what
// follows after them. The rules of moved men alone came first of all and were given up
// before any table.
type Changes struct {
	// Moved looks at nothing but the men that a turn has moved: the points where they
	// arrive, the runs of points which these are part of, the men they hit. The
	// thesis had 24 such rules, which it does not tell; these are the 16.
	Moved bool

	// OpenHome has no preference, among turns that the rules find equal, for a closed
	// home board: with contact only men borne off decide.
	OpenHome bool

	// RearBlots counts the shots at blots on points 21 to 24 too.
	RearBlots bool
}

// rearPoints are 21 to 24.
const rearPoints = 0xf << 21

// arrivals are the men of a side on the points to which a turn has moved some, and how
// many were moved there.
func arrivals(before, after *[26]uint8) (there, moved [26]uint8) {
	for k := range after {
		if after[k] > before[k] {
			there[k], moved[k] = after[k], after[k]-before[k]
		}
	}
	return there, moved
}

// movedScore is that of a turn by the men it has moved, with contact.
func (s *Scorer) movedScore(after *backgammon.Board) int {
	w, own, other := &s.vector, &after[s.player], &after[s.player^1]
	there, moved := arrivals(&s.before[s.player], own)
	score := perManOff * int(moved[backgammon.Off])
	for k := 1; k < backgammon.Bar; k++ {
		n, all := int(moved[k]), int(there[k])
		score -= unit / 6 * n * howFarBack(k) * w[6]
		if all > w[stackLimit] {
			score -= unit * w[9]
		}
		if k <= 6 && !s.changes.OpenHome {
			score += tidy(all)
		}
	}
	some, held := backgammon.Occupied(&there)
	blots := some &^ held
	_, wall := backgammon.Occupied(own)
	sum := runWith(wall, held)*w[0] + bits.OnesCount32(held)*w[1] + bits.OnesCount32(held&homeBoard)*w[5]
	theirs, _ := backgammon.Occupied(other)
	rear := bits.Len32(theirs) - 1
	if other[backgammon.Bar] > 0 {
		rear = backgammon.Bar
	}
	if hit := int(other[backgammon.Bar]) - int(s.before[s.player^1][backgammon.Bar]); hit > 0 {
		sum += hit * w[2]
		if closed := bits.OnesCount32(wall & homeBoard); 36-closed*closed < w[enterLimit] {
			sum += w[4]
		}
	}
	if rear >= 19 {
		sum -= w[7] * bits.OnesCount32(blots&homeBoard)
	}
	if bits.OnesCount32(blots) > 3 {
		sum -= w[10]
	}
	if !trapped(wall, rear) {
		score -= s.shotsAt(blots, wall, theirs, int(other[backgammon.Bar]))
	}
	return score + unit*sum
}

// shotsAt is what the shots at blots cost.
func (e *Prepared) shotsAt(blots, held, theirs uint32, bar int) int {
	return extras * e.vector[11] * e.allShots(blots, held, theirs, bar)
}

// allShots is how many rolls of 36 hit each blot, summed.
func (e *Prepared) allShots(blots, held, theirs uint32, bar int) (rolls int) {
	shots := Shots{blocked: bits.Reverse32(held) >> 6, men: theirs, bar: bar}
	for rest := blots &^ e.safe; rest != 0; rest &= rest - 1 {
		rolls += shots.Count(bits.TrailingZeros32(rest))
	}
	return rolls
}

// runWith is the longest run of points held that some of the points are part of.
func runWith(held, some uint32) (longest int) {
	for k := 1; k < backgammon.Bar; k++ {
		run := uint32(0)
		n := 0
		for ; k < backgammon.Bar && held>>k&1 == 1; k++ {
			run |= 1 << k
			n++
		}
		if run&some != 0 {
			longest = max(longest, n)
		}
	}
	return longest
}

// movedRace is that of a turn by the men it has moved, in a race.
func (s *Scorer) movedRace(own *[26]uint8) int {
	w := &s.vector
	there, moved := arrivals(&s.before[s.player], own)
	score := perManOff * int(moved[backgammon.Off])
	for k := 1; k <= 6; k++ {
		score += tidy(int(there[k]))
	}
	for k := 7; k <= 24; k++ {
		score -= unit * int(moved[k]) * w[12+(k-7)/6]
	}
	return score + unit*w[15]*int(moved[6])
}
