package ladder_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/games"
	"gambito/ladder"
)

var registry = agents.New(agent.NewEnvironment(""))

// measured plays a ladder and returns what it comes to, and all records.
func measured(t *testing.T, id string, s ladder.Settings) (ladder.Result, []arena.Record) {
	t.Helper()
	g, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	e, err := ladder.Experiment(registry, g, s)
	if err != nil {
		t.Fatal(err)
	}
	r := arena.NewRun(e)
	var records []arena.Record
	var moves ladder.Moves
	keep := func(list []arena.Record) error {
		for _, one := range list {
			records = append(records, one)
			if err := moves.Add(g, one); err != nil {
				return err
			}
		}
		return nil
	}
	if err := r.Play(context.Background(), arena.Local{Jobs: 1}, keep, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	return ladder.Measure(g, r.Standings, moves), records
}

// TestMeasure compares a ladder with its records, counted by hand.
func TestMeasure(t *testing.T) {
	r, records := measured(t, "tictactoe", ladder.Settings{Games: 4, Seed: 3})
	if len(records) != 4*(agents.Levels-1) || len(r.Levels) != agents.Levels || r.Game != "tictactoe" || r.Openings != "random:2" {
		t.Fatalf("%d games and %+v", len(records), r)
	}
	points := map[string]float64{} // of the higher level
	for _, one := range records {
		high, low := 0, 1
		if len(one.Agents[0]) < len(one.Agents[1]) || len(one.Agents[0]) == len(one.Agents[1]) && one.Agents[0] < one.Agents[1] {
			high, low = 1, 0
		}
		switch {
		case one.Result[high] > one.Result[low]:
			points[one.Agents[high]]++
		case one.Result[high] == one.Result[low]:
			points[one.Agents[high]] += 0.5
		}
	}
	holds := true
	for i, l := range r.Levels {
		name := "level:" + []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}[i]
		if l.Level != i+1 || l.Seconds <= 0 || l.Spec == "" {
			t.Errorf("level %d is %+v", i+1, l)
		}
		if i == 0 {
			if l.Share != nil || l.Holds != nil || l.Results.Games() != 0 {
				t.Errorf("below the lowest level is one: %+v", l)
			}
			continue
		}
		if l.Results.Games() != 4 || l.Results.Points() != points[name] || l.Share.Estimate != points[name]/4 || *l.Holds != (points[name] >= 2.4) {
			t.Errorf("%s made %v points, and is %+v, %+v", name, points[name], l, *l.Share)
		}
		holds = holds && *l.Holds
	}
	if r.Holds != holds {
		t.Errorf("the verdict is %v", r.Holds)
	}
}

// TestShown: table, sentence and files tell the same levels.
func TestShown(t *testing.T) {
	r, _ := measured(t, "tictactoe", ladder.Settings{Games: 2, Openings: "none", Seed: 1})
	low, high := false, true
	for i := range r.Levels[1:] {
		r.Levels[i+1].Holds = &high
	}
	if got := r.Verdict(); got != "Every level makes 60 % of the points or more against the one below." {
		t.Error(got)
	}
	r.Levels[3].Holds, r.Levels[3].Share.Estimate = &low, 0.25
	if got := r.Verdict(); !strings.HasSuffix(got, ": level 4 makes 25.0 % of them against level 3.") {
		t.Error(got)
	}
	var text, page bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	r.Markdown(&page)
	table, err := r.CSV()
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(table), "\n"); lines != 1+agents.Levels {
		t.Errorf("the file has %d lines", lines)
	}
	for _, l := range r.Levels {
		if !strings.Contains(text.String(), l.Spec) || !strings.Contains(page.String(), "`"+l.Spec+"`") || !strings.Contains(string(table), l.Spec) {
			t.Errorf("%s is missing somewhere", l.Spec)
		}
	}
}

// TestWhatCannotBeMeasured is refused in words, and any other game has a name.
func TestWhatCannotBeMeasured(t *testing.T) {
	for id, want := range map[string]string{
		"gdl:knights-tour": "an experiment compares agents two by two",
		"gdl:prisoners":    "one may win without the other losing",
	} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ladder.Experiment(registry, g, ladder.Settings{Games: 2, Openings: "none"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", id, err)
		}
	}
	names := map[string]bool{}
	for _, id := range []string{"connect4:columns=8,rows=6", "gdl:hex", "tron:6x6"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		e, err := ladder.Experiment(registry, g, ladder.Settings{Games: 2, Seed: 1 << 63})
		if err != nil || arena.CheckName(e.Name) != nil || names[e.Name] {
			t.Errorf("%s: %v, %v", id, e, err)
			continue
		}
		names[e.Name] = true
	}
}
