// Package review judges what players of backgammon do: how much every turn and
// every decision about the cube is worth, and what was lost by others than the
// best.
package review

import (
	"cmp"
	"slices"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
)

// Judge tells what positions are worth. It belongs to one goroutine.
type Judge struct {
	Chances cube.Evaluator
	Model   *cube.Model
}

// Rating is what a turn is worth to the player who makes it.
type Rating struct {
	Move      game.Move
	Chances   backgammon.Chances // of that player, after the turn
	Equity    float64            // by cube.Model.Normal
	Deviation float64            // standard error of the equity, if it is a sample
}

// sample asks for the chances of p, who is about to roll.
func (j *Judge) sample(b *backgammon.Board, p game.Player) (backgammon.Chances, float64) {
	if b.Winner() != game.Nobody {
		return b.Ended(p), 0
	}
	if s, ok := j.Chances.(cube.Sampler); ok {
		return s.Sample(b, p)
	}
	return j.Chances.Evaluate(b, p), 0
}

// Turns rates all turns of p with these dice, the best first.
func (j *Judge) Turns(b *backgammon.Board, p game.Player, dice backgammon.Dice, s cube.Stakes) []Rating {
	var ratings []Rating
	for _, m := range b.AppendMoves(nil, p, dice) {
		ratings = append(ratings, j.Turn(b, p, m, s))
	}
	slices.SortStableFunc(ratings, func(a, b Rating) int { return cmp.Compare(b.Equity, a.Equity) })
	return ratings
}

// Turn rates a turn of p. After it the other player is on roll and may double
// first.
func (j *Judge) Turn(b *backgammon.Board, p game.Player, m game.Move, s cube.Stakes) Rating {
	after := *b
	after.Play(p, m)
	chances, deviation := j.sample(&after, p^1)
	r := Rating{Move: m, Chances: chances.Other(), Deviation: deviation}
	if after.Winner() == p {
		r.Equity = j.Model.Normal(s, j.Model.Won(s, after.Points(p)))
	} else {
		r.Equity = -j.Model.Equity(chances, s.Other())
	}
	return r
}

// Cube looks at the position of p, who is about to roll. With the decision come
// the chances it rests on and, of a sample, the standard error of their equity.
func (j *Judge) Cube(b *backgammon.Board, p game.Player, s cube.Stakes) (cube.Decision, backgammon.Chances, float64) {
	chances, deviation := j.sample(b, p)
	return j.Model.Decide(chances, s), chances, deviation
}
