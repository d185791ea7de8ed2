// Package phantomtictactoe is phantom tic-tac-toe: tic-tac-toe in which players do not see
// each other's stones. Who tries a taken cell learns that it is taken, and tries again.
package phantomtictactoe

import (
	"fmt"

	"gambito/game"
	"gambito/game/phantom"
)

// New returns the game on a board of that side, 2 to 5. A full line of one's own wins.
func New(size int) (game.Game, error) {
	if size < 2 || size > 5 {
		return nil, fmt.Errorf("the board may have sides of 2 to 5, not %d", size)
	}
	id := "phantom-tictactoe"
	if size != 3 {
		id = fmt.Sprintf("%s:%dx%d", id, size, size)
	}
	lines := lines(size)
	return phantom.New(phantom.Rules{
		Info:    game.Info{ID: id, Name: "Phantom tic-tac-toe", Roles: []string{"cross", "nought"}},
		Columns: size, Rows: size, Symbols: "XO", Glyphs: "✕◯", Surface: game.Paper, Colours: [2]game.Colour{game.Blue, game.Red},
		Won: func(stones uint64, _ game.Player) bool {
			for _, line := range lines {
				if stones&line == line {
					return true
				}
			}
			return false
		},
	}), nil
}

// lines are the rows, columns and diagonals.
func lines(size int) (sets []uint64) {
	add := func(first, step int) {
		set := uint64(0)
		for i := range size {
			set |= 1 << (first + i*step)
		}
		sets = append(sets, set)
	}
	for i := range size {
		add(i*size, 1)
		add(i, size)
	}
	add(0, size+1)
	add(size-1, size-1)
	return sets
}
