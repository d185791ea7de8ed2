package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/stats"
)

// TestGamePairs: at every game the better agent comes first, its p-value is that
// of the pairs of games, and Holm's is not smaller.
func TestGamePairs(t *testing.T) {
	_, standings := three(t, 0)
	s := Summarize(standings)
	for g, table := range s.ByGame {
		if len(table.Pairs) != 3 {
			t.Fatalf("%s: %d pairs of agents", table.Game, len(table.Pairs))
		}
		for i, p := range table.Pairs {
			if p.Units != 10 || !p.Paired || p.Score.Estimate < 0.5 || p.Score.Low > p.Score.Estimate || p.P != standings.Pairs[g][i].EvenP() || p.Holm < p.P {
				t.Errorf("%s: %+v", table.Game, p)
			}
			if deep := p.Better == "<b>deep</b>"; deep != p.Differs() {
				t.Errorf("%s: %+v", table.Game, p)
			}
		}
	}
	if len(s.Total.Pairs) != 0 {
		t.Error("the total has tests of one game")
	}
	for what, change := range map[string]func(*arena.Standings){
		"unfinished": func(s *arena.Standings) { s.Games-- },
		"sequential": func(s *arena.Standings) { s.Settings.Stop = arena.Stop{Rule: arena.StopWidth, Width: 0.1, Level: 0.95} },
		"Swiss":      func(s *arena.Standings) { s.Settings.Schedule = arena.Swiss },
	} {
		other := *standings
		change(&other)
		if list := gamePairs(&other, 0); list != nil {
			t.Errorf("%s: there are tests: %+v", what, list)
		}
	}
	unpaired := *standings
	unpaired.Settings.Unpaired = true
	for i, p := range gamePairs(&unpaired, 0) {
		agents := standings.Settings.Plan().Pairings[i]
		games := standings.Sides[0][agents[0]][agents[1]].Plus(standings.Sides[0][agents[1]][agents[0]].Reverse())
		if p.Paired || p.Units != 20 || p.P != games.EvenP() {
			t.Errorf("games of their own: %+v", p)
		}
	}
}

// TestPairsAreShown in all forms, with what the test takes for granted; the
// tables of a tournament stay without.
func TestPairsAreShown(t *testing.T) {
	info, standings := three(t, 0)
	s := Summarize(standings)
	var short, long strings.Builder
	s.Text(&short)
	s.PairsText(&long)
	page, err := HTML(info, standings, s)
	if err != nil {
		t.Fatal(err)
	}
	const name = "randomisation test on pairs of games"
	for where, text := range map[string]string{"text": long.String(), "Markdown": string(s.Markdown()), "page": string(page)} {
		if strings.Count(text, name) != 1 || strings.Count(text, "p (Holm)") < 2 || !strings.Contains(text, "taken as independent") {
			t.Errorf("the %s is\n%s", where, text)
		}
	}
	if strings.Contains(short.String(), name) {
		t.Error("the short table has the tests too")
	}
	table, err := s.PairsCSV()
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll(); err != nil || len(rows) != 7 || rows[1][0] != "tictactoe" || rows[1][3] != "10" {
		t.Errorf("the CSV is %q, %v", rows, err)
	}
	if data, err := json.Marshal(s); err != nil || strings.Count(string(data), `"paired":true`) != 6 {
		t.Errorf("the JSON is %s, %v", data, err)
	}
	_, standings = three(t, 7)
	long.Reset()
	if Summarize(standings).PairsText(&long); long.String() != "" {
		t.Errorf("an unfinished run has tests:\n%s", &long)
	}
}

// TestNemenyi: 4 agents at 14 games have the critical difference of Demšar
// (2006), section 3.2.2; few games have none.
func TestNemenyi(t *testing.T) {
	test := &RankTest{Friedman: stats.Friedman{N: 14, K: 4, RankSums: []float64{44.01, 28, 40.04, 27.95}}, Agents: []string{"a", "b", "c", "d"}}
	test.Nemenyi = nemenyi(test.Friedman)
	if test.Nemenyi == nil || math.Abs(test.Nemenyi.Difference-1.25) > 0.005 {
		t.Fatalf("the difference is %+v", test.Nemenyi)
	}
	if got := test.nemenyiSentence(); !strings.Contains(got, "they are d 2.00, b 2.00, c 2.86, a 3.14: no two agents are further apart") {
		t.Error(got)
	}
	test.RankSums[0] += 4
	test.RankSums[2] -= 4
	if got := test.nemenyiSentence(); !strings.Contains(got, "further apart are d and a, b and a.") {
		t.Error(got)
	}
	rows := test.ranks().Grid()
	if len(rows) != 5 || rows[1][2] != "a" || rows[4][0] != "a" || rows[4][2] != "b, d" || rows[3][2] != "nobody" {
		t.Errorf("the rows are %q", rows)
	}
	for _, f := range []stats.Friedman{{N: 4, K: 3}, {N: 20, K: 2}} {
		if nemenyi(f) != nil {
			t.Errorf("%d agents at %d games are tested", f.K, f.N)
		}
	}
}
