package gametest

import (
	"testing"

	"gambito/game"
)

// BenchmarkPlayout times random playouts from the start position, the fast
// ones and the slow.
func BenchmarkPlayout(b *testing.B, g game.Game) {
	start, s, r := g.New(), g.New(), newRand(1)
	if fast, ok := s.(game.Playouter); ok {
		b.Run("fast", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fast.CopyFrom(start)
				fast.Playout(r)
			}
		})
	}
	b.Run("slow", func(b *testing.B) {
		buf := make([]game.Move, 0, g.Info().MaxMoves)
		b.ReportAllocs()
		for b.Loop() {
			s.CopyFrom(start)
			game.RandomPlayout(s, r, buf)
		}
	})
}
