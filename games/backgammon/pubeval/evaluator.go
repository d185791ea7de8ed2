package pubeval

import (
	"math"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
)

// Evaluator makes of the scores, which only rank turns, a judgement of
// positions, as looking ahead needs one. With contact it is the difference of
// both sides' scores, scaled to what it was worth in games of Pubeval; the scores
// of races do not see the other side at all, and the pip counts tell instead.
type Evaluator struct {
	Tables *bearoff.Tables
}

// What a difference of scores is worth to who is about to roll: tanh((d+roll)/scale)
// points, fitted to the chances that the networks of agent td gave 76,000 positions.
const (
	scoreScale = 14
	rollWorth  = 0.7
)

// Evaluate tells the chances of p, who is about to roll.
func (e Evaluator) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
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
		difference := float64(contact.score(b, p)-contact.score(b, p^1)) / unit
		c.Win = float32(1+math.Tanh((difference+rollWorth)/scoreScale)) / 2
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
