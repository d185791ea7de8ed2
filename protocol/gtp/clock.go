package gtp

import (
	"strconv"
	"time"

	"gambito/game"
)

// clock is the time that a server has, as the protocol tells it: main time for the
// whole game, then overtime for so many moves.
type clock struct {
	running  bool
	main     time.Duration
	overtime time.Duration
	stones   int
	left     [2]timeLeft // by seat
}

// timeLeft is what one player has left.
type timeLeft struct {
	time   time.Duration
	stones int // to be moved within it; 0 for the rest of the game
}

// set takes the arguments of time_settings. Overtime for no moves is no limit at all.
func (c *clock) set(args []string) error {
	times, err := numbers(args)
	if err != nil || len(times) != 3 {
		return errSyntax
	}
	*c = clock{main: seconds(times[0]), overtime: seconds(times[1]), stones: int(times[2])}
	c.running = c.stones > 0 && c.overtime > 0 || c.main > 0 && c.overtime == 0
	c.begin()
	return nil
}

// begin winds the clocks up for a new game.
func (c *clock) begin() {
	for p := range c.left {
		if c.left[p] = (timeLeft{time: c.main}); c.main == 0 {
			c.left[p] = timeLeft{c.overtime, c.stones}
		}
	}
}

// tell takes what is left, as told by time_left.
func (c *clock) tell(p game.Player, args []string) error {
	times, err := numbers(args)
	if err != nil || len(times) != 2 {
		return errSyntax
	}
	c.running = true
	c.left[p] = timeLeft{seconds(times[0]), int(times[1])}
	return nil
}

// budget is what a player should use for its move, 0 if that is not limited.
func (c *clock) budget(p game.Player, plies int) time.Duration {
	if !c.running {
		return 0
	}
	left, moves := c.left[p].time, c.left[p].stones
	if moves == 0 { // as many as games are often long, and then some
		moves = max(10, 32-plies/2)
		if c.stones > 0 {
			left += c.overtime / time.Duration(c.stones)
		}
	}
	const way, least = 50 * time.Millisecond, 10 * time.Millisecond // there and back
	return max(left/time.Duration(moves)-way, least)
}

// whole is what a player has left for the rest of the game, 0 if that is not limited or
// time is given for some moves only.
func (c *clock) whole(p game.Player) time.Duration {
	if !c.running || c.left[p].stones > 0 || c.stones > 0 {
		return 0
	}
	return c.left[p].time
}

// used takes off what a player has used for a move.
func (c *clock) used(p game.Player, d time.Duration) {
	left := &c.left[p]
	left.time -= d
	switch {
	case left.stones > 1 && left.time > 0:
		left.stones--
	case left.stones > 0 || left.time <= 0: // a new period
		*left = timeLeft{c.overtime, c.stones}
	}
}

// numbers reads numbers that are not negative.
func numbers(args []string) (list []float64, err error) {
	for _, arg := range args {
		x, err := strconv.ParseFloat(arg, 64)
		if err != nil || !(x >= 0 && x < 1e6) {
			return nil, errSyntax
		}
		list = append(list, x)
	}
	return list, nil
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
