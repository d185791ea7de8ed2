package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games"
)

// TestSolveBest compares SolveBest and SolveAllBest of all solvers, and of Connect
// 4 SolveWeakBest, with the scores of all moves.
func TestSolveBest(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		spec        string
		from, plies int
		positions   int
	}{
		{"connect4", 18, 20, 40}, {"connect4:5x4", 2, 16, 40}, {"othello", 50, 9, 40},
		{"tictactoe", 0, 7, 40}, {"breakthrough:3x4", 0, 5, 20}, {"sheep-and-wolf", 4, 20, 4},
	} {
		spec := c.spec
		g, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		solver, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		for range c.positions {
			s := g.New()
			for range c.from + r.IntN(c.plies) {
				if moves := s.Moves(nil); len(moves) > 0 {
					s.Play(moves[r.IntN(len(moves))])
				}
			}
			if s.Turn() == game.Over {
				continue
			}
			scores, err := solver.SolveMoves(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			best, sign := scores[0].Score, 0
			for _, m := range scores {
				best = max(best, m.Score)
			}
			sign = signOf(best)
			var want, keep []game.Move
			for _, m := range scores {
				if m.Score == best {
					want = append(want, m.Move)
				}
				if signOf(m.Score) == sign {
					keep = append(keep, m.Move)
				}
			}
			solver.Reset()
			score, move, err := solver.SolveBest(ctx, s)
			if score != best || !slices.Contains(want, move) || err != nil {
				t.Errorf("%s, %s: %d by %d, %v; the moves are worth %v", spec, g.FormatPosition(s), score, move, err, scores)
			}
			solver.Reset()
			score, all, err := solver.SolveAllBest(ctx, s)
			if score != best || !slices.Equal(all, want) || err != nil {
				t.Errorf("%s, %s: %d by %d, %v; the moves are worth %v", spec, g.FormatPosition(s), score, all, err, scores)
			}
			if c, ok := solver.(*Connect4); ok {
				c.Reset()
				if got, move, err := c.SolveWeakBest(ctx, s); got != sign || !slices.Contains(keep, move) || err != nil {
					t.Errorf("%s, %s: sign %d by %d, %v; the moves are worth %v", spec, g.FormatPosition(s), got, move, err, scores)
				}
			}
		}
	}
}

// TestSmallWinsAtOnce: of two wins the one that ends the game is preferred.
func TestSmallWinsAtOnce(t *testing.T) {
	solver, g := small(t, "tictactoe", 1<<20, false)
	s := g.New()
	if _, err := game.ParseLine(g, s, "a1 a3 b1 b3"); err != nil {
		t.Fatal(err)
	}
	value, best, err := solver.SolveBest(context.Background(), s)
	if err != nil || value != 1 {
		t.Fatalf("%d, %v", value, err)
	}
	if s.Play(best); s.Turn() != game.Over {
		t.Errorf("move %d does not end the game", best)
	}
}

// TestFork checks that forks know what was known before and nothing of each
// other.
func TestFork(t *testing.T) {
	ctx := context.Background()
	solver, g := small(t, "connect4:4x4,run=3", 1<<20, false) // won by one of its moves
	want, err := solver.Solve(ctx, g.New())
	if err != nil {
		t.Fatal(err)
	}
	size := solver.Size()
	one, other := solver.Fork(1<<20), solver.Fork(1<<20)
	if got, err := one.Solve(ctx, g.New()); got != want || err != nil || one.Nodes() != 1 {
		t.Errorf("%d in %d nodes, %v", got, one.Nodes(), err)
	}
	if _, err := one.SolveMoves(ctx, g.New()); err != nil || one.Size() == size || other.Size() != size || solver.Size() != size {
		t.Errorf("sizes %d, %d and %d, %v", one.Size(), other.Size(), solver.Size(), err)
	}
	if one.Reset(); one.Size() != size {
		t.Errorf("a fork forgets what was known before: %d of %d", one.Size(), size)
	}
	if _, err := solver.Fork(3).SolveMoves(ctx, g.New()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a fork keeps more than it may: %v", err)
	}
}
