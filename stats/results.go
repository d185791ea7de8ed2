package stats

import "math"

// Results counts the games of one player: wins, draws and losses.
type Results struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Plus adds two counts.
func (r Results) Plus(o Results) Results {
	return Results{r.Wins + o.Wins, r.Draws + o.Draws, r.Losses + o.Losses}
}

// Games is the number of games.
func (r Results) Games() int { return r.Wins + r.Draws + r.Losses }

// Points counts 1 for a win and ½ for a draw.
func (r Results) Points() float64 { return float64(r.Wins) + float64(r.Draws)/2 }

// Reverse is what the other player sees.
func (r Results) Reverse() Results { return Results{r.Losses, r.Draws, r.Wins} }

// Score estimates the expected points a game, by the profile likelihood; the
// games are taken as independent. Without games it is ½ in [0, 1].
func (r Results) Score(level float64) Interval { return r.outcomes().score(level) }

// Elo is Score as a difference of Elo ratings. Without games, and when every
// game was won or every one lost, no finite difference is known: then known
// is false. Otherwise the bounds are finite.
func (r Results) Elo(level float64) (i Interval, known bool) { return eloOf(r.Score(level), r.Games()) }

// NormalizedElo is (score − ½)/σ · 800/ln 10 with σ the standard deviation of
// a game: it measures how many games it takes to see the difference, whatever
// the share of draws (M. Van den Bergh, "Comments on normalized Elo", 2020).
// Results all alike have no σ: then known is false.
func (r Results) NormalizedElo() (elo float64, known bool) { return r.outcomes().normalizedElo(1) }

// LOS is the likelihood of superiority, the probability that this player is
// the stronger one given the decided games, by the usual normal approximation
// Φ((wins − losses)/√(wins + losses)); ½ without decided games.
func (r Results) LOS() float64 {
	if r.Wins+r.Losses == 0 {
		return 0.5
	}
	return normalCDF(float64(r.Wins-r.Losses) / math.Sqrt(float64(r.Wins+r.Losses)))
}

func (r Results) outcomes() outcomes {
	return newOutcomes([]int{r.Losses, r.Draws, r.Wins})
}

// Pairs counts pairs of games, two from the same opening (or with the same
// dice) with sides swapped, by the points that one player made in both:
// element i counts the pairs with i half points, from 0 to 4. The games of a
// pair depend on each other, the pairs do not: intervals from pairs hold their
// level, and are narrower than those from single games where openings differ
// in fairness.
type Pairs [5]int

// Plus adds two counts.
func (p Pairs) Plus(o Pairs) Pairs {
	for i := range p {
		p[i] += o[i]
	}
	return p
}

// Count is the number of pairs.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Points counts 1 for a win and ½ for a draw.
func (p Pairs) Points() float64 { return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / 2 }

// Reverse is what the other player sees.
func (p Pairs) Reverse() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// Score estimates the expected points a game, as Results.Score does.
func (p Pairs) Score(level float64) Interval { return p.outcomes().score(level) }

// Elo is Score as a difference of Elo ratings, as Results.Elo is.
func (p Pairs) Elo(level float64) (i Interval, known bool) { return eloOf(p.Score(level), p.Count()) }

// NormalizedElo is that of Results, with σ = √2 times the standard deviation
// of a pair's mean: equal to it when the games of a pair are independent.
func (p Pairs) NormalizedElo() (elo float64, known bool) { return p.outcomes().normalizedElo(2) }

// LOS is the likelihood of superiority, Φ((s − ½)/(σ/√n)) with s and σ mean
// and standard deviation of a pair's score. Where σ is 0 it is ½ without pairs
// or with all pairs even, and 0 or 1 otherwise.
func (p Pairs) LOS() float64 {
	o := p.outcomes()
	mean, variance := o.moments()
	if variance == 0 {
		return 0.5 + 0.5*float64(sign(mean-0.5))
	}
	return normalCDF((mean - 0.5) * math.Sqrt(o.total()/variance))
}

func (p Pairs) outcomes() outcomes { return newOutcomes(p[:]) }

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
