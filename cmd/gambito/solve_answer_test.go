package main

import (
	"context"
	"testing"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/games/tictactoe"
	"gambito/search/exact"
)

// TestAnswer: who wins, in the unit of the game, how soon and by which moves.
func TestAnswer(t *testing.T) {
	c4, _ := connect4.New(7, 6, 4)
	ttt, _ := tictactoe.New(3, 3)
	for _, c := range []struct {
		g              game.Game
		position, line string
		want           string
	}{
		{c4, "", "112233", "Red wins with the 18th last stone, at once, by playing 4."},
		{c4, "", "22334", "Yellow loses to the 18th last stone, with the next move, whatever is played."},
		{c4, "", "2233", "Red wins with the 18th last stone, in 2 moves (3 plies), by playing 4."},
		{othello.Game{}, "--XXOX-OX-XXOOO-XXOXXOOOXXOOOXOOXXXXOXXXX-XXOXXXXX-XXX-----X-XO- X", "", "Black loses by 34 discs, proven; no move is better than g1, b2 or h8."},
		{ttt, "XX./OO./...", "", "X wins, proven, by playing c3."},
		{ttt, "", "", "A draw, proven, with any move."},
		{ttt, "XOX/XOX/O.O", "", "A draw, proven, by playing b1."},
	} {
		at := c.g.New()
		var err error
		if c.position != "" {
			if at, err = c.g.ParsePosition(c.position); err != nil {
				t.Error(err)
				continue
			}
		}
		if _, err := game.ParseLine(c.g, at, c.line); err != nil {
			t.Error(err)
			continue
		}
		solver, err := exact.New(c.g)
		if err != nil {
			t.Fatal(err)
		}
		scores, err := solver.SolveMoves(context.Background(), at)
		if err != nil {
			t.Fatal(err)
		}
		if got := answer(c.g, at, scores); got != c.want {
			t.Errorf("%s %s%s: %q, not %q", c.g.Info().ID, c.position, c.line, got, c.want)
		}
	}
}
