package stats

import (
	"fmt"
	"math"
)

// normalizedUnit turns standard deviations into normalised Elo: near ½ a game
// with σ = ½ then has equal normalised and logistic Elo.
const normalizedUnit = 800 / math.Ln10

// EloDifference is the difference of Elo ratings that expects this score a
// game, 400 log₁₀(s/(1−s)) (A. E. Elo, "The rating of chessplayers", 1978):
// −Inf for 0 and +Inf for 1.
func EloDifference(score float64) float64 {
	if !(score >= 0 && score <= 1) {
		panic(fmt.Sprintf("stats: a score of %g a game", score))
	}
	return 400 / math.Ln10 * (math.Log(score) - math.Log1p(-score))
}

// EloScore is the score a game that a difference of Elo ratings expects,
// 1/(1 + 10^(−d/400)), the inverse of EloDifference.
func EloScore(difference float64) float64 {
	return 1 / (1 + math.Pow(10, -difference/400))
}

func eloOf(score Interval, n int) (i Interval, known bool) {
	if n == 0 || score.Estimate <= 0 || score.Estimate >= 1 {
		return Interval{}, false
	}
	// Scores this close to the ends exist only as rounding.
	const least = 1e-15
	return Interval{
		Estimate: EloDifference(score.Estimate),
		Low:      EloDifference(max(least, score.Low)),
		High:     EloDifference(min(1-least, score.High)),
	}, true
}
