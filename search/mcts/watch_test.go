package mcts

import (
	"context"
	"reflect"
	"testing"
	"time"

	"gambito/bandit"
	"gambito/games/connect4"
	"gambito/gdl"
)

// TestWatchChangesNothing has a search watched whose final choice draws lots: what is
// told on the way takes none of its random numbers.
func TestWatchChangesNothing(t *testing.T) {
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		t.Fatal(err)
	}
	run := func(tell func(Result)) Result {
		s, err := New(g, Params{Policy: bandit.EpsilonGreedy{Epsilon: 0.5}, Final: ByPolicy})
		if err != nil {
			t.Fatal(err)
		}
		s.NewGame(0, 1)
		s.Watch(0, tell)
		r, err := s.Run(context.Background(), g.New(), Budget{Simulations: 2000})
		if err != nil {
			t.Fatal(err)
		}
		r.Time = 0
		return r
	}
	told := 0
	watched := run(func(Result) { told++ })
	if told == 0 {
		t.Fatal("nothing is told on the way")
	}
	if quiet := run(nil); !reflect.DeepEqual(quiet, watched) {
		t.Errorf("a search that is watched finds %v, not %v", watched.Moves, quiet.Moves)
	}
}

// stairs is a game for one: the more steps go up, the better, and none is worth
// everything, so that better and better games are met.
const stairs = `(role climber) (init (at 0)) (init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(worth 0 0) (worth 1 10) (worth 2 20) (worth 3 30) (worth 4 40) (worth 5 50) (worth 6 60) (worth 7 70) (worth 8 80)
(legal climber up) (legal climber rest) (legal climber sit) (legal climber stay)
(<= (next (at ?y)) (does climber up) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?x)) (not (does climber up)) (true (at ?x)))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= terminal (true (step 8)))
(<= (goal climber ?w) (true (at ?x)) (worth ?x ?w))`

// TestWatchThreads has threads note their best games while one tells: the race
// detector finds who reads what another writes.
func TestWatchThreads(t *testing.T) {
	g, err := gdl.New([]byte(stairs), gdl.Options{ID: "gdl:stairs", Name: "Stairs", Limits: gdl.DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(g, Params{Policy: bandit.UCB{Alpha: 1}, KeepBestLine: true, Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	s.Watch(time.Nanosecond, func(Result) {})
	for seed := range uint64(100) {
		s.NewGame(0, seed)
		if _, err := s.Run(context.Background(), g.New(), Budget{Simulations: 2000}); err != nil {
			t.Fatal(err)
		}
	}
}
