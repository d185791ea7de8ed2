package papers

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/stats"
)

func studies(t *testing.T) []Study {
	t.Helper()
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// workshop plays in memory, with next to no thinking.
func workshop(scale Scale) Workshop {
	return Workshop{
		Agents: agents.New(agent.NewEnvironment("")), Scale: scale, Seed: 1, Jobs: 2,
		Play: func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error) {
			if err := e.Check(); err != nil {
				return nil, err
			}
			e.Limits = agent.Limits{Simulations: 2, Depth: 1}
			run := arena.NewRun(e)
			err := run.Play(ctx, arena.Local{Jobs: 2}, func([]arena.Record) error { return nil }, func(arena.News) {})
			return run.Standings, err
		},
	}
}

func TestStudies(t *testing.T) {
	var ids []string
	for _, s := range studies(t) {
		ids = append(ids, s.ID)
		if s.Source == "" || s.About == "" {
			t.Errorf("%s: source %q, about %q", s.ID, s.Source, s.About)
		}
	}
	want := []string{
		"backgammon/agreement", "backgammon/codings", "backgammon/ensemble", "backgammon/fuzzy", "backgammon/ga-gammon", "backgammon/players", "backgammon/size", "backgammon/variance",
		"connect4/alphabeta-time", "connect4/alphazero", "connect4/alphazero-report", "connect4/heuristics", "connect4/mcts", "connect4/n-tuples", "connect4/pathology", "ggp/alpha", "ggp/draws", "ggp/first", "ggp/machines", "ggp/proposed", "ggp/tuned-unbounded", "ggp/ucb-vs-tuned",
		"lecture/nodes", "othello/end-to-end", "othello/n-tuples", "othello/net-vs-uct", "othello/uct-random", "othello/value-net", "tron/policies",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("studies %v", ids)
	}
}

// TestEveryStudyRuns runs all at the smallest scale.
func TestEveryStudyRuns(t *testing.T) {
	for _, s := range studies(t) {
		findings, err := s.Run(context.Background(), workshop(Smoke))
		if err != nil {
			t.Error(err)
			continue
		}
		if len(findings) == 0 {
			t.Errorf("%s: nothing was found", s.ID)
		}
		seen, places := map[string]bool{}, map[PublishedPlace]bool{}
		for _, f := range findings {
			if places[f.Place] || f.Place.Table == "" || f.Place.Column == "value" {
				t.Errorf("%s of %s has no place of its own: %+v", f.ID, f.Source, f.Place)
			}
			places[f.Place] = true
			second := strings.HasSuffix(f.ID, "/share-second") || strings.Contains(f.ID, "-as-second")
			if first := strings.Contains(f.ID, "-as-first"); f.Played != nil && ((f.Played.Side == "second") != second || (f.Played.Side == "first") != first) {
				t.Errorf("%s is played on side %q", f.ID, f.Played.Side)
			}
			if reused := s.ID == "ggp/proposed" && f.Played != nil && StudyOfRun(f.Played.Run) == "ggp/first"; f.Played != nil && StudyOfRun(f.Played.Run) != s.ID && !reused {
				t.Errorf("%s: the run %s is of study %q", f.ID, f.Played.Run, StudyOfRun(f.Played.Run))
			}
			if !strings.HasPrefix(f.ID, s.ID+"/") || f.Source == "" || f.Unit == "" || f.Verdict == "" || (f.Measured == nil) != (f.Verdict == NotMeasured) || f.Measured != nil && math.IsNaN(*f.Measured) {
				t.Errorf("%+v", f)
			}
			if f.Low != nil && !(*f.Low <= *f.Measured && *f.Measured <= *f.High) {
				t.Errorf("%s: %v is not from %v to %v", f.ID, *f.Measured, *f.Low, *f.High)
			}
			if seen[f.ID+f.Source] {
				t.Errorf("%s of %s is there twice", f.ID, f.Source)
			}
			seen[f.ID+f.Source] = true
		}
	}
}

// TestFromGDL plays the thesis' tournament by rulesheets.
func TestFromGDL(t *testing.T) {
	for _, s := range studies(t) {
		w := workshop(Smoke)
		w.FromGDL = true
		var names []string
		play := w.Play
		w.Play = func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error) {
			for _, v := range e.Venues {
				if !strings.HasPrefix(v.Game.Info().ID, "gdl:") {
					t.Errorf("%s plays %s", s.ID, v.Game.Info().ID)
				}
			}
			names = append(names, e.Name)
			return play(ctx, e)
		}
		switch findings, err := s.Run(context.Background(), w); {
		case s.ID == "ggp/alpha" || s.ID == "lecture/nodes" || s.ID == "tron/policies":
			if err == nil {
				t.Errorf("%s is played by rulesheets that there are not", s.ID)
			}
		case s.ID != "ggp/proposed" && s.ID != "ggp/ucb-vs-tuned":
		case err != nil:
			t.Error(err)
		case len(findings) == 0 || findings[0].Measured == nil || !strings.HasSuffix(names[0], "-smoke-gdl"):
			t.Errorf("%s: %d findings, runs %v", s.ID, len(findings), names)
		}
	}
}

// TestFullScaleIsAsPublished counts the games of the full scale.
func TestFullScaleIsAsPublished(t *testing.T) {
	want := map[string]int{"ggp/proposed": 48_000, "ggp/first": 14_400, "ggp/draws": 6000, "ggp/tuned-unbounded": 9600, "othello/uct-random": 1000, "ggp/ucb-vs-tuned": 1800}
	w := workshop(Full)
	games := 0
	for _, s := range studies(t) {
		if want[s.ID] == 0 {
			continue
		}
		games = 0
		w.Play = func(_ context.Context, e *arena.Experiment) (*arena.Standings, error) {
			games += arena.NewRun(e).Total()
			return arena.NewStandings(e.Settings()), nil
		}
		if _, err := s.Run(context.Background(), w); err != nil {
			t.Error(err)
		}
		if games != want[s.ID] {
			t.Errorf("%s: %d games, published are %d", s.ID, games, want[s.ID])
		}
	}
}

// TestVerdicts feeds standings that are as published, and such as are not.
func TestVerdicts(t *testing.T) {
	study, err := readStudy("othello/uct-random")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wins [2]int
		want [2]Verdict
	}{
		{[2]int{304, 375}, [2]Verdict{Agrees, Agrees}},
		{[2]int{290, 380}, [2]Verdict{Agrees, Agrees}},
		{[2]int{500, 375}, [2]Verdict{Differs, Agrees}},
		{[2]int{200, 100}, [2]Verdict{Differs, Differs}},
	} {
		w := workshop(Full)
		w.Play = func(_ context.Context, e *arena.Experiment) (*arena.Standings, error) {
			s := arena.NewStandings(e.Settings())
			for i, wins := range c.wins {
				// The agent moves second in all games but ten.
				s.Sides[0][0][i+1] = stats.Results{Losses: wins - 10, Wins: 500 - wins}
				s.Sides[0][i+1][0] = stats.Results{Wins: 10}
			}
			return s, nil
		}
		findings, err := study.Run(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range findings {
			if f.Verdict != c.want[i] || math.Abs(*f.Measured-float64(c.wins[i])/5) > 1e-9 || f.Games != 500 {
				t.Errorf("%v: %+v", c.wins, f)
			}
		}
	}
	for metric, want := range map[string][4]Verdict{"better": {Agrees, TooFew, InDoubt, Differs}, "similar": {Differs, Agrees, InDoubt, Differs}} {
		for i, wins := range []int{140, 100, 85, 60} {
			f := []Finding{{}, {}}
			f[0].share(wins, 200)
			f[1].share(100, 200)
			judge(f, map[int]stats.Agreement{0: f[0].conclude(metric, wins), 1: f[1].conclude("similar", 100)})
			if f[0].Verdict != want[i] || f[1].Verdict != Agrees {
				t.Errorf("%s, %d of 200: %s, %s", metric, wins, f[0].Verdict, f[1].Verdict)
			}
		}
	}
}

// TestFaithfulRepetitions takes the published shares of the thesis' tournament for the
// truth and plays as many games as it has again and again, for a publication and for us:
// at most 5 % of the repetitions have any "differs".
func TestFaithfulRepetitions(t *testing.T) {
	content, err := folders.ReadFile("ggp/proposed/published.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readRows(content)
	if err != nil {
		t.Fatal(err)
	}
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.metric != "share" })
	r := rand.New(rand.NewPCG(5, 6))
	wins := func(games int, share float64) (n int) {
		for range games {
			if r.Float64() < share {
				n++
			}
		}
		return n
	}
	const repetitions = 200
	wrong, doubt := 0, 0
	for range repetitions {
		findings, agreements := make([]Finding, len(rows)), map[int]stats.Agreement{}
		for i, r := range rows {
			games := min(r.games, 1200)
			published := stats.Published{Share: float64(wins(games, *r.value/100)) / float64(games), N: games}
			agreements[i] = stats.CompareShare(published, wins(games, *r.value/100), games, 0.05)
		}
		judge(findings, agreements)
		c := CountVerdicts(findings)
		if c.Differs > 0 {
			wrong++
		}
		doubt += c.InDoubt
	}
	if wrong > repetitions/20+6 { // two deviations of that count
		t.Errorf("%d of %d faithful repetitions differ", wrong, repetitions)
	}
	if share := float64(doubt) / float64(repetitions*len(rows)); share < 0.02 || share > 0.07 {
		t.Errorf("%.1f %% are in doubt", 100*share)
	}
}
