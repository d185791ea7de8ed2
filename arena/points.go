package arena

import (
	"maps"
	"math"

	"gambito/game"
	"gambito/stats"
)

// PointTally sums what the first agent and the second have won in games that
// count more than one point, in any order. Games that share their dice are one
// sample, since they are not independent.
type PointTally struct {
	Game   game.Game // for what is known of its stakes
	Paired bool

	games       int
	gammons     [2]int // won, backgammons included
	backgammons [2]int
	sums        pointSums
	half        map[int][2]float64 // of pairs of which one game was played
}

// copy shares nothing with a tally, if there is one.
func (t *PointTally) copy() *PointTally {
	if t == nil {
		return nil
	}
	c := *t
	c.half = maps.Clone(t.half)
	return &c
}

// pointSums are those of samples of what both agents won.
type pointSums struct{ samples, a, b, aa, ab, bb float64 }

func (s *pointSums) add(won [2]float64) {
	a, b := won[0], won[1]
	s.samples++
	s.a, s.b = s.a+a, s.b+b
	s.aa, s.ab, s.bb = s.aa+a*a, s.ab+a*b, s.bb+b*b
}

// Add counts a finished game of agents 0 and 1.
func (t *PointTally) Add(r Record) {
	if r.Result != nil {
		t.add(r, r.Seats)
	}
}

// add counts a game; seats has a 0 for the first agent.
func (t *PointTally) add(r Record, seats []int) {
	t.games++
	stake := 1.0
	if g, ok := t.Game.(game.Staked); ok {
		stake = g.Stake(r.Position, r.Moves)
	}
	var won [2]float64
	for seat, score := range r.Result {
		agent := seats[seat]
		won[agent] += max(score, 0)
		if score >= 2*stake {
			t.gammons[agent]++
		}
		if score >= 3*stake {
			t.backgammons[agent]++
		}
	}
	if !t.Paired {
		t.sums.add(won)
		return
	}
	other, ok := t.half[r.Number/2]
	if !ok {
		if t.half == nil {
			t.half = map[int][2]float64{}
		}
		t.half[r.Number/2] = won
		return
	}
	delete(t.half, r.Number/2)
	t.sums.add([2]float64{won[0] + other[0], won[1] + other[1]})
}

// include counts the games of another tally, of whose agents own is this one's
// first.
func (t *PointTally) include(o PointTally, own int) {
	s := o.samples()
	if own == 1 {
		s.a, s.b, s.aa, s.bb = s.b, s.a, s.bb, s.aa
	}
	t.games += o.games
	for i := range 2 {
		t.gammons[i] += o.gammons[i^own]
		t.backgammons[i] += o.backgammons[i^own]
	}
	m := &t.sums
	m.samples, m.a, m.b = m.samples+s.samples, m.a+s.a, m.b+s.b
	m.aa, m.ab, m.bb = m.aa+s.aa, m.ab+s.ab, m.bb+s.bb
}

// samples are all, pairs that lack a game too.
func (t *PointTally) samples() pointSums {
	s := t.sums
	for _, won := range t.half {
		s.add(won)
	}
	return s
}

// PointResult is what the tally comes to for the first agent, with 95 %
// intervals: Wilson's of gammons, by the normal approximation of points.
type PointResult struct {
	Pairs       int               `json:"pairs"`       // of games, from which it comes; 0 if it comes from single games
	PerGame     stats.Interval    `json:"per_game"`    // won less lost
	Superiority float64           `json:"superiority"` // likelihood that the first agent wins more than it loses
	Share       stats.Interval    `json:"share"`       // of all points won
	Gammons     [2]int            `json:"gammons"`     // won by each agent, backgammons included
	Backgammons [2]int            `json:"backgammons"`
	GammonRates [2]stats.Interval `json:"gammon_rates"` // gammons won by each, of all games
}

// Result returns nil if there are too few games for intervals.
func (t *PointTally) Result() *PointResult {
	s := t.samples()
	n, total := s.samples, s.a+s.b
	if n < 2 || total == 0 {
		return nil
	}
	// The difference is a mean, the share a ratio of means, whose deviation is
	// that of a − share·(a+b).
	difference := s.a - s.b
	spread := s.aa - 2*s.ab + s.bb - difference*difference/n
	share := s.a / total
	u, v := 1-share, -share
	residual := u*u*s.aa + 2*u*v*s.ab + v*v*s.bb
	unbiased := n / (n - 1)
	deviation := math.Sqrt(max(unbiased*spread, 0))
	r := &PointResult{
		PerGame: around(difference/float64(t.games), deviation/float64(t.games)), Superiority: likelihood(difference, deviation),
		Share:   around(share, math.Sqrt(max(unbiased*residual, 0))/total),
		Gammons: t.gammons, Backgammons: t.backgammons,
	}
	if int(n) < t.games {
		r.Pairs = int(n)
	}
	r.Share.Low, r.Share.High = max(r.Share.Low, 0), min(r.Share.High, 1)
	for i, gammons := range t.gammons {
		r.GammonRates[i] = stats.Wilson(gammons, t.games)
	}
	return r
}

func around(estimate, deviation float64) stats.Interval {
	const z = stats.Z95
	return stats.Interval{Estimate: estimate, Low: estimate - z*deviation, High: estimate + z*deviation}
}

// likelihood is that of a mean above zero, by the normal approximation.
func likelihood(mean, deviation float64) float64 {
	switch {
	case mean == 0:
		return 0.5
	case deviation == 0 && mean > 0:
		return 1
	case deviation == 0:
		return 0
	}
	return 0.5 * math.Erfc(-mean/deviation/math.Sqrt2)
}
