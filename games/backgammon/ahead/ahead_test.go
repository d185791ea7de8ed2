package ahead_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
)

func evaluator() *networks.Estimator {
	tables, _ := bearoff.In("")
	return networks.NewEstimator(networks.Default(), tables)
}

// obvious is the definition of looking ahead, in so many words.
func obvious(e backgammon.Estimator, b backgammon.Board, p game.Player, plies int) float64 {
	if plies == 0 || b.Winner() != game.Nobody {
		return e.Evaluate(&b, p).Equity()
	}
	mean := 0.0
	for large := uint8(1); large <= 6; large++ {
		for small := uint8(1); small <= 6; small++ {
			dice := backgammon.Dice{max(large, small), min(large, small)}
			var best backgammon.Board
			static := math.Inf(-1)
			for _, m := range b.AppendMoves(nil, p, dice) {
				after := b
				after.Play(p, m)
				if value := -e.Evaluate(&after, p^1).Equity(); value > static {
					best, static = after, value
				}
			}
			mean -= obvious(e, best, p^1, plies-1) / 36
		}
	}
	return mean
}

func positions(n int) (list []backgammon.State) {
	r := rand.New(rand.NewPCG(4, 5))
	for len(list) < n {
		s := backgammon.New().New().(*backgammon.State)
		for turns := r.IntN(60); turns >= 0 && s.Turn() != game.Over; turns-- {
			m, _ := game.RandomMove(s, r, nil)
			s.Play(m)
		}
		if s.Turn() == game.Chance {
			m, _ := game.RandomMove(s, r, nil)
			s.Play(m)
		}
		if s.Turn() != game.Over {
			list = append(list, *s)
		}
	}
	return list
}

func TestAgainstObvious(t *testing.T) {
	e := evaluator()
	for plies, n := range []int{20, 8, 6} {
		search := ahead.Search{Estimator: e, Plies: plies, Filter: ahead.Everything}
		for _, s := range positions(n) {
			if n := len(s.Moves(nil)); n == 1 || plies == 2 && n > 8 {
				continue
			}
			turns, err := search.Rank(context.Background(), s.Board(), s.Side(), s.Dice())
			if err != nil || len(turns) != len(s.Moves(nil)) {
				t.Fatalf("%d of %d turns, %v", len(turns), len(s.Moves(nil)), err)
			}
			for i, turn := range turns {
				if i > 0 && turn.Equity > turns[i-1].Equity {
					t.Fatal("turns are not sorted")
				}
				after := *s.Board()
				after.Play(s.Side(), turn.Move)
				want := -obvious(e, after, s.Side()^1, plies)
				if after != turn.After || math.Abs(turn.Equity-want) > 1e-5 || turn.Plies != plies {
					t.Fatalf("%d plies: a turn is worth %g, not %g", turn.Plies, turn.Equity, want)
				}
			}
		}
	}
}

// TestOutcomes: their mean is what Evaluate tells.
func TestOutcomes(t *testing.T) {
	for plies := range 3 {
		search := ahead.Search{Estimator: evaluator(), Plies: plies}
		for _, s := range positions(3) {
			outcomes := search.Outcomes(s.Board(), s.Side())
			if plies == 0 {
				if len(outcomes) > 0 {
					t.Fatal("it looks further than it should")
				}
				continue
			}
			var mean backgammon.Chances
			for _, o := range outcomes {
				mean.Add(o.Chances.Other(), float32(o.Probability))
			}
			if want := search.Evaluate(s.Board(), s.Side(), plies); mean != want || len(outcomes) != 21 {
				t.Errorf("%d plies, %d outcomes: %+v, not %+v", plies, len(outcomes), mean, want)
			}
		}
	}
}

// TestFilter checks that only promising turns are looked at again, and that
// those come first.
func TestFilter(t *testing.T) {
	filter := ahead.Filter{Width: 3, Margin: 0.1}
	search := ahead.Search{Estimator: evaluator(), Plies: 1, Filter: filter}
	static := ahead.Search{Estimator: evaluator()}
	for _, s := range positions(20) {
		turns, _ := search.Rank(context.Background(), s.Board(), s.Side(), s.Dice())
		before, _ := static.Rank(context.Background(), s.Board(), s.Side(), s.Dice())
		looked := map[game.Move]bool{}
		for i, turn := range turns {
			looked[turn.Move] = turn.Plies == 1
			if turn.Plies == 1 && i >= 3 {
				t.Fatal("more turns are looked at than the filter lets through")
			}
		}
		for i, turn := range before {
			if want := i < 3 && before[0].Equity-turn.Equity <= 0.1 && len(before) > 1; looked[turn.Move] != want {
				t.Fatalf("turn %d, %g below the best, is looked at: %v", i, before[0].Equity-turn.Equity, looked[turn.Move])
			}
		}
	}
}

func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	search := ahead.Search{Estimator: evaluator(), Plies: 2, Filter: ahead.Everything}
	s := positions(1)[0]
	if _, err := search.Rank(ctx, s.Board(), s.Side(), s.Dice()); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

func TestNothingAllocated(t *testing.T) {
	search := ahead.Search{Estimator: evaluator(), Plies: 1, Filter: ahead.Filter{Width: 2, Margin: 1}}
	list := positions(5)
	look := func() {
		for i := range list {
			search.Rank(context.Background(), list[i].Board(), list[i].Side(), list[i].Dice())
		}
	}
	look() // buffers grow
	if allocs := testing.AllocsPerRun(3, look); allocs != 0 {
		t.Errorf("looking ahead allocates %g times", allocs)
	}
}
