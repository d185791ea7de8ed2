package stats

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

// Superior is the likelihood that the player is the better one; see outcomes.superior.
func (r Results) Superior() float64 { return r.outcomes().superior() }

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

// Superior is the likelihood that the player is the better one, as that of Results.
func (p Pairs) Superior() float64 { return p.outcomes().superior() }

func (p Pairs) outcomes() outcomes { return newOutcomes(p[:]) }
