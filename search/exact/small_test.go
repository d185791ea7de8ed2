package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games"
)

func small(t *testing.T, spec string, limit int, full bool) (*Small, game.Game) {
	t.Helper()
	g, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSmall(g, limit, full)
	if err != nil {
		t.Fatal(err)
	}
	return s, g
}

// slowValue is the value by plain recursion.
func slowValue(s game.State, player game.Player) float64 {
	if s.Turn() == game.Over {
		return max(-1, min(1, s.Score(player)))
	}
	best := -2.0
	if s.Turn() != player {
		best = 2
	}
	for _, m := range s.Moves(nil) {
		next := s.Clone()
		next.Play(m)
		if v := slowValue(next, player); s.Turn() == player {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

func TestSmallAgainstRecursion(t *testing.T) {
	for spec, plies := range map[string]int{"tictactoe": 3, "connect4:4x3,run=3": 4, "breakthrough:3x4": 4, "atari-go:3x3": 3} {
		solver, g := small(t, spec, 1<<22, false)
		full, _ := small(t, spec, 1<<22, true)
		r := rand.New(rand.NewPCG(1, 1))
		for range 30 {
			s := g.New()
			for range plies {
				if moves := s.Moves(nil); len(moves) > 0 {
					s.Play(moves[r.IntN(len(moves))])
				}
			}
			if s.Turn() == game.Over {
				continue
			}
			want := slowValue(s, s.Turn())
			for _, solver := range []*Small{solver, full} {
				if got, err := solver.Solve(context.Background(), s); float64(got) != want || err != nil {
					t.Fatalf("%s %s: %d, %v, not %g", spec, g.FormatPosition(s), got, err, want)
				}
			}
			scores, err := solver.SolveMoves(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			best := -2
			for _, m := range scores {
				best = max(best, m.Score)
			}
			if float64(best) != want {
				t.Fatalf("%s %s: the best move is worth %d, not %g", spec, g.FormatPosition(s), best, want)
			}
		}
	}
}

// TestKnownValues checks games whose values are known.
func TestKnownValues(t *testing.T) {
	for spec, want := range map[string]int{
		"tictactoe":           0,
		"tictactoe:4x4,run=3": 1,
		"connect4:4x4":        0,
		"connect4:5x4":        0,
		"sheep-and-wolf":      -1,
		"breakthrough:3x4":    -1,
	} {
		solver, g := small(t, spec, 1<<24, false)
		if got, err := solver.Solve(context.Background(), g.New()); got != want || err != nil {
			t.Errorf("%s: %d, %v, not %d", spec, got, err, want)
		}
	}
}

func TestSmallStops(t *testing.T) {
	solver, g := small(t, "connect4", 1000, false)
	if _, err := solver.Solve(context.Background(), g.New()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a game too large is solved: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	solver, g = small(t, "connect4", 1<<24, false)
	if _, err := solver.Solve(ctx, g.New()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled solver returns %v", err)
	}
	for _, id := range []string{"tron", "einstein", "gdl:prisoners"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewSmall(g, 1, false); err == nil {
			t.Errorf("%s is solved, where players move at once, chance decides or both may win", id)
		}
	}
}

// TestSmallForgetsOthers checks that what other positions needed does not count
// against the limit.
func TestSmallForgetsOthers(t *testing.T) {
	alone, g := small(t, "tictactoe", 10_000, false)
	var positions []game.State
	var want []int
	most := 0
	for _, m := range []game.Move{4, 0} {
		s := g.New()
		s.Play(m)
		alone.Reset()
		v, err := alone.Solve(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		positions, want, most = append(positions, s), append(want, v), max(most, alone.Size())
	}
	tight, _ := small(t, "tictactoe", most, false)
	for i, s := range positions {
		if v, err := tight.Solve(context.Background(), s); err != nil || v != want[i] {
			t.Errorf("position %d is worth %d, not %d: %v", i+1, v, want[i], err)
		}
	}
}

// TestCheck looks at positions that are refused beforehand, and at others.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		game      string
		positions int
		refused   bool
	}{
		{"connect4", 0, false}, {"connect4:9x6", 0, true}, {"connect4:run=5", 0, true}, {"connect4:run=3", 0, false},
		{"connect4:4x5,run=5", 5_000_000, false}, {"connect4:4x5,run=5", 1000, true}, {"connect4:2x25", 0, true},
		{"othello", 0, true}, {"tictactoe", 0, false}, {"breakthrough", 0, false},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		solver, err := For(g, Options{Positions: c.positions, Memory: 4})
		if err != nil {
			t.Fatal(err)
		}
		if err := solver.Check(g.New()); (err != nil) != c.refused {
			t.Errorf("%s: %v", c.game, err)
		}
	}
	for _, spec := range []string{"tron", "einstein", "gdl:three-in-line"} {
		g, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := For(g, Options{}); err == nil {
			t.Errorf("%s has a solver", spec)
		}
	}
}
