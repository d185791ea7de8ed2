package cube

import (
	"sync"

	"gambito/games/backgammon"
)

// What the table takes for granted: the part of games played to their end that
// are gammons, and the live-cube fraction from the start of a game on, which
// leaves more time to use the cube well than a position in the midst of it.
const (
	gammons     = 0.26
	liveAtStart = 0.8
)

// longest is the most points of a match that a table is made for.
const longest = 64

// Table is a match equity table: the chance to win a match between equal players
// by what both still need.
//
// It is computed by the very formulas that decide about the cube. A game begins
// with even chances and a cube in the middle at 1; its value at a score follows
// from those at the scores it may lead to, all of them nearer to the end. In the
// Crawford game there is no cube. After it the player who is behind doubles as
// soon as possible, and the other, for whom the cube is dead, takes or drops,
// whichever is better.
type Table struct {
	before [longest + 1][longest + 1]float64 // the Crawford game where one needs 1 point
	behind [longest + 1]float64              // after the Crawford game, by what the player behind needs
}

// StandardTable returns the table, computed at the first call.
var StandardTable = sync.OnceValue(newTable)

func newTable() *Table {
	t := &Table{}
	t.behind[0], t.behind[1] = 1, 0.5
	t.before[1][1] = 0.5
	for n := 2; n <= longest; n++ {
		drop := t.behind[n-1]
		take := 0.5 * ((1-gammons)*t.behind[n-2] + gammons*t.behind[max(n-4, 0)])
		t.behind[n] = min(drop, take)
		t.before[1][n] = 1 - 0.5*((1-gammons)*t.behind[n-1]+gammons*t.behind[n-2])
		t.before[n][1] = 1 - t.before[1][n]
	}
	m := &Model{Live: liveAtStart, Table: t}
	even := backgammon.Chances{Win: 0.5, WinGammon: 0.5 * gammons, LoseGammon: 0.5 * gammons}
	for sum := 4; sum <= 2*longest; sum++ {
		for a := max(2, sum-longest); a <= sum/2; a++ {
			b := sum - a
			v := m.value(even, Stakes{Cube: 1, Access: Centred, Away: [2]int{a, b}})
			t.before[a][b], t.before[b][a] = v, 1-v
		}
		if half := sum / 2; half <= longest {
			t.before[half][half] = 0.5
		}
	}
	return t
}

// At is the chance to win of a player who needs own points, the other needing
// others. Where one of them needs a single point the next game is the Crawford
// game, or comes after it.
func (t *Table) At(own, others int, afterCrawford bool) float64 {
	switch {
	case own <= 0:
		return 1
	case others <= 0:
		return 0
	case !afterCrawford:
		return t.before[own][others]
	case own == 1:
		return 1 - t.behind[others]
	}
	return t.behind[own]
}

// after is the chance to win once the player has won so many points of a game,
// or lost them if they are negative. If someone needs a single point before, it
// is the Crawford game or a later one.
func (t *Table) after(away [2]int, points int) float64 {
	late := away[0] == 1 || away[1] == 1
	if points > 0 {
		return t.At(away[0]-points, away[1], late)
	}
	return t.At(away[0], away[1]+points, late)
}
