package optimise

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"gambito/stats"
)

var (
	tableSeeds = flag.Int("table", 0, "print the table of methods of docs/tuning.md, over so many seeds")
	tableFrom  = flag.Int("from", 1, "the first of these seeds")
)

// TestTable prints how far below the top of known functions methods end, in hundredths of
// the points, with 95 % intervals over seeds:
//
//	go test ./tune/optimise -run Table -v -table 20
func TestTable(t *testing.T) {
	if *tableSeeds < 2 {
		t.Skip("it prints a table if -table says over how many seeds")
	}
	for _, method := range []string{"random", "halton", "cross-entropy", "spsa", "spsa:step=rprop", "cma-es", "ntbea", "bayes:candidates=40,batch=12"} {
		row := fmt.Sprintf("| `%s` |", method)
		for _, name := range []string{"four numbers", "mixed"} {
			var losses []float64
			for seed := range *tableSeeds {
				h := hills[name]
				losses = append(losses, 100*(h.top-climb(t, h, method, "none", 20, 120*20, uint64(seed+*tableFrom))))
			}
			interval, _ := stats.MeanInterval(losses, 0.95)
			row += fmt.Sprintf(" %.1f ± %.1f |", interval.Estimate, math.Abs(interval.High-interval.Low)/2)
		}
		t.Log(row)
	}
}
