// Package pubeval is Pubeval, the linear evaluation of backgammon positions that
// Gerald Tesauro put into the public domain in 1993, a common yardstick since.
//
// A board after the mover's turn is scored by w·x, where x has for each point
// five inputs: a blot of the other side (larger points of it are not seen), one
// man of one's own, two or more, just three, and (n−3)/2 for four or more; then
// half the number of the other side's men on the bar, and a fifteenth of the men
// borne off. There are two vectors w, for races and for positions with contact;
// which is used depends on the position before the turn. Scores rank the turns
// of one roll. They are no probabilities, and the two vectors have no common
// scale.
package pubeval

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
)

//go:embed contact.txt
var contactText string

//go:embed race.txt
var raceText string

// Weights have five digits behind the point and inputs are multiples of a
// thirtieth, so that scores are whole numbers of this part of one and equal
// ones are exactly equal.
const unit = 30 * 100_000

// won is the score of a board from which the mover has borne off every man.
const won = 99_999_999 * unit

// table is what men on a point add to a score, by point and number.
type table struct {
	own, other [25][16]int64
	bar, off   [16]int64
}

var contact, race = newTable(contactText), newTable(raceText)

func newTable(text string) *table {
	const points, inputs = 24, 5
	lines := strings.Fields(text)
	if len(lines) != points*inputs+2 {
		panic(fmt.Sprintf("pubeval has %d weights", len(lines)))
	}
	var w [points*inputs + 2]int64 // in hundred thousandths
	for i, line := range lines {
		value, err := strconv.ParseFloat(line, 64)
		if err != nil {
			panic(err)
		}
		w[i] = int64(math.Round(value * 100_000))
	}
	t := &table{}
	for k := 1; k <= points; k++ {
		x := w[inputs*(points-k):][:inputs] // point 24 comes first
		t.other[k][1] = 30 * x[0]
		t.own[k][1] = 30 * x[1]
		for n := int64(2); n < 16; n++ {
			t.own[k][n] = 30 * x[2]
			if n == 3 {
				t.own[k][n] += 30 * x[3]
			} else if n > 3 {
				t.own[k][n] += 15 * (n - 3) * x[4]
			}
		}
	}
	for n := range int64(16) {
		t.bar[n], t.off[n] = 15*n*w[points*inputs], 2*n*w[points*inputs+1]
	}
	return t
}

// score is that of p's turn that has led to b.
func (t *table) score(b *backgammon.Board, p game.Player) int64 {
	own, other := &b[p], &b[p^1]
	if own[backgammon.Off] == backgammon.Men {
		return won
	}
	sum := t.bar[other[backgammon.Bar]&15] + t.off[own[backgammon.Off]&15]
	for k := 1; k <= 24; k++ {
		sum += t.own[k][own[k]&15] + t.other[k][other[backgammon.Bar-k]&15]
	}
	return sum
}

func tableFor(inRace bool) *table {
	if inRace {
		return race
	}
	return contact
}

// Score is that of p's turn that has led to b. inRace says whether the position
// before the turn was a race.
func Score(b *backgammon.Board, p game.Player, inRace bool) float64 {
	return float64(tableFor(inRace).score(b, p)) / unit
}

// Best returns the turn with the highest score among moves, all that p has on b,
// and of equal ones the first.
func Best(b *backgammon.Board, p game.Player, moves []game.Move) game.Move {
	best, highest := moves[0], int64(math.MinInt64)
	if len(moves) == 1 {
		return best
	}
	t := tableFor(b.Race())
	for _, m := range moves {
		after := *b
		after.Play(p, m)
		if score := t.score(&after, p); score > highest {
			best, highest = m, score
		}
	}
	return best
}
