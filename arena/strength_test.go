package arena

import (
	"context"
	"math"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/stats"
)

var coarse = Stop{Rule: StopSPRT, SPRT: stats.SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.05, Model: stats.LogisticElo}}

// TestMatchStops: a sequential test ends a match after the pair that decides,
// whatever the number of jobs.
func TestMatchStops(t *testing.T) {
	m := Match{Game: standardConnect4(t), Agents: specs(t, "alphabeta:depth=2", "random"), Games: 400, Stop: coarse, Openings: Openings{text: "random:2", plies: 2}, Seed: 5}
	var first string
	for _, jobs := range []int{1, 3} {
		m.Jobs = jobs
		records, tally := run(t, m)
		text := withoutTimes(t, records)
		if first == "" {
			first = text
		}
		if text != first || tally.Games%2 != 0 || tally.Games >= 400 {
			t.Errorf("with %d jobs it ends after %d games", jobs, tally.Games)
		}
		score := NewScore(m)
		for i, r := range records {
			score.Add(r)
			if decided := score.Verdict().Decided; decided != (i == len(records)-1) {
				t.Fatalf("after %d of %d games it is %+v", i+1, len(records), score.Verdict())
			}
		}
		if v := score.Verdict(); v.Decision != stats.AcceptH1 || v.Pairs.Count() != len(records)/2 {
			t.Errorf("the verdict is %+v", v)
		}
	}
}

func TestMatchThatCannotStop(t *testing.T) {
	m := Match{Game: standardConnect4(t), Agents: specs(t, "random", "random"), Games: 4, Stop: coarse, Unpaired: true}
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "pairs of games") {
		t.Error(err)
	}
	m.Unpaired, m.Stop.SPRT.Elo1 = false, -1
	if err := m.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "must be less") {
		t.Error(err)
	}
}

// TestStrength: pairs where all games have one, single games otherwise.
func TestStrength(t *testing.T) {
	m := Match{Game: standardConnect4(t), Agents: specs(t, "alphabeta:depth=2", "random"), Games: 7, Seed: 1, Jobs: 1}
	records, _ := run(t, m)
	score := NewScore(m)
	if score.Strength() != nil {
		t.Error("there is a strength before the first game")
	}
	for i, r := range records {
		score.Add(r)
		s := score.Strength()
		if want := (i + 1) / 2 * ((i+1)%2 ^ 1); s.Pairs != want || s.Results.Games() != i+1 {
			t.Errorf("after %d games there are %d pairs and %d games", i+1, s.Pairs, s.Results.Games())
		}
		if s.Results.Wins == i+1 && (!math.IsInf(s.Elo.Estimate, 1) || !(s.Elo.Low > -1000 && s.Elo.Low < 1000)) {
			t.Errorf("after %d wins the Elo is %+v", i+1, s.Elo)
		}
	}
}

func specs(t *testing.T, texts ...string) (list []agent.Spec) {
	t.Helper()
	for _, text := range texts {
		list = append(list, parse(t, text))
	}
	return list
}
