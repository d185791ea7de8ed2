package mcts

import (
	"context"
	"testing"

	"gambito/bandit"
	"gambito/game"
	"gambito/gdl"
)

// ladder is a game for one: eight steps, each up or not; only all of them up are worth
// everything, and none more than some.
const ladder = `(role climber) (init (at 0)) (init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(legal climber up) (legal climber rest)
(<= (next (at ?y)) (does climber up) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?x)) (does climber rest) (true (at ?x)))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= terminal (true (step 8)))
(<= (goal climber 100) (true (at 8)))
(<= (goal climber 20) (true (at 0)))
(<= (goal climber 10) (not (true (at 0))) (not (true (at 8))))`

// TestLine checks that the best game met is played to its end, though the mean of
// its moves is poor.
func TestLine(t *testing.T) {
	g, err := gdl.New([]byte(ladder), gdl.Options{ID: "gdl:ladder", Name: "Ladder", Limits: gdl.DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(g, Params{Policy: bandit.UCB{Alpha: 1}, KeepBestLine: true, Reuse: true})
	if err != nil {
		t.Fatal(err)
	}
	s.NewGame(0, 1)
	state := g.New()
	promised := -1.0
	for state.Turn() != game.Over {
		s.Keep(state)
		r, err := s.Run(context.Background(), state, Budget{Simulations: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if r.Value < promised || len(r.PV) == 0 || r.PV[0] != r.Move {
			t.Fatalf("move %d with value %g after %g, line %v", r.Move, r.Value, promised, r.PV)
		}
		promised = r.Value
		state.Play(r.Move)
	}
	if state.Score(0) != promised || promised != 1 {
		t.Errorf("the score is %g, %g was promised", state.Score(0), promised)
	}
}

func TestLineIsForOne(t *testing.T) {
	g, err := gdl.Open("goofspiel", gdl.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(g, Params{Policy: bandit.UCB{Alpha: 1}, KeepBestLine: true}); err == nil {
		t.Error("two players play the best game again")
	}
}
