package mcts

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"gambito/bandit"
	"gambito/game"
)

// judgeForTest is an evaluator with values and priors that depend on nothing but
// the position.
type judgeForTest struct{}

func (judgeForTest) Evaluate(positions []Position) {
	for i := range positions {
		p := &positions[i]
		p.Value = float64(p.State.Hash()%201)/100 - 1
		for k, m := range p.Moves {
			p.Priors[k] = float32(2*(m+1)) / float32(len(p.Moves)*(len(p.Moves)+1))
		}
	}
}

func TestPlanOfAKnockout(t *testing.T) {
	for _, c := range []struct {
		moves, simulations int
		want               []int32
	}{
		{4, 8, []int32{0, 0, 0, 0, 1, 1, 2, 2}},
		{2, 5, []int32{0, 0, 1, 1, 2}},
		{1, 3, []int32{0, 1, 2}},
		{8, 3, []int32{0, 0, 0}},
	} {
		if got := plan(nil, c.moves, c.simulations); !slices.Equal(got, c.want) {
			t.Errorf("%d moves, %d simulations: %v, not %v", c.moves, c.simulations, got, c.want)
		}
	}
}

// TestKnockout checks that only the moves of the greatest priors enter, get the
// visits of the plan, and that what was found shifts the priors.
func TestKnockout(t *testing.T) {
	g := parse(t, "connect4")
	s := newSearch(t, g, Params{Policy: bandit.PUCT{C: 1}, Rewards: Zero, Evaluator: judgeForTest{}, Gumbel: &Gumbel{Moves: 4}})
	r := search(t, s, g.New(), 32)
	var visits []int
	sum := 0.0
	for i, m := range r.Moves {
		visits = append(visits, m.Visits)
		sum += r.Improved[i]
		if m.Visits > 0 && m.Move < 3 {
			t.Errorf("move %d, of a small prior, was followed", m.Move)
		}
	}
	if want := []int{12, 12, 4, 4, 0, 0, 0}; !slices.Equal(visits, want) {
		t.Errorf("visits %v, not %v", visits, want)
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the improved probabilities sum to %g", sum)
	}
	best := slices.MaxFunc(r.Moves[:2], func(a, b MoveStats) int {
		return int(math.Copysign(1, s.knockout.score(0, a.Prior, 12, a.Value)-s.knockout.score(0, b.Prior, 12, b.Value)))
	})
	if r.Move != best.Move {
		t.Errorf("move %d is played, not %d", r.Move, best.Move)
	}
	if _, err := s.Run(context.Background(), g.New(), Budget{Time: time.Millisecond}); err == nil {
		t.Error("a knockout without a number of simulations: no error")
	}
}

// TestKnockoutDrawsByPriors checks that with noise and no visits that matter the
// moves played are distributed as the priors.
func TestKnockoutDrawsByPriors(t *testing.T) {
	g := parse(t, "connect4")
	s := newSearch(t, g, Params{Policy: bandit.PUCT{C: 1}, Rewards: Zero, Evaluator: judgeForTest{}, Gumbel: &Gumbel{Moves: 1, Noise: true}})
	const draws = 4000
	var counts [7]float64
	for i := range uint64(draws) {
		s.NewGame(0, i)
		counts[search(t, s, g.New(), 1).Move]++
	}
	for m, count := range counts {
		p := float64(m+1) / 28
		if sigma := math.Sqrt(draws * p * (1 - p)); math.Abs(count-draws*p) > 5*sigma {
			t.Errorf("move %d is played %g times of %d, with a prior of %.3f", m, count, draws, p)
		}
	}
}

func TestNoiseShakesPriors(t *testing.T) {
	g := parse(t, "connect4")
	p := Params{Policy: bandit.PUCT{C: 1}, Rewards: Zero, Evaluator: judgeForTest{}}
	priors := func(share float64, seed uint64) (of [7]float64) {
		p.Noise = Noise{Alpha: 1, Share: share}
		s := newSearch(t, g, p)
		s.NewGame(0, seed)
		for _, m := range search(t, s, g.New(), 1).Moves {
			of[m.Move] = m.Prior
		}
		return of
	}
	plain, shaken := priors(0, 1), priors(0.25, 1)
	sum := 0.0
	for m := range game.Move(7) {
		sum += shaken[m]
		if shaken[m] < 0.75*plain[m]-1e-6 || shaken[m] > 0.75*plain[m]+0.25+1e-6 {
			t.Errorf("noise makes the prior %g of move %d %g", plain[m], m, shaken[m])
		}
	}
	if math.Abs(sum-1) > 1e-6 || shaken == plain || shaken == priors(0.25, 2) {
		t.Errorf("priors %v with noise, which sum to %g", shaken, sum)
	}
}
