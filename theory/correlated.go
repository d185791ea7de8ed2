package theory

import "math/big"

// Correlated is a correlated equilibrium (Aumann, 1974): somebody draws a profile with
// these probabilities and tells each player its own strategy, and nobody gains by
// choosing another. Among all it is one that pays all players together the most.
type Correlated struct {
	Probabilities []*big.Rat // by profile
	Payoffs       []*big.Rat // by player
}

// maxCorrelated is the size of games, in profiles, up to which the linear programme is
// solved, with a variable for each.
const maxCorrelated = 64

// Correlated solves the linear programme: the probabilities are not negative and sum to
// one, and for each player and each two of its strategies what it would gain by the second
// wherever it is told the first is at most nothing.
func (g *Game) Correlated() Correlated {
	var rows [][]*big.Rat
	for p := range g.Players {
		others, step := g.against(p)
		for told := range g.Size(p) {
			for other := range g.Size(p) {
				if other == told {
					continue
				}
				row := zeros(g.Profiles())
				for _, i := range others {
					row[i+told*step].Sub(g.PayoffAt(p, i+other*step), g.PayoffAt(p, i+told*step))
				}
				rows = append(rows, row)
			}
		}
	}
	// With all payoffs positive the greatest sum has probabilities that sum to one, as
	// long as they may not sum to more: equilibria may be scaled.
	rows = append(rows, ones(g.Profiles()))
	limits := zeros(len(rows))
	limits[len(rows)-1].SetInt64(1)
	welfare, least := make([]*big.Rat, g.Profiles()), new(big.Rat)
	for i := range welfare {
		welfare[i] = new(big.Rat)
		for p := range g.Players {
			welfare[i].Add(welfare[i], g.PayoffAt(p, i))
		}
		if welfare[i].Cmp(least) < 0 {
			least = welfare[i]
		}
	}
	shift := new(big.Rat).Sub(big.NewRat(1, 1), least)
	for i := range welfare {
		welfare[i] = new(big.Rat).Add(welfare[i], shift)
	}
	c := Correlated{Probabilities: maximise(rows, limits, welfare, g.pulse).x}
	product := new(big.Rat)
	for p := range g.Players {
		sum := new(big.Rat)
		for i, x := range c.Probabilities {
			sum.Add(sum, product.Mul(x, g.PayoffAt(p, i)))
		}
		c.Payoffs = append(c.Payoffs, sum)
	}
	return c
}

func zeros(n int) []*big.Rat {
	list := make([]*big.Rat, n)
	for i := range list {
		list[i] = new(big.Rat)
	}
	return list
}
