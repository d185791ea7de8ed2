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

// SolveWeakBest returns the sign of the score of a position and the preferred one
// of the moves that keep it; where all moves lose, of those that do not lose at
// once. Precondition: the game is not over.
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

// SolveWithin is SolveBest with little more than a number of nodes, if they suffice
// for that. If not, score is only the sign of the score, exact is false, and the
// move is that of SolveWeakBest, for which there is no limit. With several threads
// it may depend on the machine whether they suffice.
func (c *Connect4) SolveWithin(ctx context.Context, s game.State, nodes uint64) (score int, exact bool, best game.Move, err error) {
	score, err = c.start(ctx, s, func(own, mask uint64) int {
		own, mask, mirrored := c.canonical(own, mask)
		score, isExact, column := c.within(own, mask, nodes)
		if mirrored {
			column = c.columns - 1 - column
		}
		exact, best = isExact, game.Move(column)
		return score
	})
	return score, exact, best, err
}

// within is SolveWithin on the bare stones of a canonical position.
func (c *Connect4) within(own, mask, nodes uint64) (score int, exact bool, column int) {
	if score, column, ok := c.book.best(own, mask); ok {
		return score, true, column
	}
	before := c.Nodes()
	sign, column := c.weakBest(own, mask)
	moves, score, ok := c.static(own, mask)
	if c.stopped {
		return 0, false, 0
	}
	left := uint64(1)
	if used := c.Nodes() - before; used < nodes {
		left = nodes - used
	}
	c.setLimit(left)
	defer c.setLimit(0)
	if !ok {
		cells := c.left(mask)
		lower, upper := ofSign(sign, lossScore(cells, 2), winScore(cells, 2))
		score = c.between(own, mask, moves, lower, upper)
	}
	attaining := 0
	for _, attaining = range c.preferred {
		if c.stopped || c.attains(own, mask, attaining, score) {
			break
		}
	}
	if c.stopped {
		c.stopped = false
		c.setLimit(0)
		c.poll() // if it was ctx that stopped the search, the caller has to know
		return sign, false, column
	}
	return score, true, attaining
}

// setLimit lets the solver and its helpers stop after so many nodes together, 0 for
// no limit.
func (c *Connect4) setLimit(nodes uint64) {
	for _, w := range append([]*Connect4{c}, c.helpers...) {
		w.limit = 0
		if nodes > 0 {
			w.limit = w.nodes + 1 + nodes/uint64(1+len(c.helpers))
		}
	}
}

// weakBest is SolveWeakBest on the bare stones of a canonical position.
func (c *Connect4) weakBest(own, mask uint64) (sign, column int) {
	if score, column, ok := c.book.best(own, mask); ok {
		return signOf(score), column
	}
	if sign, column, ok := c.outcomes.best(own, mask); ok {
		return sign, column
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
	if after, ok := c.book.score(own, mask); ok {
		return after <= -score
	}
	moves, after, ok := c.static(own, mask)
	if ok {
		return after <= -score
	}
	return c.above(own, mask, moves, -score) <= -score
}
