package othello

import (
	"math/rand/v2"
	"testing"

	"gambito/game"
)

// TestOtherSide: the discs stay where they are, the other side moves, and twice is
// nothing.
func TestOtherSide(t *testing.T) {
	g, r := New(), rand.New(rand.NewPCG(1, 5))
	for range 20 {
		s, other, back := g.New(), g.New(), g.New()
		for m, ok := game.RandomMove(s, r, nil); ok; m, ok = game.RandomMove(s, r, nil) {
			g.OtherSide(other, s)
			g.OtherSide(back, other)
			own, opp := Discs(s)
			if a, b := Discs(other); a != opp || b != own || other.Turn() != s.Turn()^1 || g.FormatPosition(back) != g.FormatPosition(s) {
				t.Fatalf("%s is %s from the other side", g.FormatPosition(s), g.FormatPosition(other))
			}
			s.Play(m)
		}
	}
}
