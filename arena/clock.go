package arena

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
)

// Clock gives every player a time for all its moves of a game, and some more with
// each move that it makes, as Fischer's clock does. The zero value is no clock.
type Clock struct {
	Time      time.Duration
	Increment time.Duration
}

// maxClock is the longest time that a clock may give.
const maxClock = 100 * time.Hour

// ParseClock reads a clock such as 5m, 90s or 5m+3s.
func ParseClock(text string) (c Clock, err error) {
	whole, increment, more := strings.Cut(text, "+")
	if c.Time, err = time.ParseDuration(whole); err == nil && more {
		c.Increment, err = time.ParseDuration(increment)
	}
	if err != nil || c.Time <= 0 || c.Increment < 0 || c.Time > maxClock || c.Increment > maxClock {
		return Clock{}, fmt.Errorf("clock %q: it must be a time and maybe an increment a move, such as 5m, 90s or 5m+3s", text)
	}
	return c, nil
}

// String is what ParseClock reads, "" for no clock.
func (c Clock) String() string {
	if c.Time == 0 {
		return ""
	}
	text := brief(c.Time)
	if c.Increment > 0 {
		text += "+" + brief(c.Increment)
	}
	return text
}

// brief leaves out the zeros that the time package writes: 5m, not 5m0s.
func brief(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Left is how much time a player has left; false if there is no clock, or no game has
// begun.
func (t *Table) Left(p game.Player) (time.Duration, bool) {
	if t.Clock.Time == 0 || int(p) >= len(t.clocks) {
		return 0, false
	}
	return t.clocks[p].left, true
}

// SetLeft sets how much time a player has left. What it has used is then what is
// missing.
func (t *Table) SetLeft(p game.Player, left time.Duration) {
	c := &t.clocks[p]
	c.left, c.seconds = left, max(0, (t.given()[p]-left).Seconds())
}

// given is how much time the clock has given each player so far, by the moves made.
func (t *Table) given() []time.Duration {
	given := make([]time.Duration, len(t.clocks))
	for p := range given {
		given[p] = t.Clock.Time
	}
	s := t.start.Clone()
	for _, m := range t.moves {
		for p := range given {
			if game.ToMove(s, game.Player(p)) {
				given[p] += t.Clock.Increment
			}
		}
		s.Play(m)
	}
	return given
}

// Charge takes time off a player's clock that it needed for something else than a
// move. Who needed more than there was has lost by it.
func (t *Table) Charge(p game.Player, took time.Duration) Fault {
	c := &t.clocks[p]
	c.seconds += took.Seconds()
	if t.Clock.Time == 0 {
		return Fault{}
	}
	if c.left -= took; c.left <= 0 {
		c.left = 0
		return Fault{Seat: int(p), Reason: OutOfTime}
	}
	return Fault{}
}

// Spend is Charge for a move, which gives the player its increment.
func (t *Table) Spend(p game.Player, took time.Duration) Fault {
	f := t.Charge(p, took)
	if f.Reason == "" {
		t.clocks[p].left += t.Clock.Increment
	}
	return f
}

// Used sets the clocks to what players have used already, in seconds by seat, as a
// record tells it of a game that goes on.
func (t *Table) Used(seconds []float64) {
	for seat, given := range t.given() {
		if c := &t.clocks[seat]; seat < len(seconds) {
			c.seconds = seconds[seat]
			c.left = max(given-time.Duration(seconds[seat]*float64(time.Second)), time.Second) // who still plays is not out of time
		}
	}
}

// movesToCome is how many more moves of its own a player with a clock reckons with.
const movesToCome = 25

// timed is what limits an agent's move by its clock: a share of what is left, and
// an end to waiting for it when that is gone.
func (t *Table) timed(ctx context.Context, p game.Player) (context.Context, context.CancelFunc, agent.Limits) {
	limits := t.Limits
	left, clocked := t.Left(p)
	if !clocked {
		return ctx, func() {}, limits
	}
	share := min(left/movesToCome+t.Clock.Increment*3/4, left*4/5)
	if limits.Time == 0 {
		limits.Clock = left
	}
	if limits.Time == 0 || share < limits.Time {
		limits.Time = max(share, time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(ctx, left)
	return ctx, cancel, limits
}
