// Package rules scores backgammon turns by a vector of 16 whole numbers, each
// the weight or the limit of a rule of thumb. It is the player of a master's
// thesis of 2006 that bred such vectors by a genetic algorithm; where that leaves
// a rule open, the words here say how it is read.
//
// With contact, the score of a turn is that of the board it leads to:
//
//   - W1  for every point of the longest run of points held
//   - W2  for every point held
//   - W3  for every man of the other side on the bar
//   - W5  if one is there and fewer than W4 of 36 rolls let it enter
//   - W6  for every point held in the home board
//     − W7  for every man behind the other side's outer board, times how many
//     points deep it is there: 1 on point 19, 7 on the bar
//     − W8  for every blot at home while the other side has a man there or on the bar
//     − W10 for every point with more than W9 men
//     − W11 if there are more than 3 blots
//     − W12 for every blot but those on points 21 to 24, times the share of rolls
//     that hit it; not at all behind a prime of six with a man shut in
//
// A point is held by two men or more. In a race it is
//
//	− W13, W14, W15 for every man in one's own outer board, in the other side's,
//	      and in its home board
//	+ W16 for every man that comes from outside to the 6 point
//
// Two matters come before these rules. Bearing off with a man of the other side
// on the bar, a turn that takes more men off is better, then one that holds more
// home points. In a race with all men home one that takes more men off is, then
// one that occupies more points, then one that piles men up less.
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
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/ \t\r\n", r) })
	if len(fields) != Size {
		return v, fmt.Errorf("there are %d numbers, not %d, separated by slashes or spaces", len(fields), Size)
	}
	for i, field := range fields {
		low, high := Range(i)
		if v[i], err = strconv.Atoi(field); err != nil || v[i] < low || v[i] > high {
			return v, fmt.Errorf("number %d is %q, not one from %d to %d", i+1, field, low, high)
		}
	}
	if v[12] > v[13] || v[13] > v[14] {
		return v, errors.New("numbers 13 to 15 must not fall: men farther away cost more")
	}
	return v, nil
}

// String writes what Parse reads.
func (v Vector) String() string {
	var text []byte
	for i, n := range v {
		if i > 0 {
			text = append(text, '/')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

// What comes before the rules counts so much that no sum of weights outweighs it.
const (
	perManOff    = 1 << 40
	perHomePoint = 1 << 32
	perMan       = 1 << 24
)

// Scorer scores the turns of one position.
type Scorer struct {
	vector Vector
	before *backgammon.Board
	player game.Player
	race   bool
	home   bool // all men of the player are home
}

// Scorer prepares to score p's turns on b.
func (v Vector) Scorer(b *backgammon.Board, p game.Player) Scorer {
	s := Scorer{vector: v, before: b, player: p, race: b.Race(), home: b[p][backgammon.Bar] == 0}
	for k := 7; k <= 24; k++ {
		s.home = s.home && b[p][k] == 0
	}
	return s
}

// Score is that of a turn that has led to this board. It is a whole number of
// 36ths, so that equal scores are exactly equal.
func (s *Scorer) Score(after *backgammon.Board) int {
	own, other := &after[s.player], &after[s.player^1]
	if s.race {
		return s.raceScore(own)
	}
	first := 0
	if s.home && other[backgammon.Bar] > 0 {
		first = perManOff * int(own[backgammon.Off])
		for k := 1; k <= 6; k++ {
			if own[k] >= 2 {
				first += perHomePoint
			}
		}
	}
	return first + s.contactScore(own, other)
}

func (s *Scorer) raceScore(own *[26]uint8) int {
	w := &s.vector
	if s.home {
		score := perManOff * int(own[backgammon.Off])
		for k := 1; k <= 6; k++ {
			if n := int(own[k]); n > 0 {
				score += perHomePoint - perMan*n*n
			}
		}
		return score
	}
	score, outside, was := 0, 0, 0
	for k := 7; k <= 24; k++ {
		n := int(own[k])
		outside += n
		was += int(s.before[s.player][k])
		score -= n * w[12+(k-7)/6]
	}
	arrived := min(int(own[6])-int(s.before[s.player][6]), was-outside)
	return 36 * (score + w[15]*max(arrived, 0))
}

func (s *Scorer) contactScore(own, other *[26]uint8) int {
	w := &s.vector
	var held, blots uint32
	score, run, longest := 0, 0, 0
	for k := 1; k <= 24; k++ {
		n := int(own[k])
		if n < 2 {
			run = 0
		} else {
			held |= 1 << k
			run++
			longest = max(longest, run)
		}
		if n == 1 {
			blots |= 1 << k
		}
		if n > w[stackLimit] {
			score -= w[9]
		}
		if k > 18 {
			score -= n * (k - 18) * w[6]
		}
	}
	score -= 7 * int(own[backgammon.Bar]) * w[6]
	const home = 1<<7 - 2
	homePoints := bits.OnesCount32(held & home)
	score += longest*w[0] + bits.OnesCount32(held)*w[1] + homePoints*w[5]
	if bar := int(other[backgammon.Bar]); bar > 0 {
		score += bar * w[2]
		if 36-homePoints*homePoints < w[enterLimit] {
			score += w[4]
		}
	}
	rear := rearmost(other)
	if rear >= 19 {
		score -= w[7] * bits.OnesCount32(blots&home)
	}
	if bits.OnesCount32(blots) > 3 {
		score -= w[10]
	}
	score *= 36
	if !trapped(held, rear) {
		const deep = 0xf << 21
		shots := newShots(held, other)
		for rest := blots &^ deep; rest != 0; rest &= rest - 1 {
			score -= w[11] * shots.count(bits.TrailingZeros32(rest))
		}
	}
	return score
}

// rearmost is a side's farthest point.
func rearmost(men *[26]uint8) int {
	for k := backgammon.Bar; k > 0; k-- {
		if men[k] > 0 {
			return k
		}
	}
	return 0
}

// trapped reports whether six points held in a row stand before the other
// side's rearmost man, whose point that side counts.
func trapped(held uint32, rear int) bool {
	primes := held & (held >> 1) & (held >> 2) & (held >> 3) & (held >> 4) & (held >> 5)
	return primes>>(backgammon.Bar-rear+1) != 0
}

// Default was found by ten minutes of hill climbing against Pubeval, starting from
// numbers set by hand: a change of some numbers was kept if it won a larger share
// of the points of several thousand games, and again with other dice.
var Default = Vector{4, 1, 13, 28, 5, 10, 4, 2, 7, 8, 3, 45, 5, 11, 26, 5}
