package papers

import (
	"context"
	"fmt"
	"math"

	"gambito/arena"
	"gambito/stats"
)

// gaussians are what figures of the thesis show: the mean of the percentage and its
// deviation, by the games it was measured with. From how many percentages they come is
// not told.
var gaussians = []struct {
	figure          string
	games           int
	mean, deviation float64
}{{"6.1", 1000, 50.625, 1.708}, {"6.2", 80_000, 50.5875, 0.213}, {"6.3", 100_000, 50.5703, 0.1746}}

func runVariance(ctx context.Context, w Workshop) ([]Finding, error) {
	games := map[Scale]int{Smoke: 4000, Quick: 100_000, Full: 1_000_000}[w.Scale]
	scores, err := w.independent(ctx, games)
	if err != nil {
		return nil, err
	}
	points := arena.PointTally{}
	var shares [][2]float64 // points won and lost, by game
	for _, score := range scores {
		points.Add(arena.Record{Seats: []int{0, 1}, Result: []float64{score, -score}})
		shares = append(shares, [2]float64{max(score, 0), max(-score, 0)})
	}
	var findings []Finding
	share := points.Result().Share
	single := 100 * (share.High - share.Low) / (2 * stats.Z95) * math.Sqrt(float64(games)) // deviation of one game's percentage, as it were
	for i, g := range gaussians {
		findings = append(findings, Finding{
			ID: fmt.Sprintf("%d games/mean", g.games), Source: "figure " + g.figure, Unit: "%", Games: games, Published: number(g.mean), Verdict: NotComparable, Note: ownVector,
			Measured: number(100 * share.Estimate), Low: number(100 * share.Low), High: number(100 * share.High),
		})
		findings = append(findings, deviationFindings(i, single, games, shares)...)
	}
	return findings, nil
}

// deviationFindings compare the deviation of the percentage of a figure: that of blocks
// of as many games among those played, if there are several, and that which follows from
// the variance of a game. The deviation of one game's percentage is single, by so many
// games.
func deviationFindings(figure int, single float64, of int, games [][2]float64) []Finding {
	g := gaussians[figure]
	var percentages []float64
	for ; len(games) >= g.games; games = games[g.games:] {
		won, lost := 0.0, 0.0
		for _, score := range games[:g.games] {
			won, lost = won+score[0], lost+score[1]
		}
		percentages = append(percentages, 100*won/(won+lost))
	}
	var findings []Finding
	judged := func(what, note string, n int, i stats.Interval) {
		f := Finding{
			ID: fmt.Sprintf("%d games/%s", g.games, what), Source: "figure " + g.figure, Unit: "% points", Games: n, Note: note,
			Published: number(g.deviation), Measured: number(i.Estimate), Low: number(i.Low), High: number(i.High),
		}
		var also string
		f.Verdict, also = deviationVerdict(g.deviation, i)
		f.Note += also
		findings = append(findings, f)
	}
	if i, known := stats.DeviationInterval(percentages, 0.95); known {
		judged("deviation", fmt.Sprintf("of %d percentages", len(percentages)), len(percentages), i)
	}
	// A deviation of n samples is known to a share of 1/√2n.
	estimate := single / math.Sqrt(float64(g.games))
	half := stats.Z95 * estimate / math.Sqrt(2*float64(of))
	judged("from one game", "from the variance of a game", of, stats.Interval{Estimate: estimate, Low: estimate - half, High: estimate + half})
	return findings
}

// deviationVerdict compares with a published deviation. From how many percentages that
// comes is not told: if it lies outside the interval, one can only say from how many it
// would have to come at the most to be no wonder.
func deviationVerdict(published float64, i stats.Interval) (Verdict, string) {
	if i.Low <= published && published <= i.High {
		return Agrees, ""
	}
	inside := func(repetitions int) bool {
		df := float64(repetitions - 1)
		low := published * math.Sqrt(df/stats.ChiSquaredQuantile(0.975, repetitions-1))
		high := published * math.Sqrt(df/stats.ChiSquaredQuantile(0.025, repetitions-1))
		return low <= i.High && i.Low <= high
	}
	const most = 1000
	n := 1
	for n < most && inside(n+1) {
		n++
	}
	switch n {
	case 1:
		return Differs, "; of however many percentages the published comes, which is not told"
	case most:
		return Agrees, ""
	}
	return NotComparable, fmt.Sprintf("; the published would agree if it came from %d percentages or fewer, which is not told", n)
}
