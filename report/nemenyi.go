package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gambito/stats"
)

// fewestGames is from how many games on mean ranks are near enough to normal.
const fewestGames = 5

// Nemenyi says how far apart the mean ranks of two agents must be to differ.
type Nemenyi struct {
	Difference float64 `json:"critical_difference"`
	Level      float64 `json:"level"` // probability of any false difference
}

// nemenyi is nil where games are too few for the test, or for any result of it
// to be a difference.
func nemenyi(f stats.Friedman) *Nemenyi {
	if f.N < fewestGames || f.K < 3 {
		return nil
	}
	difference := stats.NemenyiDifference(f.K, f.N, significance)
	if difference >= float64(f.K-1) {
		return nil
	}
	return &Nemenyi{difference, significance}
}

// apart are the agents whose mean ranks differ from that of agent i.
func (t *RankTest) apart(i int) (names []string) {
	if t.Nemenyi == nil {
		return nil
	}
	means := t.MeanRanks()
	for j, name := range t.Agents {
		if math.Abs(means[i]-means[j]) > t.Nemenyi.Difference {
			names = append(names, name)
		}
	}
	return names
}

// ranked are the agents by their mean ranks.
func ranked(means []float64) []int {
	order := indices(len(means))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[a], means[b]) })
	return order
}

// nemenyiSentence tells the critical difference and who is further apart.
func (t *RankTest) nemenyiSentence() string {
	means := t.MeanRanks()
	var ranks, found []string
	order := ranked(means)
	for at, i := range order {
		ranks = append(ranks, fmt.Sprintf("%s %.2f", t.Agents[i], means[i]))
		for _, j := range order[at+1:] {
			if means[j]-means[i] > t.Nemenyi.Difference {
				found = append(found, fmt.Sprintf("%s and %s", t.Agents[i], t.Agents[j]))
			}
		}
	}
	verdict := "no two agents are further apart"
	if found != nil {
		verdict = "further apart are " + strings.Join(found, ", ")
	}
	return fmt.Sprintf("Nemenyi's test after Friedman's: mean ranks that differ by more than %.3f differ at %g %%; they are %s: %s. It takes the games as independent and the mean ranks as normal.",
		t.Nemenyi.Difference, 100*t.Nemenyi.Level, strings.Join(ranks, ", "), verdict)
}
