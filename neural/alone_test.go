package neural

import (
	"slices"
	"testing"

	"gambito/game"
	"gambito/nn"
)

// TestAlone: a network plays legal moves by itself, with a policy and without; without
// one it takes a win that a move brings.
func TestAlone(t *testing.T) {
	for _, g := range encoded(t) {
		both := model(t, g)
		a := both.Architecture
		a.Policy = nil
		value, err := nn.New(a, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []*nn.Model{both, value} {
			alone, s := NewAlone(g, Of(m)), g.New()
			for ply := 0; s.Turn() != game.Over && ply < 12; ply++ {
				moves := s.Moves(nil)
				best, expected := alone.Choose(s)
				if !slices.Contains(moves, best) || expected < -1 || expected > 1 {
					t.Fatalf("%s: %d, expected %g", g.Info().ID, best, expected)
				}
				for _, w := range moves {
					next := s.Clone()
					if next.Play(w); m == value && next.Turn() == game.Over && next.Score(s.Turn()) == 1 {
						after := s.Clone()
						if after.Play(best); after.Turn() != game.Over || after.Score(s.Turn()) != 1 {
							t.Errorf("%s: it does not win at once", g.Info().ID)
						}
					}
				}
				s.Play(best)
			}
		}
	}
}
