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
			r, err := Test{g, spec, positions, scores, 1, jobs, nil}.Measure(context.Background(), nil)
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
