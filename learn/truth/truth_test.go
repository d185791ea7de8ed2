package truth

import (
	"context"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games"
)

// TestPerfectKeepsEverything measures the perfect player, and random ones, who
// must do worse; for any number of jobs.
func TestPerfectKeepsEverything(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for _, c := range []struct {
		game      string
		low, high int
	}{{"connect4", 22, 30}, {"othello", 50, 54}, {"tictactoe", 0, 5}} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		positions, err := Random(g, 60, c.low, c.high, 1)
		if err != nil {
			t.Fatal(err)
		}
		measure := func(text string, scores bool, jobs int) Result {
			spec, err := registry.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Test{Game: g, Agent: spec, Positions: positions, All: scores, Seed: 1, Jobs: jobs}.Measure(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Times.Median <= 0 || r.Times.Longest < r.Times.Median {
				t.Errorf("%s: %+v for %s", c.game, r.Times, text)
			}
			r.Times = Times{} // differ from run to run
			return r
		}
		r := measure("perfect", true, 2)
		if r.Kept != 60 || r.Moves.Best != 60 || r.Moves.CriticalKept != r.Moves.Critical || r.Moves.Critical == 0 || r.Moves.Critical == 60 {
			t.Errorf("%s: %+v, %+v for the perfect player", c.game, r, r.Moves)
		}
		weak, strong := measure("random", false, 1), measure("random", true, 3)
		of := strong.Moves
		if of.CriticalKept >= of.Critical || strong.Kept-of.CriticalKept != 60-of.Critical || of.Best > strong.Kept {
			t.Errorf("%s: %+v, %+v for a random player", c.game, strong, of)
		}
		if weak.Moves != nil || strong.Kept != weak.Kept || strong.AbsoluteError != weak.AbsoluteError {
			t.Errorf("%s: %+v with all moves solved, %+v without", c.game, strong, weak)
		}
		if !reflect.DeepEqual(strong.Mistakes, weak.Mistakes) || len(weak.Mistakes) != 60-weak.Kept {
			t.Errorf("%s: mistakes %v with all moves solved, %v without", c.game, strong.Mistakes, weak.Mistakes)
		}
		for _, m := range weak.Mistakes {
			if m.After >= m.Outcome {
				t.Errorf("%s: %+v is no mistake", c.game, m)
			}
		}
		if again := measure("random", false, 3); !reflect.DeepEqual(again, weak) {
			t.Errorf("%s: %+v with one job, %+v with three", c.game, weak, again)
		}
	}
}

// TestCounts: what an agent says in discs is compared with the solver, or with what is
// known of positions already.
func TestCounts(t *testing.T) {
	exact := smallTest(t, "othello", "perfect", 52, 55)
	guess := smallTest(t, "othello", "pattern:depth=1,empties=0", 48, 50)
	known := guess
	for range known.Positions {
		known.Scores = append(known.Scores, Score{true, 70})
	}
	var found []*OfCounts
	for _, test := range []Test{exact, guess, known} {
		r, err := test.Measure(context.Background(), nil)
		if err != nil || r.Count == nil || r.Count.Unit != "discs" || r.Count.Positions != len(test.Positions) {
			t.Fatalf("%s: %+v, %v", test.Agent, r.Count, err)
		}
		found = append(found, r.Count)
	}
	if found[0].Error.Estimate != 0 {
		t.Errorf("the perfect player is off by %+v", found[0])
	}
	if e := found[1].Error; e.Estimate <= 0 || e.Estimate > 20 || e.Low >= e.Estimate || e.High <= e.Estimate || found[1].Deviation < e.Estimate {
		t.Errorf("the pattern system is off by %+v", found[1])
	}
	if found[2].Error.Estimate < 20 {
		t.Errorf("scores that are given are not what counts: %+v", found[2])
	}
	silent, err := smallTest(t, "othello", "random", 52, 55).Measure(context.Background(), nil)
	if err != nil || silent.Count != nil {
		t.Errorf("who tells nothing is off by %+v, %v", silent.Count, err)
	}
}

func TestRandomPositions(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Random(g, 3, 42, 42, 1); err == nil {
		t.Error("there are positions after the last move")
	}
	a, _ := Random(g, 5, 8, 14, 1)
	b, _ := Random(g, 5, 8, 14, 1)
	for i := range a {
		if g.FormatPosition(a[i]) != g.FormatPosition(b[i]) {
			t.Error("the same seed gives other positions")
		}
	}
}
