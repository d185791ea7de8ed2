package report

import (
	"fmt"
	"math"
)

// Sentences say what the tests found.
func (s Summary) Sentences() (list []string) {
	if s.Verdict != nil {
		list = append(list, s.verdictSentence())
	}
	if s.Friedman != nil {
		list = append(list, s.Friedman.friedmanSentence())
		list = append(list, s.Friedman.wilcoxonSentences()...)
	}
	for _, t := range s.ByGame {
		if len(t.Pairs) > 0 {
			list = append(list, t.pairsSentence())
		}
	}
	return list
}

// pairsSentence says how many agents differ at one game. Tests over the games do
// not see that: to them a game is one observation, however many were played.
func (t Table) pairsSentence() string {
	differ, least := 0, 1.0
	for _, p := range t.Pairs {
		if p.Differs() {
			differ++
		}
		least = min(least, p.Holm)
	}
	if p := t.Pairs[0]; len(t.Pairs) == 1 {
		if differ == 0 {
			return fmt.Sprintf("At %s %s and %s do not differ at 5 %% (%s).", t.Title(), p.Better, p.Worse, pWords(p.P))
		}
		return fmt.Sprintf("At %s %s is better than %s, %s.", t.Title(), p.Better, p.Worse, pWords(p.P))
	}
	found := fmt.Sprintf("%d of the %d pairs of agents differ", differ, len(t.Pairs))
	switch differ {
	case 0:
		found = fmt.Sprintf("none of the %d pairs of agents differs", len(t.Pairs))
	case 1:
		found = fmt.Sprintf("1 of the %d pairs of agents differs", len(t.Pairs))
	}
	return fmt.Sprintf("At %s %s at 5 %% after Holm's adjustment (smallest %s).", t.Title(), found, pWords(least))
}

// fewestRanked is from how many games on ranks over the games are compared: at two
// they say no more than that the games agree.
const fewestRanked = 3

// friedmanSentence says whether the agents differ over the games, or that these are
// too few to say.
func (t *RankTest) friedmanSentence() string {
	if least := t.leastFriedman(); t.N < fewestRanked || least >= significance {
		return fmt.Sprintf("%d games are too few for Friedman's test on the ranks of %d agents, for which each game is one observation: no p could be below %s.",
			t.N, t.K, pValue(least))
	}
	how := "exact"
	if !t.IsSure {
		how = "from 100,000 random orders"
	}
	verdict := "the ranks over the games differ by no more than chance makes plausible"
	if t.Exact < significance {
		verdict = "the agents differ over the games by more than chance makes plausible"
	}
	return fmt.Sprintf("Friedman's test on the ranks of %d agents at %d games: χ² = %.3f (corrected for ties %.3f) with %d degrees of freedom, %s (%s): %s.",
		t.K, t.N, t.ChiSquared, t.Corrected, t.K-1, pWords(t.Exact), how, verdict)
}

// leastFriedman is the least p that so many games and agents can give: all games
// order the agents alike, which has a chance of 1 in K! for every game but the first.
func (t *RankTest) leastFriedman() float64 {
	orders, _ := math.Lgamma(float64(t.K + 1))
	return math.Exp(-orders * float64(t.N-1))
}

// wilcoxonSentences say which two agents differ over the games, if games are enough
// for any two to differ.
func (t *RankTest) wilcoxonSentences() (list []string) {
	pairs := float64(len(t.Pairs))
	if least := smallest(t.N); least*pairs >= significance {
		return []string{fmt.Sprintf("%d games are too few for Wilcoxon's signed ranks to tell any two of %d agents apart over the games: no p could be below %s, nor below %s after Holm's adjustment for %d pairs.",
			t.N, t.K, pValue(least), pValue(min(1, least*pairs)), len(t.Pairs))}
	}
	least := 1.0
	for _, p := range t.Pairs {
		least = min(least, p.P)
		if p.Holm >= significance {
			continue
		}
		better, worse := p.First, p.Second
		if p.Minus > p.Plus {
			better, worse = worse, better
		}
		list = append(list, fmt.Sprintf("Wilcoxon's signed ranks over the games: %s makes more points than %s, %s (Holm's adjustment for %d pairs: %s).",
			better, worse, pWords(p.P), len(t.Pairs), pValue(p.Holm)))
	}
	if list == nil {
		list = []string{fmt.Sprintf("Wilcoxon's signed ranks over the games: no two agents differ at 5 %% after Holm's adjustment for %d pairs (smallest single %s); with %d games no p can be below %s.",
			len(t.Pairs), pWords(least), t.N, pValue(smallest(t.N)))}
	}
	return list
}

// smallest is the least two-sided p that so many signs can give.
func smallest(n int) float64 { return min(1, math.Ldexp(2, -n)) }

// pWords is a p-value in a sentence.
func pWords(p float64) string {
	if p < 0.0001 {
		return "p < 0.0001"
	}
	return fmt.Sprintf("p = %.4f", p)
}
