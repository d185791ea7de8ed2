package report

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/games/tictactoe"
	"gambito/report/chart"
	"gambito/stats"
)

// TestExhibits: every file of a run at any stage is one, tells its origin and has a name
// of its own, and the descriptions can be sent.
func TestExhibits(t *testing.T) {
	for _, left := range []int{0, 7, 119, 120} {
		info, standings := three(t, left)
		e := Of(info, standings)
		names := e.Names()
		if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) {
			t.Errorf("%d games left: a name of %q is there twice", left, names)
		}
		for _, name := range names {
			file, err := e.File(name)
			if err != nil {
				t.Errorf("%d games left: %s: %v", left, name, err)
				continue
			}
			if text := string(file); !strings.Contains(text, "command: gambito tournament three.yaml") || !strings.Contains(text, "seed: 1") || !strings.Contains(text, "build: commit 123") {
				t.Errorf("%s does not tell its origin:\n%s", name, text)
			}
			if strings.Contains(string(file), "NaN") || strings.Contains(string(file), "%!") {
				t.Errorf("%d games left: %s holds a number that is none:\n%s", left, name, file)
			}
		}
		text, err := json.Marshal(e)
		var back Exhibits
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if again, _ := json.Marshal(back); err != nil || string(again) != string(text) {
			t.Errorf("%d games left: %v: the descriptions are not the same after sending", left, err)
		}
	}
	if _, err := (Exhibits{}).File("shares.svg"); err == nil {
		t.Error("a file that is not there is made")
	}
}

func TestSheets(t *testing.T) {
	_, standings := three(t, 0)
	var names []string
	for _, s := range Sheets(standings, Summarize(standings)) {
		names = append(names, s.Name)
		if err := s.Check(); err != nil || s.Title == "" {
			t.Errorf("%s: %v", s.Name, err)
		}
		if s.Name == "cross" {
			if c := s.Rows[1][1]; s.Columns[1].Title != "a|b" || s.Rows[1][0].Text != "<b>deep</b>" || *c.Value < 0.5 || s.Rows[1][2].Text != "" || !strings.Contains(c.Detail, "; first ") {
				t.Errorf("the cross-table is %+v", s.Rows)
			}
		}
	}
	want := "standings cross rounds ranks wilcoxon standings-tictactoe cross-tictactoe tests-tictactoe standings-tictactoe-4x4-run-3 cross-tictactoe-4x4-run-3 tests-tictactoe-4x4-run-3 effort"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the tables are %s", got)
	}
}

// two is a run of two agents that ends by a rule.
func two(t *testing.T, stop arena.Stop) *arena.Standings {
	t.Helper()
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	e := &arena.Experiment{Name: "two", Schedule: arena.RoundRobin, Rounds: 2, GamesPerPair: 300, Draw: arena.DrawHalf, Seed: 1, Stop: stop, Venues: []arena.Venue{{Game: g}}}
	for _, spec := range []string{"alphabeta:depth=2", "random"} {
		s, err := agents.New(agent.NewEnvironment("")).Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		e.Entrants = append(e.Entrants, arena.Entrant{Name: spec, Spec: s})
	}
	run := arena.NewRun(e)
	if err := run.Play(context.Background(), arena.Local{Jobs: 1}, func([]arena.Record) error { return nil }, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	return run.Standings
}

// TestSequentialChart: the last point is what the verdict says, between the bounds until
// then.
func TestSequentialChart(t *testing.T) {
	s := two(t, arena.Stop{Rule: arena.StopSPRT, SPRT: stats.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Model: stats.LogisticElo}})
	sum := Summarize(s)
	find := func(s *arena.Standings) *chart.Chart {
		for _, f := range Figures(s, Summarize(s)) {
			if f.Name == "sequential" {
				return &f.Chart
			}
		}
		return nil
	}
	c := find(s)
	if c == nil || len(c.Series) != 3 {
		t.Fatalf("the chart is %+v", c)
	}
	llr, last := c.Series[0], len(c.Series[0].X)-1
	if llr.X[0] != 0 || llr.Y[0] != 0 || llr.X[last] != float64(sum.Verdict.Pairs.Count()) || llr.Y[last] != sum.Verdict.LLR || c.Series[1].Y[0] > llr.Y[last] || c.Series[2].Y[0] != -c.Series[1].Y[0] {
		t.Errorf("the course is %+v, the verdict %+v", c.Series, sum.Verdict)
	}
	c = find(two(t, arena.Stop{Rule: arena.StopWidth, Width: 0.2, Level: 0.95}))
	if c == nil || len(c.Series) != 1 || c.Series[0].High[len(c.Series[0].High)-1]-c.Series[0].Low[len(c.Series[0].Low)-1] > 0.2 {
		t.Errorf("the chart is %+v", c)
	}
	if _, s := three(t, 0); find(s) != nil {
		t.Error("a run without such a test has its course")
	}
}

// TestCompare: agents of all runs in the order of the first, games that two runs have.
func TestCompare(t *testing.T) {
	info, standings := three(t, 0)
	first := Compared{"100", OriginOf(info), Summarize(standings)}
	small := two(t, arena.Stop{Rule: arena.StopFixed})
	small.Settings.Name = "two"
	second := Compared{"1,000", Origin{Seed: "2", Build: "commit 123"}, Summarize(small)}
	e := Compare([]Compared{first, second})
	if got := strings.Join(e.Names(), " "); got != "compare-shares.svg compare-shares.pdf compare-ratings.svg compare-ratings.pdf compare-shares-tictactoe.svg compare-shares-tictactoe.pdf compare-ratings-tictactoe.svg compare-ratings-tictactoe.pdf compare.csv compare.md compare.tex compare-tictactoe.csv compare-tictactoe.md compare-tictactoe.tex" {
		t.Errorf("the files are %s", got)
	}
	if o := e.Origin; o.Command != "gambito report three two --out FOLDER" || o.Seed != "1, 2" || o.Build != "commit 123" {
		t.Errorf("the origin is %+v", o)
	}
	s := e.Sheets[0]
	if len(s.Rows) != 5 || s.Rows[0][0].Text != "<b>deep</b>" || s.Rows[0][3].Text != "1" || s.Rows[0][6].Text != "–" || s.Rows[3][1].Text != "–" || s.Columns[6].Group != "1,000" {
		t.Errorf("the table is %+v", s)
	}
	for _, name := range e.Names() {
		if _, err := e.File(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if again := Compare([]Compared{second, second}); len(again.Sheets) != 1 {
		t.Errorf("one game is told %d times", len(again.Sheets))
	}
}
