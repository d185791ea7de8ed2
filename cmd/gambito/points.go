package main

import (
	"fmt"

	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/table"
)

// printPoints shows what was won below the table of a match of amounts: who is better
// is told by it.
func printPoints(s *session, g game.Game, r api.Match) {
	p, from := r.OfPoints, "games"
	if p.Pairs > 0 {
		from = "pairs of games"
	}
	fmt.Fprintln(s.stdout)
	table.Paragraph(s.stdout, "", fmt.Sprintf("%s that 1 wins from 2: %+.3f a game (%+.3f to %+.3f at 95 %%, from %s); likelihood of superiority: %s",
		r.Unit, p.PerGame.Estimate, p.PerGame.Low, p.PerGame.High, from, likelihood(p.Superiority)))
	if _, counted := g.New().(game.Conceder); !counted { // only these have gammons
		return
	}
	fmt.Fprintf(s.stdout, "of all points 1 wins %.1f%% (%.1f%% to %.1f%%)\n", 100*p.Share.Estimate, 100*p.Share.Low, 100*p.Share.High)
	fmt.Fprintf(s.stdout, "gammons won: %s and %s of the games, of them backgammons: %d and %d\n",
		gammonRate(p, 0), gammonRate(p, 1), p.Backgammons[0], p.Backgammons[1])
}

func gammonRate(r *arena.PointResult, agent int) string {
	rate := r.GammonRates[agent]
	return fmt.Sprintf("%d, %.1f%% (%.1f%% to %.1f%%)", r.Gammons[agent], 100*rate.Estimate, 100*rate.Low, 100*rate.High)
}
