package ahead

import (
	"math"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
)

// Scores makes of scores, which only rank turns, a judgement of positions, as
// looking ahead needs one. With contact a position is worth, to who is about to
// roll, tanh((d+Roll)/Scale) points, where d is how much higher the score of that
// side is than the other's; gammons are estimated. Scores of races do not see the
// other side at all, and the pip counts tell instead; at the end the bear-off
// tables do.
type Scores struct {
	Contact     func(b *backgammon.Board, p game.Player) float64 // that of p's turn that led to b
	Scale, Roll float64                                          // in units of the scores
	Tables      *bearoff.Tables
}

// Evaluate tells the chances of p, who is about to roll.
func (e *Scores) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	switch {
	case b.Winner() != game.Nobody:
		return b.Ended(p)
	case bearoff.Covers(b):
		return e.Tables.Chances(b, p)
	}
	var c backgammon.Chances
	if b.Race() {
		c.Win = raceWin(b, p)
	} else {
		difference := e.Contact(b, p) - e.Contact(b, p^1)
		c.Win = float32(1+math.Tanh((difference+e.Roll)/e.Scale)) / 2
	}
	c.WinGammon, c.WinBackgammon = gammons(b, p, c.Win)
	c.LoseGammon, c.LoseBackgammon = gammons(b, p^1, 1-c.Win)
	return c
}

// raceWin is Kleinman's formula for the chance to win a race with d pips fewer
// than the other side and s of both: the roll is worth 4 pips.
func raceWin(b *backgammon.Board, p game.Player) float32 {
	own, other := b.Pips(p), b.Pips(p^1)
	d, s := float64(other-own+4), float64(max(own+other-4, 1))
	return float32(1+math.Erf(d/math.Sqrt(s))) / 2
}

// gammons is the chance of p, who wins with this one, to win a gammon and a
// backgammon: by the rolls p takes to bear off all men, in which the other side
// has to bring its own home, or out of p's home, and one off.
func gammons(b *backgammon.Board, p game.Player, win float32) (gammon, backgammons float32) {
	const perRoll, waste = 49.0 / 6, 8
	if b[p^1][backgammon.Off] > 0 {
		return 0, 0
	}
	home, out := 0, 0
	for k := 7; k <= backgammon.Bar; k++ {
		home += (k - 6) * int(b[p^1][k])
		out += max(k-18, 0) * int(b[p^1][k])
	}
	rolls := float64(b.Pips(p)+waste) / perRoll
	in := func(pips float64) float32 { return win / float32(1+math.Exp(1.5*(rolls-pips/perRoll))) }
	gammon = in(float64(home) + perRoll)
	return gammon, min(in(float64(out)), gammon)
}
