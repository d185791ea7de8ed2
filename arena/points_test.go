package arena

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games/kuhn"
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
		for pair := range pairs {
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
				tally.Add(Record{Number: 2*pair + seat, Result: result, Seats: seats})
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

// staked counts a stake of 2 for every d of a line.
type staked struct{ game.Game }

func (staked) Stake(_, line string) float64 { return float64(int(1) << strings.Count(line, "d")) }

// TestGammonsAreTold apart from what a stake makes of single games, and with
// intervals.
func TestGammonsAreTold(t *testing.T) {
	tally := PointTally{Game: staked{}, Paired: true}
	for number, g := range []struct {
		line  string
		score float64
	}{{"d", 2}, {"", 2}, {"dd", 12}, {"dd", 4}, {"d", 1}, {"", -1}, {"d", -4}} {
		tally.Add(Record{Number: number, Moves: g.line, Result: []float64{g.score, -g.score}, Seats: []int{0, 1}})
	}
	r := tally.Result()
	if r.Gammons != [2]int{2, 1} || r.Backgammons != [2]int{1, 0} {
		t.Errorf("gammons %v, backgammons %v", r.Gammons, r.Backgammons)
	}
	if rate := r.GammonRates[0]; rate.Estimate != 2.0/7 || rate.Low <= 0 || rate.High >= 1 || rate.Low >= rate.Estimate {
		t.Errorf("the rate of gammons is %v", rate)
	}
	if again := tally.Result(); *again != *r {
		t.Errorf("the second time the result is %v", again)
	}
	draws := PointTally{}
	for range 3 {
		draws.Add(Record{Result: []float64{0, 0}, Seats: []int{0, 1}})
	}
	if r := draws.Result(); r != nil {
		t.Errorf("of no points the result is %v", r)
	}
}

// TestAmountsDecide: where amounts are won, who wins fewer games and more of them is the
// better one, and there is no Elo.
func TestAmountsDecide(t *testing.T) {
	g := kuhn.New()
	score := NewScore(Match{Game: g, Agents: make([]agent.Spec, 2)})
	for n := range 60 { // two chips twice, one lost four times, and the other way round
		won := []float64{2, -1, 2, -1, -1, -1}[n/2%6]
		seats := []int{n % 2, 1 - n%2}
		result := []float64{won, -won}
		if n%2 == 1 {
			result[0], result[1] = -won, won
		}
		score.Add(Record{Number: n, Result: result, Seats: seats, Moves: "K J"})
	}
	if score.Strength() != nil {
		t.Error("chips have an Elo difference")
	}
	p := score.OfPoints()
	if p.Pairs != 30 || p.PerGame.Estimate != 0 || p.Superiority != 0.5 {
		t.Errorf("even games come to %+v", p)
	}
	for n := 60; n < 72; n++ {
		score.Add(Record{Number: n, Result: []float64{2, -2}, Seats: []int{0, 1}, Moves: "K J"})
	}
	wins := score.Two.Wins
	if p = score.OfPoints(); wins[0] >= wins[1] || p.PerGame.Estimate <= 0 || p.Superiority < 0.85 {
		t.Errorf("with %v games won it comes to %+v", wins, p)
	}
}
