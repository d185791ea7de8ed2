//go:build unix

package mcts_test

import (
	"flag"
	"slices"
	"syscall"
	"testing"
	"time"
)

var overheadRounds = flag.Int("overhead", 5, "measure what draws of values cost over so many rounds")

// TestOverhead measures what it costs to draw values while a search runs, in processor time:
// searches that draw among equal values for every simulation, which changes nothing else, and
// searches that do not, in turn; of the ratios of all rounds the median. With one draw for the
// usual 20 simulations that is a twentieth of it, less than 3 % by every method. What searches
// with that batch take is told beside it, but differs by less than a busy machine's noise.
//
//	go test ./search/mcts -run Overhead -v -overhead 25
func TestOverhead(t *testing.T) {
	for _, c := range []struct{ game, options, drawn string }{
		{"connect4", "mcts:sims=10000,leaf=playout,alpha=1", "alpha:1:1:1:1:1"},
		{"breakthrough", "mcts:sims=4000,leaf=playout,alpha=1,amaf=grave,playout=mast-greedy", "alpha:1:1:1:1:1|amaf-ref:50:50:50:50:50:50|mast-epsilon:0.4:0.4:0.4:0.4:0.4"},
	} {
		for _, method := range []string{"random", "bandit", "he", "nmc", "lsi", "ea", "ntbea", "cma-es"} {
			_, plain := adaptive(t, c.game, c.options)
			_, drawing := adaptive(t, c.game, c.options+",adapt-batch=1,adapt="+method+",adapt-options="+c.drawn)
			_, usual := adaptive(t, c.game, c.options+",adapt="+method+",adapt-options="+c.drawn)
			var costs, ratios []float64
			for range *overheadRounds {
				without := processorTime(func() { plain(1) })
				costs = append(costs, float64(processorTime(func() { drawing(1) }))/float64(without)-1)
				ratios = append(ratios, float64(processorTime(func() { usual(1) }))/float64(without))
			}
			slices.Sort(costs)
			slices.Sort(ratios)
			cost := costs[len(costs)/2]
			t.Logf("%-12s %-6s a draw takes %4.1f %% of a simulation, a twentieth is %4.1f %%; with one for 20 simulations a search takes %.3f of the time", c.game, method, 100*cost, 100*cost/20, ratios[len(ratios)/2])
			if cost/20 > 0.03 {
				t.Errorf("%s: %s takes %.1f %% of 20 simulations for a draw, of at most 3 %%", c.game, method, 100*cost/20)
			}
		}
	}
}

// processorTime is what something takes.
func processorTime(do func()) time.Duration {
	now := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			panic(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := now()
	do()
	return now() - before
}
