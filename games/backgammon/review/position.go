package review

import (
	"context"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
)

// At is the decision that a move makes in a position of backgammon, with or without
// the cube; it is none if chance decides there, or if the move gives a game up.
func At(s game.State, m game.Move) (d Decision, ok bool) {
	switch s := s.(type) {
	case *backgammon.State:
		d = Decision{Position: tableOf(s), Cubeless: true}
		d.turn(s.Side(), s.Dice(), m)
		return d, s.Turn() >= 0
	case *match.State:
		d = Decision{Player: s.Turn(), Position: s.Table(), Cubeless: !s.Rules().Cube}
		switch {
		case s.Turn() < 0 || m >= match.Resign && m <= match.ResignBackgammon:
			return d, false
		case s.Offered():
			d.Kind, d.Played = Answer, map[bool]string{true: "take", false: "drop"}[m == match.Take]
		case s.Dice().Rolled():
			d.turn(s.Side(), s.Dice(), m)
		default:
			d.Kind, d.Played = Double, map[bool]string{true: "double", false: "roll"}[m == match.Double]
		}
		return d, true
	}
	return d, false
}

// turn makes it the decision how to move the men.
func (d *Decision) turn(p game.Player, dice backgammon.Dice, m game.Move) {
	d.Kind, d.Player, d.dice, d.move = Turn, p, dice, m
	d.Played = formatTurn(&d.Position.Board, p, dice, m)
}

// tableOf is a position without the cube.
func tableOf(s *backgammon.State) backgammon.Table {
	return backgammon.Table{Board: *s.Board(), Match: backgammon.Match{
		Owner: game.Nobody, Roller: s.Side(), Turn: s.Side(), Stage: backgammon.Playing, Dice: s.Dice(),
	}}
}

// Luck is how much more a roll of p is worth, with the best turn, than the mean of
// those that were possible: all 21, or if it was the first of a game those that are no
// doubles. It is equity as Rating.Equity.
func (j *Expert) Luck(ctx context.Context, b *backgammon.Board, p game.Player, rolled backgammon.Dice, first bool, s cube.Stakes) (float64, error) {
	mean, weights, got := 0.0, 0.0, 0.0
	for high := uint8(1); high <= 6; high++ {
		for low := uint8(1); low <= high; low++ {
			dice, weight := backgammon.Dice{high, low}, 2.0
			if high == low {
				weight = 1
			}
			if high == low && first {
				continue
			}
			ratings, err := j.Turns(ctx, b, p, dice, s)
			if err != nil {
				return 0, err
			}
			mean += weight * ratings[0].Equity
			weights += weight
			if dice == rolled || dice == (backgammon.Dice{rolled[1], rolled[0]}) {
				got = ratings[0].Equity
			}
		}
	}
	return got - mean/weights, nil
}
