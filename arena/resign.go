package arena

import (
	"fmt"
	"math"

	"gambito/game"
)

// Resign makes an agent give up once it has valued its own position at −Value
// or worse for so many of its moves in a row.
//
// Where a loss may count more than once, as at backgammon, it gives up when it
// is nearly certain how often: if it takes the price for one of 1, 2, 3 …, by no
// more than 1 − Value less or more. The other player must take it for no more, or
// the position leave nothing more to lose; else they play on. A game of a match is
// given up only once it cannot count more than once.
type Resign struct {
	Value float64 `json:"value"`
	Moves int     `json:"moves"` // 0: never
}

// givesUp sees whether the agent's own judgement makes it resign.
func (t *Table) givesUp(p game.Player) Fault {
	c := &t.clocks[p]
	if t.Resign.Moves == 0 || !c.judgedNow { // a forced move tells nothing
		return Fault{}
	}
	times, hopeless := t.hopeless(p)
	if c.hopeless++; !hopeless {
		c.hopeless = 0
	}
	if c.hopeless < t.Resign.Moves {
		return Fault{}
	}
	return Fault{Seat: int(p), Reason: Resignation, Times: times, Detail: fmt.Sprintf("value %.3f or worse for %d moves", -t.Resign.Value, t.Resign.Moves)}
}

// hopeless reports whether an agent finds its position lost, and how often that
// counts; 0 where nothing counts more than once.
func (t *Table) hopeless(p game.Player) (times int, hopeless bool) {
	value, doubt := t.clocks[p].value, 1-t.Resign.Value
	c, ok := t.state.(game.Conceder)
	if !ok {
		return 0, value <= -t.Resign.Value
	}
	most, stake := c.Concession(p)
	if c.OfMatch() {
		return most, most == 1 && value <= -t.Resign.Value
	}
	lost := -value / stake
	times = int(math.Round(lost))
	if times < 1 || math.Abs(lost-float64(times)) > doubt {
		return 0, false
	}
	if times >= most {
		return most, true
	}
	other := t.clocks[p^1]
	return times, other.judged && other.value/stake <= float64(times)+doubt
}

// agreement is by how much less than what it expects a player lets the other give
// up for.
const agreement = 0.05

// Price is how often the stake counts that a player loses who gives up or
// forfeits: as often as the position allows, or as the other player, who is the one
// to agree, expects to win; 0 where nothing counts more than once.
func (t *Table) Price(seat int) int {
	c, ok := t.state.(game.Conceder)
	if !ok {
		return 0
	}
	most, stake := c.Concession(game.Player(seat))
	other := t.clocks[seat^1]
	if c.OfMatch() || !other.judged { // what a match is worth tells nothing of its games
		return most
	}
	return max(1, min(most, int(math.Ceil(other.value/stake-agreement))))
}
