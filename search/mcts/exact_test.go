package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/search/exact"
)

// TestSolverAgreesWithExact lets the tree prove positions that are solved
// exactly, and compares every proven move.
func TestSolverAgreesWithExact(t *testing.T) {
	for _, c := range []struct {
		id    string
		plies int
		count int
	}{{"connect4:5x4", 12, 30}, {"tictactoe", 3, 30}, {"connect4", 30, 15}, {"othello", 53, 15}, {"breakthrough:4x4", 6, 15}} {
		g := parse(t, c.id)
		solver, err := exact.New(g)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(2, 0))
		proven := 0
		for _, threads := range []int{1, 2} {
			s := newSearch(t, g, Params{Solver: true, Threads: threads})
			for i := range c.count {
				at := randomly(g, r, c.plies)
				scores, err := solver.SolveMoves(context.Background(), at)
				if err != nil {
					t.Fatal(err)
				}
				s.NewGame(at.Turn(), uint64(i))
				result := search(t, s, at, 3000)
				best := -1
				for _, m := range scores {
					best = max(best, int(sign(float64(m.Score))))
				}
				for _, m := range result.Moves {
					k := slices.IndexFunc(scores, func(x exact.MoveScore) bool { return x.Move == m.Move })
					score := float64(sign(float64(scores[k].Score)))
					if m.Proven && m.Value != score {
						t.Errorf("%s, %s: move %s proven %v, but it is %v", c.id, g.FormatPosition(at), g.FormatMove(at, m.Move), m.Value, score)
					}
					if m.Move == result.Move && result.Proven {
						proven++
						if int(score) != best {
							t.Errorf("%s, %s: plays %s for %v, but %d is to be had", c.id, g.FormatPosition(at), g.FormatMove(at, m.Move), score, best)
						}
					}
				}
			}
		}
		if proven < c.count {
			t.Errorf("%s: only %d of %d positions proven", c.id, proven, 2*c.count)
		}
	}
}

// TestConverges checks that without any proof the chosen move is a best one and
// the value near the exact one.
func TestConverges(t *testing.T) {
	for _, c := range []struct {
		id    string
		plies int
	}{{"connect4:5x4", 8}, {"tictactoe", 2}, {"connect4", 30}, {"othello", 54}} {
		g := parse(t, c.id)
		solver, err := exact.New(g)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(4, 0))
		right, value := 0, 0
		const count = 10
		s := newSearch(t, g, Params{})
		for i := range count {
			at := randomly(g, r, c.plies)
			scores, err := solver.SolveMoves(context.Background(), at)
			if err != nil {
				t.Fatal(err)
			}
			s.NewGame(at.Turn(), uint64(i))
			result := search(t, s, at, 40_000)
			best, of := -1, 0
			for _, m := range scores {
				best = max(best, int(sign(float64(m.Score))))
				if m.Move == result.Move {
					of = int(sign(float64(m.Score)))
				}
			}
			if of == best {
				right++
			}
			if math.Abs(result.Value-float64(best)) < 0.35 {
				value++
			}
		}
		if right < count-1 || value < count-2 {
			t.Errorf("%s: %d of %d best moves, %d values near the exact one", c.id, right, count, value)
		}
	}
}
