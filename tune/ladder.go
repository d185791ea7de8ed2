package tune

import (
	"context"
	"math"

	"gambito/stats"
	"gambito/tune/optimise"
)

// Rung is an opponent of a ladder.
type Rung struct {
	Agent string         `json:"agent" doc:"Agent spec."`
	Elo   stats.Interval `json:"elo" doc:"Its rating by games against its neighbours, the mean of all being 0, with its 95 % interval."`
}

// calibrate has neighbours on the ladder meet, which tells how far apart they are.
func (s *Study) calibrate(ctx context.Context) ([]Rung, error) {
	set := s.Settings
	if set.Objective != Ladder {
		return nil, nil
	}
	var wanted []trial
	for i := 1; i < len(set.Against); i++ {
		wanted = append(wanted, trial{set.Against[i], i - 1, 0, set.RungPairs})
	}
	results, err := s.play(ctx, s.seedOf(rungSeed), wanted)
	if err != nil {
		return nil, err
	}
	points := make([][]float64, len(set.Against))
	for i := range points {
		points[i] = make([]float64, len(set.Against))
	}
	for i, shares := range results {
		// Who has won or lost all games is so much stronger that nobody can say by how
		// much; a game more, which is drawn, keeps ratings finite.
		won := 2*stats.Mean(shares)*float64(len(shares)) + 0.5
		points[i+1][i], points[i][i+1] = won, float64(2*len(shares)+1)-won
	}
	ratings, err := stats.BradleyTerry(points, stats.Rating{Level: 0.95})
	if err != nil {
		return nil, err
	}
	var rungs []Rung
	for i, text := range set.Against {
		rungs = append(rungs, Rung{text, ratings.Elo[i]})
	}
	return rungs, nil
}

// expected is the share of the points that somebody of a rating makes against all rungs.
func expected(rungs []Rung, elo float64) (share, slope float64) {
	for _, r := range rungs {
		x := stats.EloScore(elo - r.Elo.Estimate)
		share += x / float64(len(rungs))
		slope += x * (1 - x) * math.Ln10 / 400 / float64(len(rungs))
	}
	return share, slope
}

// beyond is how far above the highest and below the lowest rung ratings are told.
const beyond = 1000

// rating is that of somebody who makes a share of the points against all rungs, as many
// games against each: the one that expects it. So it rises with the share alone, and the
// search, which follows the points, follows the ratings.
func rating(rungs []Rung, share float64) float64 {
	low, high := rungs[0].Elo.Estimate, rungs[0].Elo.Estimate
	for _, r := range rungs {
		low, high = min(low, r.Elo.Estimate), max(high, r.Elo.Estimate)
	}
	low, high = low-beyond, high+beyond
	for range 60 {
		middle := (low + high) / 2
		if x, _ := expected(rungs, middle); x < share {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// normal95 is how many standard errors a 95 % interval goes to either side.
const normal95 = 1.959964

// rated is the rating of who made these shares of pairs, with its interval. The ratings
// of the rungs count as known.
func rated(rungs []Rung, shares []float64) stats.Interval {
	score := optimise.ScoreOf(shares)
	of := func(share float64) float64 { return rating(rungs, min(max(share, 0), 1)) }
	return stats.Interval{Estimate: of(score.Mean), Low: of(score.Mean - normal95*score.Error), High: of(score.Mean + normal95*score.Error)}
}

// apart is how much higher one is rated than another by shares of the same pairs.
func apart(rungs []Rung, own, other []float64) stats.Interval {
	a, b := rated(rungs, own).Estimate, rated(rungs, other).Estimate
	_, slopeA := expected(rungs, a)
	_, slopeB := expected(rungs, b)
	sample := make([]float64, len(own)) // what every pair adds, to the first order
	for i := range sample {
		sample[i] = own[i]/slopeA - other[i]/slopeB
	}
	spread, _ := stats.MeanInterval(sample, 0.95)
	half := (spread.High - spread.Low) / 2
	return stats.Interval{Estimate: a - b, Low: a - b - half, High: a - b + half}
}
