package truth

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/game"
	"gambito/games"
)

func unpack(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
	sealed := agents.New(agent.NewSealed(p.Folder, j.Read))
	return sealed, func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
}

var kinds = []crew.Kind{Kind(unpack)}

// smallTest is one that takes next to no time.
func smallTest(t testing.TB, id, who string, low, high int) Test {
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	positions, err := Random(g, 40, low, high, 1)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := agents.New(agent.NewEnvironment("")).Parse(who)
	if err != nil {
		t.Fatal(err)
	}
	return Test{Game: g, Agent: spec, Positions: positions, Seed: 3, Jobs: 2}
}

// TestElsewhere: several machines measure what this one does, but for the times.
func TestElsewhere(t *testing.T) {
	for _, test := range []Test{
		smallTest(t, "connect4", "mcts:sims=30", 24, 30),
		smallTest(t, "othello", "random", 52, 55),
		smallTest(t, "othello", "pattern:depth=1,empties=0", 52, 55),
		smallTest(t, "tictactoe", "alphabeta:depth=2", 0, 4),
	} {
		for _, all := range []bool{false, true} {
			test.All = all
			test.Fleet = nil
			here, err := test.Measure(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			here.Times = Times{}
			for _, workers := range []int{1, 2, 4, 16} {
				test.Fleet = crewtest.Fleet{Kinds: kinds, Workers: workers, Seed: uint64(workers)}
				there, err := test.Measure(context.Background(), nil)
				if err != nil || there.Times.Longest <= 0 || there.Times.Median > there.Times.Longest {
					t.Fatalf("%s: %d machines: %v, %+v", test.Agent, workers, err, there.Times)
				}
				if there.Times = (Times{}); !reflect.DeepEqual(here, there) {
					t.Errorf("%s: %d machines measure %+v, not %+v", test.Agent, workers, there, here)
				}
			}
		}
	}
}

// TestCheckResult: garbage is no answer, and not every position can be asked about.
func TestCheckResult(t *testing.T) {
	test := smallTest(t, "connect4", "random", 30, 34)
	j, err := test.job()
	if err != nil {
		t.Fatal(err)
	}
	d, err := crew.Open(kinds, j, crew.Place{Jobs: 2})
	if err != nil || d.Width() != 2 {
		t.Fatal(err)
	}
	r, err := d.Do(context.Background(), 7)
	if err != nil || d.Check(7, r) != nil {
		t.Fatal(err, d.Check(7, r))
	}
	for _, garbage := range []string{"", "[]", "{}", `{"move":"9"}`, `{"move":"4","kept":true,"outcome":0,"after":1}`, `{"move":"4","outcome":0.5}`} {
		if d.Check(7, crew.Result{Data: []byte(garbage)}) == nil {
			t.Errorf("%q is taken for an answer", garbage)
		}
	}
	for _, unit := range []int{-1, 40} {
		if _, err := d.Do(context.Background(), unit); err == nil || d.Check(unit, r) == nil {
			t.Errorf("there is a position %d", unit)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := d.Do(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// FuzzOpen takes any spec.
func FuzzOpen(f *testing.F) {
	j, err := smallTest(f, "tictactoe", "random", 2, 4).job()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(j.Spec)
	f.Add([]byte(`{"game":"othello","agent":"mcts:sims=5","positions":["x"],"all":true}`))
	f.Fuzz(func(t *testing.T, spec []byte) {
		d, err := crew.Open(kinds, crew.Job{Kind: kind, Spec: spec}, crew.Place{Jobs: 1})
		if err == nil && d.Check(0, crew.Result{Data: []byte("x")}) == nil {
			t.Error("garbage is taken for an answer")
		}
	})
}
