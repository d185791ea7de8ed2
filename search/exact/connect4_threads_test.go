package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"gambito/game"
)

func newThreads(t testing.TB, columns, rows, threads int) (game.Game, *Connect4) {
	t.Helper()
	g, c := newBoard(t, columns, rows)
	if err := c.SetThreads(threads); err != nil {
		t.Fatal(err)
	}
	return g, c
}

// TestConnect4ThreadsAgainstMinimax compares random positions of small boards,
// with a table that is never emptied.
func TestConnect4ThreadsAgainstMinimax(t *testing.T) {
	for _, c := range []struct{ columns, rows, left, positions int }{{4, 4, 14, 300}, {5, 4, 11, 200}, {4, 6, 11, 100}, {5, 5, 10, 60}, {8, 7, 7, 30}} {
		for _, threads := range []int{2, 4} {
			g, solver := newThreads(t, c.columns, c.rows, threads)
			plain, r := newPlainSolver(g), rand.New(rand.NewPCG(9, 10))
			for range c.positions {
				s, plies, ok := randomPosition(g, 1+r.IntN(c.left), r)
				if !ok {
					continue
				}
				want := plain.solve(s, plies)
				if got := solve(t, solver, s); got != want {
					t.Fatalf("%s, %d threads: %s has the score %d, not %d", g.Info().ID, threads, g.FormatPosition(s), want, got)
				}
				if sign, _ := solver.SolveWeak(context.Background(), s); sign != signOf(want) {
					t.Fatalf("%s, %d threads: %s has the sign %d, not %d", g.Info().ID, threads, g.FormatPosition(s), signOf(want), sign)
				}
			}
		}
	}
}

func TestConnect4ThreadsPositions(t *testing.T) {
	for _, threads := range []int{1, 3} {
		g, solver := newThreads(t, 7, 6, threads)
		for line := range strings.Lines(strings.TrimSpace(connect4Reference)) {
			moves, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			if len(moves) > 30 || len(moves) < 9 {
				continue
			}
			s := position(t, g, moves)
			if got := solve(t, solver, s); strconv.Itoa(got) != value {
				t.Errorf("%d threads: %s has the score %s, not %d", threads, moves, value, got)
			}
		}
		if nodes := solver.Nodes(); nodes < 100_000 {
			t.Errorf("%d threads: only %d nodes", threads, nodes)
		}
		solver.Reset()
		if nodes := solver.Nodes(); nodes != 0 {
			t.Errorf("%d threads: %d nodes after a reset", threads, nodes)
		}
	}
}

func TestConnect4ThreadsStop(t *testing.T) {
	g, solver := newThreads(t, 7, 6, 3)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if _, err := solver.Solve(ctx, g.New()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled on the way: %v", err)
	}
	if spent := time.Since(begin); spent > 5*time.Second {
		t.Errorf("cancelled after %v", spent)
	}
	if got := solve(t, solver, position(t, g, "274552224131661")); got != 0 {
		t.Errorf("after a stop the score is %d, not 0", got)
	}
	for _, n := range []int{-1, 0, 1 << 20} {
		if err := solver.SetThreads(n); err == nil {
			t.Errorf("%d threads are accepted", n)
		}
	}
}

// TestConnect4Best compares the preferred move with the scores of all, and with
// that of the mirror image.
func TestConnect4Best(t *testing.T) {
	ctx := context.Background()
	for _, size := range [][2]int{{7, 6}, {6, 5}, {5, 4}, {8, 4}} {
		g, solver := newBoard(t, size[0], size[1])
		r := rand.New(rand.NewPCG(11, 12))
		for range 200 {
			s, _, ok := randomPosition(g, 1+r.IntN(18), r)
			if !ok {
				continue
			}
			scores, err := solver.SolveMoves(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			want := scores[0].Score
			for _, m := range scores {
				want = max(want, m.Score)
			}
			score, all, err := solver.SolveAllBest(ctx, s)
			if err != nil || score != want {
				t.Fatalf("%s: score %d, not %d, %v", g.FormatPosition(s), score, want, err)
			}
			nearest, i := 100, 0
			for _, m := range scores {
				if m.Score != want {
					continue
				}
				nearest = min(nearest, abs(2*int(m.Move)+1-size[0]))
				if i >= len(all) || all[i] != m.Move {
					t.Fatalf("%s: the best moves are %v of %v", g.FormatPosition(s), all, scores)
				}
				i++
			}
			score, best, err := solver.SolveBest(ctx, s)
			if err != nil || score != want || abs(2*int(best)+1-size[0]) != nearest {
				t.Fatalf("%s: %d by %d, %v, of %v", g.FormatPosition(s), score, best, err, scores)
			}
			mirrored := g.New()
			g.Transform(mirrored, s, 1)
			_, image, _ := solver.SolveBest(ctx, mirrored)
			if symmetric := g.FormatPosition(s) == g.FormatPosition(mirrored); !symmetric && image != g.TransformMove(best, 1) {
				t.Fatalf("%s: move %d, but %d in the mirror", g.FormatPosition(s), best, image)
			}
		}
	}
}
