package stats_test

import (
	"fmt"
	"log"

	"gambito/stats"
)

// Wilson's interval of a share holds its level for small numbers too.
func ExampleWilson() {
	share := stats.Wilson(61, 100)
	fmt.Printf("%.1f %% (%.1f to %.1f)\n", 100*share.Estimate, 100*share.Low, 100*share.High)
	// Output: 61.0 % (51.2 to 70.0)
}

// Two games with the same opening and sides swapped are one sample.
func ExamplePairs() {
	pairs := stats.Pairs{3, 10, 60, 20, 7} // by half points: lost both … won both
	score := pairs.Score(0.95)
	fmt.Printf("%.1f %% (%.1f to %.1f) of %d pairs\n", 100*score.Estimate, 100*score.Low, 100*score.High, pairs.Count())
	fmt.Printf("p = %.3f that players who are alike come so far from even\n", pairs.EvenP())
	// Output:
	// 54.5 % (50.4 to 58.6) of 100 pairs
	// p = 0.041 that players who are alike come so far from even
}

// Ratings of three players by the points they made against each other.
func ExampleBradleyTerry() {
	ratings, err := stats.BradleyTerry([][]float64{
		{0, 70, 80},
		{30, 0, 60},
		{20, 40, 0},
	}, stats.Rating{})
	if err != nil {
		log.Fatal(err)
	}
	for i, r := range ratings.Elo {
		fmt.Printf("player %d: %+.0f (%+.0f to %+.0f)\n", i, r.Estimate, r.Low, r.High)
	}
	// Output:
	// player 0: +129 (+91 to +166)
	// player 1: -26 (-60 to +8)
	// player 2: -103 (-139 to -67)
}
