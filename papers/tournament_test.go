package papers

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/stats"
)

// TestShape: what tables say of rounds, games and places follows from the games that
// were played.
func TestShape(t *testing.T) {
	study, err := readStudy("ggp/proposed")
	if err != nil {
		t.Fatal(err)
	}
	w := workshop(Full)
	play := w.Play
	w.Play = func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error) {
		e.GamesPerPair = 2
		return play(ctx, e)
	}
	findings, err := study.Run(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	value := map[string]float64{}
	for _, f := range findings {
		if f.Measured == nil {
			t.Fatalf("%+v", f)
		}
		value[strings.TrimPrefix(f.ID, study.ID+"/")] = *f.Measured
	}
	var totals []float64
	places := 0.0
	for _, game := range []string{"atari-go", "breakthrough", "breakthrough-holes", "breakthrough-suicide", "knightthrough", "sheep-and-wolf", "tictactoe:5x5", "free-for-all"} {
		at := "sims100/" + game + "/UCB-a1"
		rounds := []float64{value[at+"/round1"], value[at+"/round2"], value[at+"/round3"]}
		d := stats.Describe(rounds)
		if math.Abs(d.Mean-value[at]) > 1e-9 || math.Abs(d.SD-value[at+"/rounds-sd"]) > 1e-9 {
			t.Errorf("%s: rounds %v, total %g, deviation %g", at, rounds, value[at], value[at+"/rounds-sd"])
		}
		totals = append(totals, value[at])
		places += value[at+"/rank"] / 8
		sum := 0.0
		for _, policy := range []string{"UCB", "ETC", "UCB-Tuned", "UCB-a1", "UCB-a2"} {
			sum += value["sims100/"+game+"/"+policy+"/rank"]
		}
		if sum != 15 {
			t.Errorf("%s: the places add up to %g", game, sum)
		}
	}
	d := stats.Describe(totals)
	for what, want := range map[string]float64{"": d.Mean, "/games-sd": d.SD, "/games-median": d.Median, "/rank": places} {
		if got := value["sims100/UCB-a1"+what]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	a, b := value["sims1000/UCB-a1/vs UCB-a2/wilcoxon-plus"], value["sims1000/UCB-a2/vs UCB-a1/wilcoxon-minus"]
	if a != b || math.Abs(value["sims100/critical"]-9.488) > 1e-3 {
		t.Errorf("ranks %g and %g, critical %g", a, b, value["sims100/critical"])
	}
}

// TestPlacesOfFewGames: with two games a pair places tell nothing, with hundreds of clear
// ones they do.
func TestPlacesOfFewGames(t *testing.T) {
	study, err := readStudy("ggp/proposed")
	if err != nil {
		t.Fatal(err)
	}
	places := func(w Workshop) (counts VerdictCounts) {
		findings, err := study.Run(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Unit == "place" {
				counts = counts.Plus(CountVerdicts([]Finding{f}))
			}
		}
		return counts
	}
	if c := places(workshop(Smoke)); c != (VerdictCounts{TooFew: 100}) {
		t.Errorf("of two games a pair: %s", c)
	}
	results := map[string]outcome{}
	tournament, err := readTournament(study.ID)
	if err != nil {
		t.Fatal(err)
	}
	all, err := tournament.experiments(workshop(Full))
	if err != nil {
		t.Fatal(err)
	}
	better := []string{"UCB-a2", "UCB-a1", "ETC", "UCB", "UCB-Tuned"} // the first wins most
	for name, e := range all {
		s := arena.NewStandings(e.Settings())
		for g := range s.Settings.Games {
			for i, a := range s.Settings.Agents {
				for j, b := range s.Settings.Agents {
					if lead := 15 * (slices.Index(better, b.Name) - slices.Index(better, a.Name)); lead != 0 {
						s.Sides[g][i][j] = stats.Results{Wins: 75 + lead, Losses: 75 - lead}
					}
				}
			}
		}
		results[name] = outcome{Standings: s}
	}
	tournament.rows = slices.DeleteFunc(tournament.rows, func(r row) bool { return !strings.HasPrefix(r.metric, "rank") })
	findings, err := tournament.compare(results, Full)
	if err != nil {
		t.Fatal(err)
	}
	if c := CountVerdicts(findings); c.Agrees == 0 || c.InDoubt == 0 || c.Agrees+c.InDoubt != 100 {
		t.Errorf("of 300 games a pair: %s", c)
	}
}

// TestOtherAgents: what the networks that come with gambito reach is not held against what
// those of the reports did.
func TestOtherAgents(t *testing.T) {
	for _, id := range []string{"connect4/alphazero", "othello/net-vs-uct"} {
		study, err := readStudy(id)
		if err != nil {
			t.Fatal(err)
		}
		w := workshop(Full)
		w.Play = func(_ context.Context, e *arena.Experiment) (*arena.Standings, error) {
			s := arena.NewStandings(e.Settings())
			for i := range s.Settings.Agents[1:] {
				s.Sides[0][0][i+1] = stats.Results{Losses: 400}
			}
			return s, nil
		}
		findings, err := study.Run(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Verdict != NotComparable || !strings.Contains(f.Note, "another network") {
				t.Errorf("%s: %s, %q", f.ID, f.Verdict, f.Note)
			}
			if seats := id == "connect4/alphazero"; seats != strings.Contains(f.Note, "both seats") {
				t.Errorf("%s: %q", f.ID, f.Note)
			}
		}
	}
}
