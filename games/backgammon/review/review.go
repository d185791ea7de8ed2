// Package review judges what players of backgammon do: how much every turn and
// every decision about the cube is worth, and what was lost by others than the
// best.
package review

import (
	"cmp"
	"context"
	"slices"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
)

// Expert tells what positions are worth. It belongs to one goroutine.
type Expert struct {
	Chances backgammon.Estimator
	Model   *cube.Model

	// Quick, if there is one, looks at all turns first, and Chances are asked
	// only about the best of them: at most Width, and none that is more than
	// Margin worse than the first.
	Quick  backgammon.Estimator
	Margin float64
}

// Width is how many turns are looked at closely, at most.
const Width = 8

// Narrow and Wide are margins for play and for a thorough look.
const (
	Narrow = 0.16
	Wide   = 0.4
)

// Rating is what a turn is worth to the player who makes it.
type Rating struct {
	Move      game.Move
	Chances   backgammon.Chances // of that player, after the turn
	Equity    float64            // by cube.Model.Normal
	Deviation float64            // standard error of the equity, if it is a sample
	Quick     bool               // it was not looked at closely
}

// sample asks for the chances of p, who is about to roll.
func sample(e backgammon.Estimator, b *backgammon.Board, p game.Player) (backgammon.Chances, float64) {
	if b.Winner() != game.Nobody {
		return b.Ended(p), 0
	}
	if s, ok := e.(cube.Sampler); ok {
		return s.Sample(b, p)
	}
	return e.Evaluate(b, p), 0
}

// Turns rates all turns of p with these dice, the best first, those that were
// not looked at closely behind the others. It ends soon after ctx does, with its
// error.
func (j *Expert) Turns(ctx context.Context, b *backgammon.Board, p game.Player, dice backgammon.Dice, s cube.Stakes) ([]Rating, error) {
	quick := j.Quick
	if quick == nil {
		quick = j.Chances
	}
	var ratings []Rating
	for _, m := range b.AppendMoves(nil, p, dice) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := j.rate(quick, b, p, m, s)
		r.Quick = j.Quick != nil
		ratings = append(ratings, r)
	}
	sortRatings(ratings)
	if j.Quick == nil {
		return ratings, nil
	}
	n, first := 0, ratings[0].Equity
	for ; n < len(ratings) && n < Width && first-ratings[n].Equity <= j.Margin; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ratings[n] = j.rate(j.Chances, b, p, ratings[n].Move, s)
	}
	sortRatings(ratings[:n])
	return ratings, nil
}

func sortRatings(r []Rating) {
	slices.SortStableFunc(r, func(a, b Rating) int { return cmp.Compare(b.Equity, a.Equity) })
}

// Turn rates a turn of p. After it the other player is on roll and may double
// first.
func (j *Expert) Turn(b *backgammon.Board, p game.Player, m game.Move, s cube.Stakes) Rating {
	return j.rate(j.Chances, b, p, m, s)
}

func (j *Expert) rate(e backgammon.Estimator, b *backgammon.Board, p game.Player, m game.Move, s cube.Stakes) Rating {
	after := *b
	after.Play(p, m)
	chances, deviation := sample(e, &after, p^1)
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
func (j *Expert) Cube(b *backgammon.Board, p game.Player, s cube.Stakes) (cube.Decision, backgammon.Chances, float64) {
	if l, ok := j.Chances.(backgammon.Looker); ok && b.Winner() == game.Nobody {
		if outcomes := l.Outcomes(b, p); len(outcomes) > 0 {
			var mean backgammon.Chances
			for i := range outcomes {
				mean.Add(outcomes[i].Chances.Other(), float32(outcomes[i].Probability))
			}
			return j.Model.DecideAhead(mean, outcomes, s), mean, 0
		}
	}
	chances, deviation := sample(j.Chances, b, p)
	return j.Model.Decide(chances, s), chances, deviation
}
