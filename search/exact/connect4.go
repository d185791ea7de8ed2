package exact

import (
	"context"
	"fmt"
	"math/bits"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/progress"
)

// Connect4 solves positions of Connect 4 exactly, on any board where four in a
// line win. It remembers what it found from one position to the next, until
// Reset. It belongs to one goroutine, but may search with several of its own.
//
// A score is +n when the player to move wins with its n-th last stone, −n when
// it loses so to its opponent, 0 when the game is drawn: to win early and to
// lose late scores more.
type Connect4 struct {
	connect4Board
	table       connect4Table
	book        *Book
	moves       [][]connect4Move // by the number of empty cells: the moves under search
	mirrorAbove int              // with more empty cells mirror images share an entry
	nodes       uint64
	watch       progress.Func
	done        <-chan struct{}
	stopped     bool

	shared      connect4Table     // a view of the table of together
	sharedAbove int               // with more empty cells positions go there
	together    *connect4Together // what it shares with other solvers, or nil
	helpers     []*Connect4       // see SetThreads
}

// NewConnect4 returns a solver with a table of at most 2^tableBits entries of
// eight bytes; 22 is a good size for single positions of the standard board, 24
// for its first plies.
func NewConnect4(g *connect4.Game, tableBits int) (*Connect4, error) {
	if err := connect4Solvable(g); err != nil {
		return nil, err
	}
	columns, rows, _ := g.Size()
	keyBits := columns * (rows + 1)
	if least, most := connect4TableBits(keyBits); tableBits < least || tableBits > most {
		return nil, fmt.Errorf("%s: a table of 2^%d entries: it must be 2^%d to 2^%d", g.Info().ID, tableBits, least, most)
	}
	return newConnect4(newConnect4Board(columns, rows), newConnect4Table(keyBits, tableBits)), nil
}

// connect4Solvable says whether games of g can be solved at all.
func connect4Solvable(g *connect4.Game) error {
	_, rows, run := g.Size()
	switch {
	case run != 4:
		return fmt.Errorf("%s: only games that four in a line win can be solved, not %d", g.Info().ID, run)
	case rows > maxRows:
		return fmt.Errorf("%s: only boards of up to %d rows can be solved", g.Info().ID, maxRows)
	}
	return nil
}

func newConnect4(board connect4Board, table connect4Table) *Connect4 {
	c := &Connect4{connect4Board: board, table: table}
	c.mirrorAbove = c.cells - mirrorPlies
	c.sharedAbove = c.cells
	c.moves = make([][]connect4Move, c.cells+1)
	for left := range c.moves {
		c.moves[left] = make([]connect4Move, c.columns)
	}
	return c
}

// Reset forgets all positions and sets the count of nodes to zero. It takes no
// longer than a small part of the searches since the last.
func (c *Connect4) Reset() {
	c.forget()
	c.nodes = 0
	for _, h := range c.helpers {
		h.forget()
		h.nodes = 0
	}
	if c.together != nil {
		c.together.table.reset()
		c.together.visited.Store(0)
	}
}

// forget empties the table that is the solver's own.
func (c *Connect4) forget() { c.table.reset() }

// Watch implements Solver.
func (c *Connect4) Watch(f progress.Func) { c.watch = f }

// Nodes is how many positions were visited since Reset.
func (c *Connect4) Nodes() uint64 {
	nodes := c.nodes
	for _, h := range c.helpers {
		nodes += h.nodes
	}
	return nodes
}

// Solve returns the score of s, a state of the solver's game. Where the game is
// over it is what the last stone made it. The only errors are those of ctx and
// a state of a larger board.
func (c *Connect4) Solve(ctx context.Context, s game.State) (score int, err error) {
	return c.start(ctx, s, c.score)
}

// SolveWeak returns the sign of the score: 1 for a win, 0 for a draw, −1 for a
// loss. It is faster than Solve where many moves lead to the same end.
func (c *Connect4) SolveWeak(ctx context.Context, s game.State) (sign int, err error) {
	return c.start(ctx, s, c.sign)
}

// SolveMoves returns the scores of the legal moves, in ascending order of the
// moves; there is none where the game is over.
func (c *Connect4) SolveMoves(ctx context.Context, s game.State) ([]MoveScore, error) {
	var scores []MoveScore
	_, err := c.start(ctx, s, func(own, mask uint64) int {
		if c.four(own ^ mask) {
			return 0
		}
		for t := c.targets(mask); t != 0 && !c.stopped; t &= t - 1 {
			stone := t & -t
			column := uint(bits.TrailingZeros64(stone)) / c.stride
			scores = append(scores, MoveScore{game.Move(column), -c.score(own^mask, mask|stone)})
		}
		return 0
	})
	if err != nil {
		return nil, err
	}
	return scores, nil
}

// start runs what solves a position until it is done or ctx is.
func (c *Connect4) start(ctx context.Context, s game.State, solve func(own, mask uint64) int) (int, error) {
	own, mask := connect4.Stones(s)
	if mask&^c.board != 0 {
		return 0, c.tooLarge()
	}
	c.done, c.stopped = ctx.Done(), false
	if c.poll(); !c.stopped {
		if result := solve(own, mask); !c.stopped {
			return result, nil
		}
	}
	return 0, ctx.Err()
}

// score is Solve on bare stones. Precondition: c.stopped is false; when it is
// true afterwards, the result means nothing.
func (c *Connect4) score(own, mask uint64) int {
	moves, score, ok := c.static(own, mask)
	if ok {
		return score
	}
	if score, ok := c.book.score(own, mask); ok {
		return score
	}
	if c.helpers != nil {
		return c.withHelpers(func(w *Connect4) int { return w.bisect(own, mask, moves) })
	}
	return c.bisect(own, mask, moves)
}

// bisect finds the score of a position that static has let through.
func (c *Connect4) bisect(own, mask, moves uint64) int {
	left := c.left(mask)
	lower, upper := lossScore(left, 2), winScore(left, 2)
	for lower < upper && !c.stopped {
		// Bisection that prefers windows far from zero: an early win is
		// refuted by a shallow search (Pons, part 8).
		alpha := lower + (upper-lower)/2
		if alpha <= 0 && lower/2 < alpha {
			alpha = lower / 2
		} else if alpha >= 0 && upper/2 > alpha {
			alpha = upper / 2
		}
		if result := c.null(own, mask, moves, alpha); result > alpha {
			lower = result
		} else {
			upper = result
		}
	}
	return lower
}

// sign is SolveWeak on bare stones, under the precondition of score.
func (c *Connect4) sign(own, mask uint64) int {
	moves, score, ok := c.static(own, mask)
	if ok {
		return signOf(score)
	}
	if score, ok := c.book.score(own, mask); ok {
		return signOf(score)
	}
	switch {
	case c.above(own, mask, moves, 0) > 0:
		return 1
	case c.stopped || c.above(own, mask, moves, -1) > -1:
		return 0
	}
	return -1
}

// above searches a position that static has let through, with all threads.
func (c *Connect4) above(own, mask, moves uint64, alpha int) int {
	if c.helpers != nil {
		return c.withHelpers(func(w *Connect4) int { return w.null(own, mask, moves, alpha) })
	}
	return c.null(own, mask, moves, alpha)
}

// null searches a position that static has let through.
func (c *Connect4) null(own, mask, moves uint64, alpha int) int {
	return c.search(own, mask, moves, c.threats(own, mask), c.threats(own^mask, mask), c.left(mask), alpha)
}

func signOf(score int) int {
	switch {
	case score > 0:
		return 1
	case score < 0:
		return -1
	}
	return 0
}
