package backgammon

import "gambito/game"

// Chances are how likely a player is to win and to lose in each of the ways.
// A gammon counts as a win too, and a backgammon as both.
type Chances struct {
	Win, WinGammon, WinBackgammon, LoseGammon, LoseBackgammon float32
}

// Equity is the mean of the points won, without a cube.
func (c Chances) Equity() float64 {
	return 2*float64(c.Win) - 1 + float64(c.WinGammon) + float64(c.WinBackgammon) - float64(c.LoseGammon) - float64(c.LoseBackgammon)
}

// Other is the chances of the other player.
func (c Chances) Other() Chances {
	return Chances{1 - c.Win, c.LoseGammon, c.LoseBackgammon, c.WinGammon, c.WinBackgammon}
}

// Add adds chances that count with a weight.
func (c *Chances) Add(d Chances, weight float32) {
	c.Win += weight * d.Win
	c.WinGammon += weight * d.WinGammon
	c.WinBackgammon += weight * d.WinBackgammon
	c.LoseGammon += weight * d.LoseGammon
	c.LoseBackgammon += weight * d.LoseBackgammon
}

// Ended is p's chances once a player has borne off every man.
func (b *Board) Ended(p game.Player) Chances {
	winner := b.Winner()
	points := b.Points(winner)
	c := Chances{Win: 1}
	if points > 1 {
		c.WinGammon = 1
	}
	if points > 2 {
		c.WinBackgammon = 1
	}
	if winner != p {
		return c.Other()
	}
	return c
}

// Estimator tells what positions are worth: a network, a table, a look ahead, games
// played from them. It belongs to one goroutine.
type Estimator interface {
	// Evaluate tells the chances of p, who is about to roll.
	Evaluate(b *Board, p game.Player) Chances
}

// Outcome is what one roll of a player comes to.
type Outcome struct {
	Probability float64
	After       Board   // after the turn that the player makes with it
	Chances     Chances // of the other, who is about to roll then
}

// Looker is an estimator that looks ahead.
type Looker interface {
	Estimator

	// Outcomes are those of all rolls of p, who is about to roll, or none if it does
	// not look so far. The next call uses the slice again.
	Outcomes(b *Board, p game.Player) []Outcome
}
