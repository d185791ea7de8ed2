package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/build"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
	"gambito/games/kuhn"
	"gambito/games/tictactoe"
	"gambito/report/chart"
	"gambito/stats"
	"gambito/store"
)

// three is an experiment of three agents, of which one is better, at two sizes
// of a game; played so far that so many games are left.
func three(t *testing.T, left int) (store.Info, *arena.Standings) {
	t.Helper()
	e := &arena.Experiment{Name: "three", Schedule: arena.RoundRobin, Rounds: 2, GamesPerPair: 10, Draw: arena.DrawHalf, Seed: 1, Stop: arena.Stop{Rule: arena.StopFixed}}
	for _, size := range []int{3, 4} {
		g, err := tictactoe.New(size, 3)
		if err != nil {
			t.Fatal(err)
		}
		e.Venues = append(e.Venues, arena.Venue{Game: g})
	}
	for _, a := range [][2]string{{"a|b", "random"}, {"<b>deep</b>", "alphabeta:depth=2"}, {"plain", "random"}} {
		s, err := agents.New(agent.NewEnvironment("")).Parse(a[1])
		if err != nil {
			t.Fatal(err)
		}
		e.Entrants = append(e.Entrants, arena.Entrant{Name: a[0], Spec: s})
	}
	info := store.Info{Settings: e.Settings(), Source: "name: three # <script>", Build: build.Info{Version: "commit 123"}, Created: time.Unix(0, 0).UTC()}
	standings := arena.NewStandings(info.Settings)
	run := arena.NewRun(e)
	err := run.Play(context.Background(), arena.Local{Jobs: 1}, func(batch []arena.Record) error {
		for _, r := range batch {
			if run.Plan.Index(r.Key()) < run.Plan.Total()-left {
				standings.Add(r)
			}
		}
		return nil
	}, func(arena.News) {})
	if err != nil {
		t.Fatal(err)
	}
	return info, standings
}

func TestSummary(t *testing.T) {
	_, standings := three(t, 0)
	s := Summarize(standings)
	if s.Games != 120 || s.Planned != 120 || len(s.ByGame) != 2 || s.Friedman == nil || s.Friedman.N != 2 || s.Friedman.K != 3 || len(s.Friedman.Pairs) != 3 {
		t.Fatalf("the summary is %+v", s)
	}
	points := 0.0
	for i, l := range s.Total.Lines {
		points += l.Points
		if l.Results.Games() != 80 || l.Rounds.N != 2 || l.Share.Low > l.Share.Estimate || l.Share.High < l.Share.Estimate || l.Share.Estimate != l.Points/80 {
			t.Errorf("a line is %+v", l)
		}
		if i > 0 && l.Points > s.Total.Lines[i-1].Points {
			t.Error("the table is not ranked")
		}
	}
	if best := s.Total.Lines[0]; points != 120 || best.Agent != "<b>deep</b>" || !best.Rated || best.Elo.Estimate < 100 {
		t.Errorf("%g points, the best is %+v", points, best)
	}
	_, standings = three(t, 7)
	if s := Summarize(standings); s.Games != 113 || s.Friedman != nil || s.Total.Lines[0].Rounds.N != 0 {
		t.Errorf("the summary of an unfinished run is %+v", s)
	}
	if live := Live(standings, 2); len(live) != 3 || !strings.HasPrefix(live[0], "  agent") {
		t.Errorf("the live table is %q", live)
	}
}

func TestText(t *testing.T) {
	_, standings := three(t, 0)
	s := Summarize(standings)
	var b strings.Builder
	s.Text(&b)
	lines := strings.Split(b.String(), "\n")
	if lines[0] != "three: 120 games, seed 1, a draw is worth ½" || lines[2] != "tictactoe" {
		t.Errorf("the text is\n%s", &b)
	}
	for _, line := range lines {
		if line != strings.TrimRight(line, " ") {
			t.Errorf("spaces at the end of %q", line)
		}
	}
	sentences := s.Sentences()
	for i, want := range []string{ // two games are too few for tests over the games, but at each the better agent is seen
		"2 games are too few for Friedman's test on the ranks of 3 agents, for which each game is one observation: no p could be below 0.1667.",
		"2 games are too few for Wilcoxon's signed ranks to tell any two of 3 agents apart over the games: no p could be below 0.5000, nor below 1.0000 after Holm's adjustment for 3 pairs.",
		"At tictactoe 2 of the 3 pairs of agents differ at 5 % after Holm's adjustment (smallest p = ",
		"At tictactoe:4x4,run=3 2 of the 3 pairs of agents differ at 5 % after Holm's adjustment (smallest p = ",
	} {
		if len(sentences) != 4 || !strings.HasPrefix(sentences[i], want) {
			t.Errorf("the sentences are %q", sentences)
		}
	}
	if md := string(s.Markdown()); !strings.Contains(md, `| a\|b | 80 |`) || !strings.Contains(md, "\n## all games\n") {
		t.Errorf("the Markdown is\n%s", md)
	}
	csv, err := s.CSV()
	if rows := strings.Split(strings.TrimSpace(string(csv)), "\n"); err != nil || len(rows) != 10 || strings.Count(rows[9], ",") != strings.Count(rows[0], ",") {
		t.Errorf("the CSV is %v\n%s", err, csv)
	} else if heads := strings.Split(rows[0], ","); len(slices.Compact(slices.Sorted(slices.Values(heads)))) != len(heads) {
		t.Errorf("a column of %q is there twice", heads)
	}
}

// TestHTML: one page for runs at any stage, without anything from elsewhere,
// what users have written escaped, plots well-formed.
func TestHTML(t *testing.T) {
	for _, left := range []int{0, 7, 119, 120} {
		info, standings := three(t, left)
		page, err := HTML(info, standings, Summarize(standings))
		if err != nil {
			t.Fatal(err)
		}
		text := string(page)
		for _, unwanted := range []string{"<script", "<b>deep", "NaN", "Inf", "src=", "href=", "ZgotmplZ", "%!"} {
			if strings.Contains(text, unwanted) {
				t.Errorf("%d games left: the page holds %s", left, unwanted)
			}
		}
		for _, wanted := range []string{"name: three # &lt;script&gt;", "commit 123", "alphabeta:depth=2,eval=", "Share of points, all games", "Course of the experiment"} {
			if !strings.Contains(text, wanted) {
				t.Errorf("%d games left: the page does not hold %s", left, wanted)
			}
		}
		for part := range strings.SplitSeq(text, "<svg") {
			svg, _, ok := strings.Cut(part, "</svg>")
			if !ok {
				continue
			}
			for d := xml.NewDecoder(strings.NewReader("<svg" + svg + "</svg>")); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("a plot is not well-formed: %v", err)
				}
			}
		}
	}
}

// TestPoints: games that count more than a point have a table of points, which
// are never added to those of games that count otherwise.
func TestPoints(t *testing.T) {
	plain := backgammon.New()
	short, err := match.New(match.Rules{Length: 1})
	if err != nil {
		t.Fatal(err)
	}
	e := &arena.Experiment{Name: "points", Schedule: arena.RoundRobin, Rounds: 2, GamesPerPair: 10, Draw: arena.DrawHalf, Seed: 1, Stop: arena.Stop{Rule: arena.StopFixed}}
	e.Venues = []arena.Venue{{Game: plain}, {Game: short}}
	for _, name := range []string{"pubeval", "random", "rules"} {
		s, err := agents.New(agent.NewEnvironment("")).Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		e.Entrants = append(e.Entrants, arena.Entrant{Name: name, Spec: s})
	}
	info := store.Info{Settings: e.Settings()}
	standings := arena.NewStandings(info.Settings)
	tally := arena.PointTally{Game: plain, Paired: true} // of the first pairing
	run := arena.NewRun(e)
	if err := run.Play(context.Background(), arena.Local{Jobs: 2}, func(batch []arena.Record) error {
		for _, r := range batch {
			standings.Add(r)
			if r.Venue == 0 && r.Pairing == 0 {
				tally.Add(r)
			}
		}
		return nil
	}, func(arena.News) {}); err != nil {
		t.Fatal(err)
	}
	s := Summarize(standings)
	var perGame float64
	for _, l := range s.ByGame[0].Lines {
		p := l.OfPoints
		perGame += p.PerGame.Estimate
		if p.Share.Low > p.Share.Estimate || p.GammonRates[0].High < p.GammonRates[0].Estimate || l.Results.Games() != 40 {
			t.Errorf("%s: %+v", l.Agent, p)
		}
		if l.Agent == "random" && (p.PerGame.High > -1 || p.GammonRates[1].Low < 0.5) {
			t.Errorf("random: %+v", p)
		}
	}
	if math.Abs(perGame) > 1e-12 {
		t.Errorf("points a game add up to %g", perGame)
	}
	two := standings.OfPoints(0, 0).Gammons[0]
	if first := tally.Result(); first.Gammons[0] == 0 || two < first.Gammons[0] {
		t.Errorf("%d gammons won from all, %d from one", two, first.Gammons[0])
	}
	points := 0.0
	for i, l := range s.Total.Lines {
		points += l.Points
		if l.OfPoints != nil || s.ByGame[1].Lines[i].OfPoints != nil {
			t.Errorf("%s has points of what has none", l.Agent)
		}
	}
	if !s.Total.Mixed || s.ByGame[0].Mixed || points != 120 {
		t.Errorf("of 120 games %g points are told", points)
	}
	var b strings.Builder
	s.Text(&b)
	table, err := s.CSV()
	page, err2 := HTML(info, standings, s)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for where, text := range map[string]string{"text": b.String(), "Markdown": string(s.Markdown()), "page": string(page)} {
		if strings.Count(text, "points a game") != 1 || !strings.Contains(text, "% gammons won") || !strings.Contains(text, "% of games") || !strings.Contains(text, "ll games (a win of any is one point)") {
			t.Errorf("the %s is\n%s", where, text)
		}
	}
	rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll() // refuses rows of different lengths
	if err != nil || len(rows) != 10 {
		t.Fatal(err, rows)
	}
	for _, row := range rows[1:] {
		if hasPoints := row[len(row)-1] != ""; hasPoints != (row[0] == "backgammon") {
			t.Errorf("a row of the CSV is %q", row)
		}
	}
	for agent := range e.Entrants {
		_, shares := standings.Course.Shares(agent)
		if most, ofRounds := slices.Max(shares), slices.Max(roundShares(standings, agent)); most > 1 || ofRounds > 100 {
			t.Errorf("plots show shares of %g and %g %%", most, ofRounds)
		}
	}
}

func TestVerdicts(t *testing.T) {
	s := Summary{agents: []string{"new", "old"}, Games: 20, Planned: 20}
	s.stop = arena.Stop{Rule: arena.StopSPRT, SPRT: stats.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, Model: stats.LogisticElo}}
	for want, pairs := range map[string]stats.Pairs{
		"All rounds were played; the sequential test is undecided after 10 pairs (LLR 0.": {1, 0, 2, 0, 7},
		"The sequential test stopped after 1010 pairs (LLR ":                              {100, 0, 210, 0, 700},
	} {
		v := s.stop.Judge(pairs, 0)
		s.Verdict = &v
		if got := s.Sentences()[0]; !strings.HasPrefix(got, want) || v.Decided && !strings.HasSuffix(got, "): that new is better than old by 10 Elo is accepted against 0 (probability of error: 5 % if it is 0, 5 % if it is 10).") {
			t.Errorf("%s, not %s", got, want)
		}
	}
	s.stop, s.Games = arena.Stop{Rule: arena.StopWidth, Width: 0.1, Level: 0.95}, 18
	v := s.stop.Judge(stats.Pairs{1, 0, 2, 0, 6}, 18)
	s.Verdict = &v
	if got := s.Sentences()[0]; !strings.HasPrefix(got, "So far the interval of the score is still wider than 0.1 (0.") {
		t.Error(got)
	}
}

// TestCharts: what the descriptions hold, at the end and before the first game.
func TestCharts(t *testing.T) {
	_, standings := three(t, 0)
	sum := Summarize(standings)
	list := Figures(standings, sum)
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "shares ratings course boxes shares-tictactoe shares-tictactoe-4x4-run-3" {
		t.Fatalf("the charts are %s", got)
	}
	share, rating, path, box := list[0].Chart, list[1].Chart, list[2].Chart, list[3].Chart
	for i, l := range sum.Total.Lines {
		if r := share.Rows[i]; r.Name != l.Agent || *r.Bar != 100*l.Share.Estimate || r.Interval.High != 100*l.Share.High || r.Box != nil {
			t.Errorf("a row of shares is %+v", r)
		}
		if r := rating.Rows[i]; r.Name != l.Agent || *r.Dot != l.Elo.Estimate || r.Interval.Low != l.Elo.Low || r.Bar != nil {
			t.Errorf("a row of ratings is %+v", r)
		}
		if s := path.Series[i]; s.Name != l.Agent || len(s.X) != 10 || s.X[9] != 20 || math.Abs(s.Y[9]-100*l.Share.Estimate) > 1e-9 {
			t.Errorf("a course is %+v", s)
		}
		if r := box.Rows[i]; r.Name != l.Agent || r.Box == nil || r.Box.High > 100 {
			t.Errorf("a row of boxes is %+v", r)
		}
	}
	_, standings = three(t, 120)
	if list := totalFigures(standings, Summarize(standings)); len(list) != 2 || len(list[1].Chart.Series[0].X) != 0 {
		t.Errorf("before the first game the charts are %+v", list)
	}
}

func TestBox(t *testing.T) {
	b := boxOf([]float64{-100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100})
	if b.Low != 1 || b.Median != 5 || b.High != 9 || !slices.Equal(b.Outliers, chart.Values{-100, 100}) {
		t.Errorf("the box is %+v", b)
	}
	if b := boxOf([]float64{3}); b.Low != 3 || b.High != 3 || b.Outliers != nil {
		t.Errorf("the box of one value is %+v", b)
	}
}

// TestAmountsRank: where amounts are won agents are ranked and compared by them, without Elo,
// and games that repeat each other are no fault of the run.
func TestAmountsRank(t *testing.T) {
	e := &arena.Experiment{Name: "chips", Schedule: arena.RoundRobin, Rounds: 1, GamesPerPair: 100, Draw: arena.DrawHalf, Seed: 1, Stop: arena.Stop{Rule: arena.StopFixed}}
	e.Venues = []arena.Venue{{Game: kuhn.New()}}
	for _, name := range []string{"often", "much"} {
		s, err := agents.New(agent.NewEnvironment("")).Parse("random")
		if err != nil {
			t.Fatal(err)
		}
		e.Entrants = append(e.Entrants, arena.Entrant{Name: name, Spec: s})
	}
	standings := arena.NewStandings(e.Settings())
	for n := range 100 {
		won := []float64{1, 1, 1, -2, -2}[n/2%5] // by often
		result := []float64{won, -won}
		if n%2 == 1 {
			result[0], result[1] = -won, won
		}
		standings.Add(arena.Record{Number: n, Seats: []int{n % 2, 1 - n%2}, Result: result, Moves: "K J", Reason: arena.ByTheRules})
	}
	s := Summarize(standings)
	table := s.ByGame[0]
	if best := table.Lines[0]; best.Agent != "much" || best.Rated || best.Results.Wins >= best.Results.Losses || table.Unit != "chips" {
		t.Errorf("%s: the first is %+v", table.Unit, best)
	}
	if p := table.Pairs[0]; p.Better != "much" || p.Amount == nil || math.Abs(p.Amount.Estimate-0.2) > 1e-9 || p.P < 0.05 {
		t.Errorf("the pair is %+v", p)
	}
	if len(s.Warnings) != 0 {
		t.Errorf("warnings: %q", s.Warnings)
	}
	var b strings.Builder
	s.Text(&b)
	s.PairsText(&b)
	if text := b.String(); !strings.Contains(text, "chips a game") || strings.Contains(text, "gammons") || !strings.Contains(text, "mean amount") {
		t.Errorf("the text is\n%s", text)
	}
}
