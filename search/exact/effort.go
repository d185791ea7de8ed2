package exact

import (
	"fmt"
	"math/bits"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
)

// A position with more empty cells than these takes longer than anybody waits for:
// each further cell takes some three times as long as the one before, and these
// take hours.
const (
	Connect4Most = 50
	othelloMost  = 30
)

// Check implements Solver.
func (c *Connect4) Check(s game.State) error {
	own, mask := connect4.Stones(s)
	if mask&^c.board != 0 {
		return c.tooLarge()
	}
	if _, known := c.book.score(own, mask); known {
		return nil
	}
	return tooMany("Connect 4", c.left(mask), Connect4Most)
}

// Check implements Solver.
func (o *Othello) Check(s game.State) error {
	own, opp := othello.Discs(s)
	return tooMany("Othello", 64-bits.OnesCount64(own|opp), othelloMost)
}

// Check implements Solver. Of most games it cannot be told how many positions a
// proof needs; the solver gives up when there are too many.
func (t *Small) Check(s game.State) error {
	if t.longRun == nil {
		return nil
	}
	columns, rows, run := t.longRun.Size()
	what := fmt.Sprintf("Connect 4 with %d in a line has no solver of its own", run)
	if run == 4 {
		what = fmt.Sprintf("Connect 4 on %d columns and %d rows has no solver of its own", columns, rows)
	}
	return tooMany(what, columns*rows-connect4.Placed(s), longRunMost(t.limit))
}

// longRunMost is with how many empty cells positions of Connect 4 in which more
// than four in a line win are solved if so many positions are kept, as measured.
// Nothing decides such games early.
func longRunMost(positions int) int { return max(0, bits.Len(uint(positions))-3) }

// sized is Connect 4 on a board of any size.
type sized interface {
	Size() (columns, rows, run int)
}

// longRun is g if it is Connect 4 in which a run wins that is seldom made.
func longRun(g game.Game) sized {
	switch g.(type) {
	case *connect4.Game, *connect4.Large:
		board := g.(sized)
		if _, _, run := board.Size(); run >= 4 {
			return board
		}
	}
	return nil
}

func tooMany(what string, empty, most int) error {
	if empty <= most {
		return nil
	}
	return fmt.Errorf("%s: up to %d empty cells can be solved in a reasonable time, and here are %d", what, most, empty)
}

// QuickFrom is the ply from which on solving a position of a game takes about as
// long as searching it well, by a solver that keeps some million positions: in
// Connect 4 and Othello by the number of cells left.
func QuickFrom(g game.Game) int {
	switch g := g.(type) {
	case *connect4.Game:
		columns, rows, run := g.Size()
		switch method, _ := MethodOf(g); {
		case method == ByConnect4:
			return max(0, columns*rows-26)
		case run >= 4:
			return max(0, columns*rows-18)
		}
	case *connect4.Large:
		if columns, rows, run := g.Size(); run >= 4 {
			return columns*rows - 18
		}
	case othello.Game:
		return 48
	}
	return 0
}
