package main

import (
	"fmt"

	"gambito/arena"
)

// printPoints shows them below the table of a match.
func printPoints(s *session, r *arena.PointResult) {
	fmt.Fprintf(s.stdout, "\npoints of 1: %+.3f a game (%+.3f to %+.3f), %.1f%% of all (%.1f%% to %.1f%%)\n",
		r.PerGame.Estimate, r.PerGame.Low, r.PerGame.High, 100*r.Share.Estimate, 100*r.Share.Low, 100*r.Share.High)
	if r.Gammons == nil {
		return
	}
	fmt.Fprintf(s.stdout, "gammons won: %d and %d, of them backgammons: %d and %d\n", r.Gammons[0], r.Gammons[1], r.Backgammons[0], r.Backgammons[1])
}
