package cube

import (
	"gambito/game"
	"gambito/games/backgammon"
)

// DecideAhead is like Decide from chances that are the mean of outcomes, but for what
// the cube does a roll later: there the other player doubles, or has lost the market
// and does not, and so on, in every outcome by itself. The market window is that of
// the mean.
func (m *Model) DecideAhead(c backgammon.Chances, outcomes []backgammon.Outcome, s Stakes) Decision {
	d := m.Decide(c, s)
	hold, take := 0.0, 0.0
	for i := range outcomes {
		o := &outcomes[i]
		hold += o.Probability * m.later(o, s)
		take += o.Probability * m.later(o, s.doubled())
	}
	m.set(&d, hold, take, s)
	return d
}

// later is what an outcome is worth to the player of the stakes.
func (m *Model) later(o *backgammon.Outcome, s Stakes) float64 {
	if winner := o.After.Winner(); winner != game.Nobody {
		return m.Won(s, o.After.Points(winner)) // only who has moved can have won
	}
	value := m.Value(o.Chances, s.Other())
	if s.money() {
		return -value
	}
	return 1 - value
}
