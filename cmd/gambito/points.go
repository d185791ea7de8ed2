package main

import (
	"fmt"

	"gambito/arena"
	"gambito/game"
)

// printPoints shows them below the table of a match.
func printPoints(s *session, g game.Game, r *arena.PointResult) {
	fmt.Fprintf(s.stdout, "\npoints of 1: %+.3f a game (%+.3f to %+.3f), %.1f%% of all (%.1f%% to %.1f%%)\n",
		r.PerGame.Estimate, r.PerGame.Low, r.PerGame.High, 100*r.Share.Estimate, 100*r.Share.Low, 100*r.Share.High)
	if _, counted := g.New().(game.Conceder); !counted { // only these have gammons
		return
	}
	fmt.Fprintf(s.stdout, "gammons won: %s and %s of the games, of them backgammons: %d and %d\n",
		gammonRate(r, 0), gammonRate(r, 1), r.Backgammons[0], r.Backgammons[1])
}

func gammonRate(r *arena.PointResult, agent int) string {
	rate := r.GammonRates[agent]
	return fmt.Sprintf("%d, %.1f%% (%.1f%% to %.1f%%)", r.Gammons[agent], 100*rate.Estimate, 100*rate.Low, 100*rate.High)
}
