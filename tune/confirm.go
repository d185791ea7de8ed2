package tune

import (
	"context"
	"math"

	"gambito/stats"
)

// Confirmed is what the winner is worth, by what decided nothing before.
type Confirmed struct {
	Against    string          `json:"against" doc:"Whom the winner has met, or is compared with."`
	Pairs      stats.Pairs     `json:"pairs" doc:"Pairs of games by the half points that the winner made in both, from 0 to 4; questions by 2 and half the points of the winner more than of the other; zeros for a ladder."`
	Score      stats.Interval  `json:"score" doc:"Share of the points with its 95 % interval: of games, of moves that keep the outcome, or 1 less half of the regret."`
	Other      *stats.Interval `json:"other,omitempty" doc:"The same of the other, by the same questions or opponents, if both have not met."`
	Difference *stats.Interval `json:"difference,omitempty" doc:"How much more the winner has: of the share, or, on a ladder, Elo, with its 95 % interval."`
	Elo        *stats.Interval `json:"elo,omitempty" doc:"Objective ladder: rating of the winner with its 95 % interval, the rungs taken as known."`
	OtherElo   *stats.Interval `json:"other_elo,omitempty" doc:"Objective ladder: that of the other."`
	P          float64         `json:"p" doc:"Probability of a result as far from even, or farther, if both are equally good."`
}

// confirm tells what the winner is worth.
func (s *Study) confirm(ctx context.Context, winner string, rungs []Rung) (c Confirmed, err error) {
	c.Against = s.Settings.Confirm.Against
	if s.Settings.Objective == Points {
		results, err := s.play(ctx, s.seedOf(confirmSeed), []trial{{winner, confirming, 0, s.Settings.Confirm.Pairs}})
		if err != nil {
			return c, err
		}
		for _, share := range results[0] {
			c.Pairs[int(4*share)]++
		}
		c.Score, c.P = c.Pairs.Score(0.95), c.Pairs.EvenP()
		return c, nil
	}
	own, other, err := s.beside(ctx, winner, c.Against)
	if err != nil {
		return c, err
	}
	if s.Settings.Objective == Ladder {
		return c.onLadder(rungs, own, other)
	}
	return c.ofQuestions(own, other), nil
}

// beside puts two agents to the same test. What comes of it are their shares, sample by
// sample, in the mean over all opponents.
func (s *Study) beside(ctx context.Context, a, b string) (own, other []float64, err error) {
	var wanted []trial
	for _, text := range []string{a, b} {
		for rival := range s.Settings.rivals() {
			wanted = append(wanted, trial{text, rival, 0, s.Settings.Confirm.Pairs})
		}
	}
	results, err := s.play(ctx, s.seedOf(confirmSeed), wanted)
	if err != nil {
		return nil, nil, err
	}
	n := s.Settings.rivals()
	return averaged(results[:n]), averaged(results[n:]), nil
}

// averaged are the means of samples, number by number.
func averaged(results [][]float64) []float64 {
	mean := make([]float64, len(results[0]))
	for _, of := range results {
		for i, x := range of {
			mean[i] += x / float64(len(results))
		}
	}
	return mean
}

// onLadder compares by what was won against all rungs.
func (c Confirmed) onLadder(rungs []Rung, own, other []float64) (Confirmed, error) {
	score, _ := stats.MeanInterval(own, 0.95)
	beside, _ := stats.MeanInterval(other, 0.95)
	elo, otherElo, difference := rated(rungs, own), rated(rungs, other), apart(rungs, own, other)
	c.Score, c.Other, c.Elo, c.OtherElo, c.Difference = score, &beside, &elo, &otherElo, &difference
	quarters := func(shares []float64) (list []float64) { // whole, so that equal differences are equal
		for _, x := range shares {
			list = append(list, math.Round(4*x*float64(len(rungs))))
		}
		return list
	}
	test, err := stats.Wilcoxon(quarters(own), quarters(other), stats.DropZeros)
	c.P = test.P
	return c, err
}

// ofQuestions compares answers to the same questions.
func (c Confirmed) ofQuestions(own, other []float64) Confirmed {
	for i := range own {
		c.Pairs[2+int(2*(own[i]-other[i]))]++
	}
	beside := marked(other)
	even := c.Pairs.Score(0.95)
	difference := stats.Interval{Estimate: 2*even.Estimate - 1, Low: 2*even.Low - 1, High: 2*even.High - 1}
	c.Score, c.Other, c.Difference, c.P = marked(own), &beside, &difference, c.Pairs.EvenP()
	return c
}

// marked is the share of the points of marks.
func marked(shares []float64) stats.Interval {
	var r stats.Results
	for _, x := range shares {
		switch x {
		case 1:
			r.Wins++
		case 0:
			r.Losses++
		default:
			r.Draws++
		}
	}
	return r.Score(0.95)
}
