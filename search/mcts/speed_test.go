package mcts

import (
	"context"
	"testing"

	"gambito/bandit"
	"gambito/games"
)

func BenchmarkSearch(b *testing.B) {
	for _, id := range []string{"connect4", "othello", "breakthrough", "breakthrough:8x8"} {
		g, err := games.Parse(id)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			s, err := New(g, Params{Policy: bandit.UCB{Alpha: 2}})
			if err != nil {
				b.Fatal(err)
			}
			at := g.New()
			sims := 0
			for b.Loop() {
				s.NewGame(0, 1)
				r, _ := s.Run(context.Background(), at, Budget{Simulations: 1000})
				sims += r.Simulations
			}
			b.ReportMetric(float64(sims)/b.Elapsed().Seconds(), "sims/s")
			b.ReportAllocs()
		})
	}
}
