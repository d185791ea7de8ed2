package papers

import (
	"context"
	"math"
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
