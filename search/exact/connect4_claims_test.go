package exact

import (
	"math/rand/v2"
	"testing"

	"gambito/games/connect4"
)

// TestConnect4FollowUp compares the bounds of plans with plain minimax: none is below the
// score, and there are many of every kind.
func TestConnect4FollowUp(t *testing.T) {
	type kind struct {
		odd, wins bool
	}
	found := map[kind]int{}
	for _, c := range []struct{ columns, rows, mostLeft, positions int }{
		{4, 4, 12, 800}, {5, 4, 10, 800}, {4, 5, 10, 800}, {4, 6, 11, 800}, {6, 4, 9, 800}, {5, 5, 9, 800}, {7, 6, 9, 800}, {8, 7, 7, 200},
	} {
		g, solver := newBoard(t, c.columns, c.rows)
		plain, r := newPlainSolver(g), rand.New(rand.NewPCG(3, 4))
		for tries := 0; c.positions > 0 && tries < 100_000; tries++ {
			s, plies, ok := randomPosition(g, 1+r.IntN(c.mostLeft), r)
			if !ok {
				continue
			}
			c.positions--
			own, mask := connect4.Stones(s)
			left := solver.left(mask)
			for alpha := -left / 2; alpha <= left/2; alpha++ {
				bound, ok := solver.followUp(own, mask, solver.threats(own^mask, mask), left, alpha)
				if !ok {
					continue
				}
				if score := plain.solve(s, plies); bound > alpha || score > bound {
					t.Fatalf("%s: %s has the score %d, and above %d the bound is %d", g.Info().ID, g.FormatPosition(s), score, alpha, bound)
				}
				found[kind{left%2 == 1, bound < 0}]++
			}
		}
	}
	for _, k := range []kind{{false, false}, {false, true}, {true, true}} {
		if found[k] < 500 {
			t.Errorf("only %d bounds of %+v", found[k], k)
		}
	}
}
