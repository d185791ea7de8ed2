package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPointIntervals checks by simulation that intervals hold what they are to
// hold about 95 times of 100, also where the games of a pair go alike.
func TestPointIntervals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const repetitions, pairs = 1000, 200
	// Of 10 games the first agent wins 6: 4 single, 2 gammons; the other 4: 3
	// single and a backgammon.
	scores := []float64{1, 1, 1, 1, 2, 2, -1, -1, -1, -3}
	const perGame, share = 0.2, 8.0 / 14
	held := [2]int{}
	for range repetitions {
		tally := PointTally{Paired: true}
		for range pairs {
			luck := r.IntN(len(scores))
			for seat := range 2 {
				if r.IntN(2) == 0 { // the games of a pair are alike now and then
					luck = r.IntN(len(scores))
				}
				result := []float64{scores[luck], -scores[luck]}
				seats := []int{0, 1}
				if seat == 1 {
					result[0], result[1], seats = result[1], result[0], []int{1, 0}
				}
				tally.Add(Record{Result: result, Seats: seats})
			}
		}
		result := tally.Result()
		if result.PerGame.Low <= perGame && perGame <= result.PerGame.High {
			held[0]++
		}
		if result.Share.Low <= share && share <= result.Share.High {
			held[1]++
		}
	}
	for i, n := range held {
		if math.Abs(float64(n)/repetitions-0.95) > 0.025 {
			t.Errorf("interval %d holds the truth %d times of %d", i, n, repetitions)
		}
	}
}

// TestShareStaysWithinAll: few games make wide intervals, of shares none beyond
// nothing and all.
func TestShareStaysWithinAll(t *testing.T) {
	tally := PointTally{}
	for _, score := range []float64{2, 1, 1, 2, -1} {
		tally.Add(Record{Result: []float64{score, -score}, Seats: []int{0, 1}})
	}
	if share := tally.Result().Share; share.Low < 0 || share.High > 1 {
		t.Errorf("the share is %v", share)
	}
}
