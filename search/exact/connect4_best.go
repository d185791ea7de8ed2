package exact

import (
	"context"

	"gambito/game"
)

// Of equally good moves the solver prefers the one nearest to the centre, and of
// two that are equally near the left one; but a position and its mirror image
// are one to it, of which it looks at the one with the smaller key. So the
// preferred moves of mirror images are mirror images.

// SolveBest returns the score of a position and the preferred one of the moves
// that attain it. Precondition: the game is not over.
func (c *Connect4) SolveBest(ctx context.Context, s game.State) (score int, best game.Move, err error) {
	score, err = c.start(ctx, s, func(own, mask uint64) int {
		own, mask, mirrored := c.canonical(own, mask)
		score, column := c.best(own, mask)
		if mirrored {
			column = c.columns - 1 - column
		}
		best = game.Move(column)
		return score
	})
	return score, best, err
}

// SolveAllBest returns the score of a position and all moves that attain it,
// ascending. Precondition: the game is not over.
func (c *Connect4) SolveAllBest(ctx context.Context, s game.State) (score int, best []game.Move, err error) {
	score, err = c.start(ctx, s, func(own, mask uint64) int {
		score := c.score(own, mask)
		for column := range c.columns {
			if !c.stopped && c.attains(own, mask, column, score) {
				best = append(best, game.Move(column))
			}
		}
		return score
	})
	return score, best, err
}

// SolveWeakBest returns the sign of the score of a position and a move that keeps
// it: of a position in the book a best one, else the preferred one of those that keep
// it; where all moves lose, of those that do not lose at once. Precondition: the game
// is not over.
func (c *Connect4) SolveWeakBest(ctx context.Context, s game.State) (sign int, best game.Move, err error) {
	sign, err = c.start(ctx, s, func(own, mask uint64) int {
		own, mask, mirrored := c.canonical(own, mask)
		sign, column := c.weakBest(own, mask)
		if mirrored {
			column = c.columns - 1 - column
		}
		best = game.Move(column)
		return sign
	})
	return sign, best, err
}

// weakBest is SolveWeakBest on the bare stones of a canonical position.
func (c *Connect4) weakBest(own, mask uint64) (sign, column int) {
	if score, column, ok := c.book.best(own, mask); ok {
		return signOf(score), column
	}
	sign = c.sign(own, mask)
	if sign < 0 {
		return sign, c.lost(own, mask)
	}
	for _, column := range c.preferred {
		if c.stopped || c.attains(own, mask, column, sign) {
			return sign, column
		}
	}
	panic("no move attains the sign of its position")
}

// lost is the preferred column where all moves lose: of those, if there are any,
// that do not lose at once.
func (b *connect4Board) lost(own, mask uint64) (column int) {
	moves := b.safe(mask, b.threats(own^mask, mask))
	if moves == 0 {
		moves = b.targets(mask)
	}
	for _, column = range b.preferred {
		if moves&b.column(column) != 0 {
			break
		}
	}
	return column
}

// canonical returns of a position and its mirror image the one that the solver
// looks at, and whether it is the image.
func (b *connect4Board) canonical(own, mask uint64) (ownToo, maskToo uint64, mirrored bool) {
	if key := b.key(own, mask); b.mirror(key) < key {
		return b.mirror(own), b.mirror(mask), true
	}
	return own, mask, false
}

// best returns score and preferred column of a canonical position in which the
// game is not over, under the precondition of score.
func (c *Connect4) best(own, mask uint64) (score, column int) {
	if score, column, ok := c.book.best(own, mask); ok {
		return score, column
	}
	score = c.score(own, mask)
	for _, column := range c.preferred {
		if c.stopped || c.attains(own, mask, column, score) {
			return score, column
		}
	}
	panic("no move attains the score of its position")
}

// attains reports whether the move into a column is legal and scores at least
// score. Afterwards c.stopped must be false.
func (c *Connect4) attains(own, mask uint64, column, score int) bool {
	stone := (mask + c.bottom) & c.column(column)
	if stone == 0 {
		return false
	}
	own, mask = own^mask, mask|stone
	moves, after, ok := c.static(own, mask)
	if !ok {
		after, ok = c.book.score(own, mask)
	}
	if ok {
		return after <= -score
	}
	return c.above(own, mask, moves, -score) <= -score
}
