package gametest

import (
	"cmp"
	"fmt"

	"gambito/game"
)

// checkMeasured compares what people count with who has won: more of the one is
// more of the other and, if one player wins what the other loses, as much less of
// the other's.
func checkMeasured(g game.Game, _ Facts) error {
	measured, ok := g.(game.Measured)
	if !ok || measured.Unit() == "" {
		return nil
	}
	info, r := g.Info(), newRand(31)
	zero := 0.0 // what a score of 0 counts
	if count, known := measured.CountOf(0); known {
		zero = count
	}
	for range 50 {
		s := g.New()
		game.RandomPlayout(s, r, nil)
		for p := range game.Player(info.Players()) {
			score, count := s.Score(p), measured.Count(s, p)
			if cmp.Compare(score, 0) != cmp.Compare(count, zero) {
				return fmt.Errorf("a score of %g counts %g %s in %s", score, count, measured.Unit(), g.FormatPosition(s))
			}
			if other := p ^ 1; info.Players() == 2 && !info.GeneralSum && measured.Count(s, other) != -count {
				return fmt.Errorf("player %d counts %g %s and the other %g in %s", p, count, measured.Unit(), measured.Count(s, other), g.FormatPosition(s))
			}
			if expected, known := measured.CountOf(score); known && expected != count {
				return fmt.Errorf("an expected score of %g counts %g, the score itself %g", score, expected, count)
			}
		}
	}
	return nil
}
