// Package fuzzy plays backgammon by a fuzzy controller. It is in the spirit of
// Fuzzeval, the opponent of a master's thesis of 2006, whose rules were never
// published: these are others, and nothing that is measured here says anything of
// that program.
//
// A turn is described by seven variables of the board it leads to. Each is low,
// middling and high to some degree. What high means adapts to the roll: the scale
// of a variable lies between a fixed one and what the turns at hand offer, least
// to most. A rule holds to the degree of the weakest of its conditions and calls
// the turn good or bad; the score of a turn is the mean of these calls, weighted
// by degree and by the weight of the rule (the inference of Takagi and Sugeno,
// 1985, with constants).
package fuzzy

import (
	"math/bits"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/rules"
)

// variable is what a turn is described by.
type variable int

// The variables, with the ends of their fixed scales.
const (
	danger variable = iota // pips that the other side's next roll hits away in the mean
	hit                    // men of the other side on the bar
	block                  // points held in a row
	board                  // points held at home
	back                   // boards of six points that the men are behind home, together
	pile                   // men beyond the third of a point
	left                   // men not yet borne off
	variables
)

var scale = [variables]float64{danger: 24, hit: 2, block: 6, board: 6, back: 24, pile: 8, left: backgammon.Men}

// level is how large a variable is.
type level int

const (
	low level = iota
	middling
	high
	levels
)

// condition is that a variable has a level.
type condition struct {
	variable variable
	level    level
}

// rule is: if all conditions hold, the turn is good (1) or bad (−1).
type rule struct {
	conditions []condition
	call       float64
}

const good, bad = 1.0, -1.0

// base is the rules, in the order of their weights.
var base = []rule{
	{[]condition{{danger, low}}, good},
	{[]condition{{danger, high}}, bad},
	{[]condition{{hit, high}}, good},
	{[]condition{{hit, high}, {board, high}}, good},
	{[]condition{{block, middling}}, good},
	{[]condition{{block, high}}, good},
	{[]condition{{board, middling}}, good},
	{[]condition{{board, high}}, good},
	{[]condition{{back, low}}, good},
	{[]condition{{back, high}}, bad},
	{[]condition{{back, high}, {danger, high}}, bad},
	{[]condition{{pile, high}}, bad},
	{[]condition{{left, low}}, good},
	{[]condition{{left, high}}, bad},
}

// Size is how many numbers a vector has.
const Size = 14 + int(variables) + 1

// What variables and levels are called.
var (
	variableNames = [variables]string{"danger", "hit", "block", "home board", "men back", "pile", "men left"}
	levelNames    = [levels]string{"low", "middling", "high"}
)

// Names say in a few words what each number of a vector is.
func Names() (names []string) {
	for _, r := range base {
		var parts []string
		for _, c := range r.conditions {
			parts = append(parts, variableNames[c.variable]+" "+levelNames[c.level])
		}
		call := "good"
		if r.call == bad {
			call = "bad"
		}
		names = append(names, strings.Join(parts, ", ")+": "+call)
	}
	for _, name := range variableNames {
		names = append(names, name+", middle")
	}
	return append(names, "how far scales adapt")
}

// Vector is the weights of the rules, then the middle of each variable's scale
// in percent of it, then how far scales adapt in percent.
type Vector [Size]int

// Range is what the number at an index, counted from 0, may be.
func Range(i int) (least, most int) {
	switch {
	case i < len(base):
		return 0, 100
	case i < Size-1:
		return 5, 95
	}
	return 0, 100
}

// Parse reads a vector, its numbers separated by slashes, spaces or line ends.
func Parse(text string) (v Vector, err error) {
	return v, rules.ParseNumbers(v[:], text, Range)
}

// String writes what Parse reads.
func (v Vector) String() string { return rules.FormatNumbers(v[:]) }

// Controller scores turns. It belongs to one goroutine.
type Controller struct {
	weights [Size]float64
	turns   [][variables]float64 // buffer
}

// Controller returns one with these numbers.
func (v Vector) Controller() *Controller {
	c := &Controller{}
	for i, n := range v {
		c.weights[i] = float64(n)
	}
	return c
}

// Scores appends the scores, from −1 to 1, of p's turns on b.
func (c *Controller) Scores(b *backgammon.Board, p game.Player, moves []game.Move, scores []float64) []float64 {
	c.turns = c.turns[:0]
	for _, m := range moves {
		after := *b
		after.Play(p, m)
		c.turns = append(c.turns, describe(&after[p], &after[p^1]))
	}
	var from, to [variables]float64
	adapt := c.weights[Size-1] / 100
	for v := range variables {
		least, most := c.turns[0][v], c.turns[0][v]
		for i := range c.turns {
			least, most = min(least, c.turns[i][v]), max(most, c.turns[i][v])
		}
		from[v], to[v] = adapt*least, adapt*most+(1-adapt)*max(scale[v], most)
	}
	for i := range c.turns {
		scores = append(scores, c.judge(&c.turns[i], &from, &to))
	}
	return scores
}

// judge applies the rules to a turn.
func (c *Controller) judge(turn, from, to *[variables]float64) float64 {
	var degrees [variables][levels]float64
	for v := range variables {
		x := 0.5
		if to[v] > from[v] {
			x = (turn[v] - from[v]) / (to[v] - from[v])
		}
		degrees[v] = degreesOf(x, c.weights[len(base)+int(v)]/100)
	}
	sum, calls := 0.0, 0.0
	for i := range base {
		degree := 1.0
		for _, one := range base[i].conditions {
			degree = min(degree, degrees[one.variable][one.level])
		}
		sum += c.weights[i] * degree
		calls += c.weights[i] * degree * base[i].call
	}
	if sum == 0 {
		return 0
	}
	return calls / sum
}

// degreesOf are those of the levels for a place on a scale from 0 to 1: low falls
// to the middle, middling rises to it and falls again, high rises from it.
func degreesOf(x, middle float64) (d [levels]float64) {
	if x < middle {
		d[middling] = x / middle
		d[low] = 1 - d[middling]
		return d
	}
	d[high] = (x - middle) / (1 - middle)
	d[middling] = 1 - d[high]
	return d
}

// describe finds the variables of a board.
func describe(own, other *[26]uint8) (v [variables]float64) {
	some, held := backgammon.Occupied(own)
	shots := rules.NewShots(own, other)
	for rest := some &^ held; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros32(rest)
		v[danger] += float64(shots.Count(k)*(backgammon.Bar-k)) / 36
	}
	v[hit] = float64(other[backgammon.Bar])
	for runs := held; runs != 0; runs &= runs >> 1 {
		v[block]++
	}
	const home = 1<<7 - 2
	v[board] = float64(bits.OnesCount32(held & home))
	for k := 1; k <= backgammon.Bar; k++ {
		n := int(own[k])
		v[back] += float64(n*max(k-6, 0)) / 6
		v[pile] += float64(max(n-3, 0))
	}
	v[left] = float64(backgammon.Men - own[backgammon.Off])
	return v
}

// Default was bred against Pubeval by the preset fuzzy-1 of package breed, from
// numbers set by hand.
var Default = Vector{43, 51, 76, 43, 40, 58, 63, 100, 88, 61, 20, 6, 61, 38, 25, 20, 32, 64, 36, 27, 20, 76}
