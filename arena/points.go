package arena

import (
	"math"

	"gambito/stats"
)

// PointTally sums what the first agent and the second have won in games that
// count more than one point. Games that share their dice are one sample, since
// they are not independent.
type PointTally struct {
	Paired                    bool
	Cube                      bool // points are those of a doubling cube, so that they tell no gammons
	games                     int
	gammons                   [2]int // won, backgammons included
	backgammons               [2]int
	samples, a, b, aa, ab, bb float64
	pendingA, pendingB        float64
	pending                   int
}

// Add counts a finished game.
func (t *PointTally) Add(r Record) {
	if r.Result == nil {
		return
	}
	t.games++
	var won [2]float64
	for seat, score := range r.Result {
		agent := r.Seats[seat]
		won[agent] += max(score, 0)
		if score >= 2 {
			t.gammons[agent]++
		}
		if score >= 3 {
			t.backgammons[agent]++
		}
	}
	t.pendingA, t.pendingB = t.pendingA+won[0], t.pendingB+won[1]
	if t.pending++; t.Paired && t.pending < 2 {
		return
	}
	t.flush()
}

// flush makes a sample of the games since the last.
func (t *PointTally) flush() {
	if t.pending == 0 {
		return
	}
	a, b := t.pendingA, t.pendingB
	t.samples++
	t.a, t.b = t.a+a, t.b+b
	t.aa, t.ab, t.bb = t.aa+a*a, t.ab+a*b, t.bb+b*b
	t.pendingA, t.pendingB, t.pending = 0, 0, 0
}

// PointResult is what the tally comes to for the first agent, with 95 %
// intervals by the normal approximation.
type PointResult struct {
	PerGame     stats.Interval `json:"per_game"`          // won less lost
	Share       stats.Interval `json:"share"`             // of all points won
	Gammons     *[2]int        `json:"gammons,omitempty"` // won by each agent, backgammons included; nil with a cube
	Backgammons *[2]int        `json:"backgammons,omitempty"`
}

// Result returns nil if there are too few games for intervals.
func (t *PointTally) Result() *PointResult {
	t.flush()
	if t.samples < 2 {
		return nil
	}
	// The difference is a mean, the share a ratio of means, whose deviation is
	// that of a − share·(a+b).
	n, total := t.samples, t.a+t.b
	difference := t.a - t.b
	spread := t.aa - 2*t.ab + t.bb - difference*difference/n
	share := t.a / total
	u, v := 1-share, -share
	residual := u*u*t.aa + 2*u*v*t.ab + v*v*t.bb
	unbiased := n / (n - 1)
	r := &PointResult{
		PerGame: around(difference/float64(t.games), math.Sqrt(max(unbiased*spread, 0))/float64(t.games)),
		Share:   around(share, math.Sqrt(max(unbiased*residual, 0))/total),
	}
	r.Share.Low, r.Share.High = max(r.Share.Low, 0), min(r.Share.High, 1)
	if !t.Cube {
		r.Gammons, r.Backgammons = &t.gammons, &t.backgammons
	}
	return r
}

func around(estimate, deviation float64) stats.Interval {
	const z = 1.959964
	return stats.Interval{Estimate: estimate, Low: estimate - z*deviation, High: estimate + z*deviation}
}
