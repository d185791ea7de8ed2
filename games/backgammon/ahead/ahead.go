// Package ahead chooses backgammon turns by looking ahead: whatever evaluates
// positions is asked about those that lie some plies further, and the mean over
// the rolls in between counts.
//
// With 0 plies a turn is worth what the evaluation says of the position it leads
// to. With n plies it is worth the mean, over the 21 rolls of the other side,
// of the position after the reply that looks best without looking ahead, with
// n−1 plies. Turns that look bad with few plies are not looked at with more.
package ahead

import (
	"cmp"
	"context"
	"slices"

	"gambito/game"
	"gambito/games/backgammon"
)

// Filter says which turns are looked at again with one ply more: those within
// a margin of the best, and no more than so many.
type Filter struct {
	Width  int
	Margin float64 // in points a game
}

// Everything is the filter that lets all turns through.
var Everything = Filter{Width: 1 << 30, Margin: 6}

// Turn is one of those that a player has.
type Turn struct {
	Move    game.Move
	After   backgammon.Board
	Chances backgammon.Chances // of who makes it
	Equity  float64
	Plies   int // that it was looked at with
}

// Search looks ahead. It belongs to one goroutine.
type Search struct {
	Estimator backgammon.Estimator
	Plies     int
	Filter    Filter
	Replies   *Shortlist // of a roll further ahead; nil: all turns
	Nodes     int        // positions evaluated so far

	moves    []game.Move
	turns    []Turn
	replies  []*reply // by ply
	outcomes []backgammon.Outcome
}

// Rank returns all turns of p, the best first; an only turn is not looked at
// closely. The slice is used again by the next call. It ends soon after ctx does, with its error.
func (s *Search) Rank(ctx context.Context, b *backgammon.Board, p game.Player, dice backgammon.Dice) ([]Turn, error) {
	s.moves = b.AppendMoves(s.moves[:0], p, dice)
	s.turns = s.turns[:0]
	for _, m := range s.moves {
		t := Turn{Move: m, After: *b}
		t.After.Play(p, m)
		s.turns = append(s.turns, t)
	}
	if err := s.look(ctx, s.turns, p, 0); err != nil {
		return nil, err
	}
	promising := s.turns
	for plies := 1; plies <= s.Plies && len(promising) > 1; plies++ {
		promising = s.Filter.pass(promising)
		if err := s.look(ctx, promising, p, plies); err != nil {
			return nil, err
		}
	}
	return s.turns, nil
}

// look evaluates turns and sorts them, of equal ones the first stays first.
func (s *Search) look(ctx context.Context, turns []Turn, p game.Player, plies int) error {
	for i := range turns {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := &turns[i]
		t.Chances = s.Evaluate(&t.After, p^1, plies).Other()
		t.Equity, t.Plies = t.Chances.Equity(), plies
	}
	slices.SortStableFunc(turns, func(a, b Turn) int { return cmp.Compare(b.Equity, a.Equity) })
	return nil
}

// pass returns the turns that deserve another look. They are sorted.
func (f Filter) pass(turns []Turn) []Turn {
	n := 1
	for n < len(turns) && n < f.Width && turns[0].Equity-turns[n].Equity <= f.Margin {
		n++
	}
	return turns[:n]
}

// Evaluate tells the chances of p, who is about to roll, with so many plies.
func (s *Search) Evaluate(b *backgammon.Board, p game.Player, plies int) backgammon.Chances {
	if plies == 0 || b.Winner() != game.Nobody {
		s.Nodes++
		return s.Estimator.Evaluate(b, p)
	}
	s.grow(plies)
	r := s.replies[plies-1]
	var mean backgammon.Chances
	for _, roll := range backgammon.AllRolls {
		s.follow(r, b, p, roll.Dice, plies)
		mean.Add(r.chances.Other(), float32(roll.Probability))
	}
	return mean
}

// Outcomes implements backgammon.Looker: those from which Evaluate takes the mean with as
// many plies as turns are ranked with.
func (s *Search) Outcomes(b *backgammon.Board, p game.Player) []backgammon.Outcome {
	s.outcomes = s.outcomes[:0]
	if s.Plies == 0 || b.Winner() != game.Nobody {
		return nil
	}
	s.grow(s.Plies)
	r := s.replies[s.Plies-1]
	for _, roll := range backgammon.AllRolls {
		s.follow(r, b, p, roll.Dice, s.Plies)
		s.outcomes = append(s.outcomes, backgammon.Outcome{Probability: roll.Probability, After: r.best, Chances: r.chances})
	}
	return s.outcomes
}

// grow makes room for replies of so many plies.
func (s *Search) grow(plies int) {
	for len(s.replies) < plies {
		s.replies = append(s.replies, &reply{})
	}
}

// follow answers a roll and looks at the position behind with the plies that are left.
func (s *Search) follow(r *reply, b *backgammon.Board, p game.Player, dice backgammon.Dice, plies int) {
	s.answer(r, b, p, dice)
	if plies > 1 {
		r.chances = s.Evaluate(&r.best, p^1, plies-1)
	}
}

// reply is where the best turn of a roll is found, one for each ply. It lives
// on the heap once, as a board that an evaluator is shown cannot live elsewhere.
type reply struct {
	after, best backgammon.Board
	chances     backgammon.Chances // of the other side after the best turn
}

// answer makes the turn that looks best without looking ahead.
func (s *Search) answer(r *reply, b *backgammon.Board, p game.Player, dice backgammon.Dice) {
	first := len(s.moves) // above those of the plies before
	s.moves = b.AppendMoves(s.moves, p, dice)
	lowest := 0.0
	for i, m := range s.Replies.Choose(b, p, s.moves[first:]) {
		r.after = *b
		r.after.Play(p, m)
		s.Nodes++
		c := s.Estimator.Evaluate(&r.after, p^1)
		if equity := c.Equity(); i == 0 || equity < lowest {
			r.best, r.chances, lowest = r.after, c, equity
		}
	}
	s.moves = s.moves[:first]
}
