package agents

import (
	"testing"

	"gambito/games"
)

// TestNoMoreDiscs: an evaluation of Othello that counts more than the board holds tells
// all of it.
func TestNoMoreDiscs(t *testing.T) {
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	j := judgedBy(g, "classic", 1<<20)
	for value, want := range map[float64]float64{1000: 10, 7000: 64, -7000: -64} {
		if v := j.worth(value, 0); v.Count != want {
			t.Errorf("%g tells %g discs, not %g", value, v.Count, want)
		}
	}
}
