// Package rules scores backgammon turns by a vector of 16 whole numbers, each
// the weight or the limit of a rule of thumb. It is the player of a master's
// thesis of 2006 that bred such vectors by a genetic algorithm; where that leaves
// a rule open, the words here say how it is read.
//
// With contact, the score of a turn is that of the board it leads to:
//
//	 W1   for every point of the longest run of points held
//	 W2   for every point held
//	 W3   for every man of the other side on the bar
//	 W5   if one is there and fewer than W4 of 36 rolls let one man enter
//	 W6   for every point held in the home board
//	−W7   for every man outside the home board, times how far back it is: a sixth
//	      for every point it is behind home and another half for every point of
//	      the other side's home board, which makes 2 on point 18, 6 on point 24
//	−W8   for every blot at home while the other side has a man there or on the bar
//	−W10  for every point with more than W9 men
//	−W11  if there are more than 3 blots
//	−W12  for every blot but those on points 21 to 24, times the share of rolls that
//	      hit it; not at all behind a prime of six with a man shut in
//
// A point is held by two men or more. In a race it is
//
//	−W13, −W14, −W15  for every man in one's own outer board, in the other side's,
//	                  and in its home board
//	 W16              for every man that comes from outside to the 6 point
//
// The thesis adds preferences without weights: to have fewer men left, in contact
// as in races, to keep the home board closed, to leave overfull points and to
// occupy empty ones. Here they decide among turns that the rules find equal: the
// one that takes more men off, then the one with more home points occupied and
// fewer men piled up, by the sum of 10 − n² over the occupied ones. What is then
// still equal is left to chance.
//
// These readings were chosen because they play best. Two matter much. To take men
// off before all rules whenever a man is on the other side's bar, instead of among
// equals, costs 4 % of the points against Pubeval, for it leaves blots. To count
// as back only the men in the other side's home board costs 4 %, for then nothing
// brings men home; so does to count all points alike, for then nothing brings the
// last men out.
package rules

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
)

// Size is how many numbers a vector has.
const Size = 16

// Names say in a few words what each number weighs.
var Names = [Size]string{
	"run of points", "points held", "man on the bar", "rolls that enter, limit", "man kept on the bar", "home points held",
	"men far back", "blots at home", "men on a point, limit", "overfull points", "more than 3 blots", "blots that are hit",
	"race: own outer board", "race: other outer board", "race: other home board", "race: comes to the 6 point",
}

// Vector is the numbers W1 to W16.
type Vector [Size]int

// limits of the numbers, the same but for two of them.
const (
	minWeight, maxWeight = 1, 100
	enterLimit           = 3 // W4: rolls of 36
	stackLimit           = 8 // W9: men on a point
)

// Range is what the number at an index, counted from 0, may be.
func Range(i int) (low, high int) {
	switch i {
	case enterLimit:
		return 0, 36
	case stackLimit:
		return 3, backgammon.Men
	}
	return minWeight, maxWeight
}

// Parse reads 16 numbers separated by slashes, spaces or line ends.
func Parse(text string) (v Vector, err error) {
	if err := ParseNumbers(v[:], text, Range); err != nil {
		return v, err
	}
	if v[12] > v[13] || v[13] > v[14] {
		return v, errors.New("numbers 13 to 15 must not fall: men farther away cost more")
	}
	return v, nil
}

// ParseNumbers fills a vector with numbers, separated by slashes, spaces or line
// ends, each in its range.
func ParseNumbers(v []int, text string, limits func(i int) (low, high int)) (err error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/ \t\r\n", r) })
	if len(fields) != len(v) {
		return fmt.Errorf("there are %d numbers, not %d, separated by slashes or spaces", len(fields), len(v))
	}
	for i, field := range fields {
		low, high := limits(i)
		if v[i], err = strconv.Atoi(field); err != nil || v[i] < low || v[i] > high {
			return fmt.Errorf("number %d is %q, not one from %d to %d", i+1, field, low, high)
		}
	}
	return nil
}

// String writes what Parse reads.
func (v Vector) String() string { return FormatNumbers(v[:]) }

// FormatNumbers writes what ParseNumbers reads.
func FormatNumbers(v []int) string {
	var text []byte
	for i, n := range v {
		if i > 0 {
			text = append(text, '/')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

// Prepared is a vector, or two trees, ready to score turns. It is immutable and safe for concurrent use.
type Prepared struct {
	vector  Vector
	changes Changes
	trees   *Trees                                      // that score instead of the vector, or nil
	safe    uint32                                      // points on which shots at blots do not count
	place   [backgammon.Bar + 1][backgammon.Men + 1]int // what men on a point count by themselves
}

// unit is how much one is: scores are whole numbers of 36ths, so that equal ones
// are exactly equal, and leave room below for what decides among equals.
const (
	extras = 1 << 16
	unit   = 36 * extras
)

// What decides among equals, in the order of weight: a man borne off, then home
// points held and not piled up.
const (
	perManOff    = 1 << 11
	perHomePoint = 10
)

// Prepare prepares to score turns.
func (v Vector) Prepare() *Prepared { return v.PrepareWith(Changes{}) }

// PrepareWith prepares to score turns by rules as they were before some changes.
func (v Vector) PrepareWith(c Changes) *Prepared {
	e := &Prepared{vector: v, changes: c, safe: rearPoints}
	if c.RearBlots {
		e.safe = 0
	}
	for k := 1; k <= backgammon.Bar; k++ {
		for n := range e.place[k] {
			if n > v[stackLimit] && k < backgammon.Bar {
				e.place[k][n] -= unit * v[9]
			}
			e.place[k][n] -= unit / 6 * n * howFarBack(k) * v[6]
			if k <= 6 && !c.OpenHome {
				e.place[k][n] += tidy(n)
			}
		}
	}
	for n := range e.place[backgammon.Off] {
		e.place[backgammon.Off][n] = perManOff * n
	}
	return e
}

// howFarBack is that of a point, in sixths.
func howFarBack(k int) int { return max(k-6, 0) + 3*max(k-18, 0) }

// tidy is what so many men on a home point count among equals.
func tidy(men int) int {
	if men == 0 {
		return 0
	}
	return perHomePoint - men*men
}

// Scorer scores the turns of one position.
type Scorer struct {
	*Prepared
	before *backgammon.Board
	player game.Player
	race   bool
}

// Scorer prepares to score p's turns on b.
func (e *Prepared) Scorer(b *backgammon.Board, p game.Player) Scorer {
	return Scorer{e, b, p, b.Race()}
}

// Score is that of a turn that has led to this board. It means nothing but which
// of the turns of one roll is better.
func (s *Scorer) Score(after *backgammon.Board) int {
	switch {
	case s.trees != nil:
		return s.treeScore(after)
	case s.changes.Moved && s.race:
		return s.movedRace(&after[s.player])
	case s.changes.Moved:
		return s.movedScore(after)
	case s.race:
		return s.raceScore(&after[s.player])
	}
	return s.contactScore(&after[s.player], &after[s.player^1])
}

func (s *Scorer) raceScore(own *[26]uint8) int {
	w := &s.vector
	score := perManOff * int(own[backgammon.Off])
	for k := 1; k <= 6; k++ {
		score += tidy(int(own[k]))
	}
	for k := 7; k <= 24; k++ {
		score -= unit * int(own[k]) * w[12+(k-7)/6]
	}
	return score + unit*w[15]*arrived(&s.before[s.player], own)
}

const homeBoard = 1<<7 - 2 // points 1 to 6

func (e *Prepared) contactScore(own, other *[26]uint8) int {
	w := &e.vector
	score := 0
	for k, n := range own {
		score += e.place[k][n&backgammon.Men]
	}
	some, held := backgammon.Occupied(own)
	blots := some &^ held
	longest := 0
	for runs := held; runs != 0; runs &= runs >> 1 {
		longest++
	}
	homePoints := bits.OnesCount32(held & homeBoard)
	sum := longest*w[0] + bits.OnesCount32(held)*w[1] + homePoints*w[5]
	theirs, _ := backgammon.Occupied(other)
	rear := bits.Len32(theirs) - 1
	if bar := int(other[backgammon.Bar]); bar > 0 {
		rear = backgammon.Bar
		sum += bar * w[2]
		if 36-homePoints*homePoints < w[enterLimit] {
			sum += w[4]
		}
	}
	if rear >= 19 {
		sum -= w[7] * bits.OnesCount32(blots&homeBoard)
	}
	if bits.OnesCount32(blots) > 3 {
		sum -= w[10]
	}
	if !trapped(held, rear) {
		score -= e.shotsAt(blots, held, theirs, int(other[backgammon.Bar]))
	}
	return score + unit*sum
}

// trapped reports whether six points held in a row stand before the other
// side's rearmost man, whose point that side counts.
func trapped(held uint32, rear int) bool {
	primes := held & (held >> 1) & (held >> 2) & (held >> 3) & (held >> 4) & (held >> 5)
	return primes>>(backgammon.Bar-rear+1) != 0
}

// Default was bred against Pubeval by the presets rules-1 and rules-2 of package
// breed, from random numbers. docs/evolve.md tells how and what it reaches.
var Default = Vector{17, 4, 62, 20, 11, 45, 18, 24, 12, 100, 7, 100, 7, 26, 48, 3}
