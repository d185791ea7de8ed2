package main

import (
	"fmt"
	"slices"

	"gambito/game"
)

// seatFlag says through whose eyes a game is shown in which players do not see everything.
type seatFlag struct {
	As string `enum:",first,second,third,fourth,fifth,sixth" default:"" help:"Show what this player sees of a game with secrets: first, second, or as far as the game has players (default: everything)."`
}

// eyes is the player, or game.Nobody, who sees everything.
func (f seatFlag) eyes(g game.Game) (game.Player, error) {
	seat := slices.Index(ordinals, f.As)
	switch {
	case f.As == "":
		return game.Nobody, nil
	case seat >= g.Info().Players():
		return 0, fmt.Errorf("--as %s: that seat is not in the game, which is for %d", f.As, g.Info().Players())
	case !game.OfSecrets(g):
		return 0, fmt.Errorf("--as %s: all players of %s see everything", f.As, g.Info().ID)
	}
	return game.Player(seat), nil
}
