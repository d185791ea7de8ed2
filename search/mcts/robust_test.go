package mcts_test

import (
	"testing"
)

// TestMaxRobustGoesOn: the search goes on until one move has most wins and most visits, and
// no longer than it is told. With few simulations and much exploration they often differ.
func TestMaxRobustGoesOn(t *testing.T) {
	longest := map[string]int{}
	for _, limit := range []string{"0.1", "20"} {
		_, search := adaptive(t, "breakthrough", "mcts:sims=40,leaf=playout,alpha=4,final=max-robust,final-limit="+limit)
		for seed := range uint64(60) {
			longest[limit] = max(longest[limit], search(seed).Simulations)
		}
	}
	if longest["0.1"] != 44 || longest["20"] <= 44 || longest["20"] > 840 {
		t.Errorf("of 40 simulations it goes on for %v at the most", longest)
	}
}
