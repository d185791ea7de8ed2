package stats

import "math"

// normalizedUnit turns standard deviations into normalised Elo, (score − ½)/σ ·
// 800/ln 10 with σ the standard deviation of a game, which measures how many
// games it takes to see the difference, whatever the share of draws (M. Van den
// Bergh, "Comments on normalized Elo", 2020): near ½ a game with σ = ½ then has
// equal normalised and logistic Elo.
const normalizedUnit = 800 / math.Ln10

// EloScore is the score a game that a difference of Elo ratings expects,
// 1/(1 + 10^(−d/400)) (A. E. Elo, "The rating of chessplayers", 1978).
func EloScore(difference float64) float64 {
	return 1 / (1 + math.Pow(10, -difference/400))
}

// EloDifference is the inverse of EloScore: an infinity at 0 and 1.
func EloDifference(score float64) float64 {
	return 400 / math.Ln10 * (math.Log(score) - math.Log1p(-score))
}
