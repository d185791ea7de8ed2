package theory

import "math/big"

// Security is what each of a player's strategies pays at the worst, whatever the
// others do, and the best of that: the maximin in pure strategies.
type Security struct {
	Worst []*big.Rat // of each strategy
	Level *big.Rat
	Best  []int // the strategies that guarantee it
}

// SecurityOf is that of a player.
func (g *Game) SecurityOf(player int) Security {
	var s Security
	profiles, step := g.against(player)
	for own := range g.Size(player) {
		var worst *big.Rat
		for _, i := range profiles {
			if x := g.PayoffAt(player, i+own*step); worst == nil || x.Cmp(worst) < 0 {
				worst = x
			}
		}
		s.Worst = append(s.Worst, worst)
		if s.Level == nil || worst.Cmp(s.Level) > 0 {
			s.Level, s.Best = worst, nil
		}
		if worst.Cmp(s.Level) == 0 {
			s.Best = append(s.Best, own)
		}
	}
	return s
}

// Pure lists the equilibria in pure strategies, as numbers of profiles: nobody gains by
// choosing otherwise alone. In a game of constant sum they are its saddle points.
func (g *Game) Pure() (profiles []int) {
	stable := make([]bool, g.Profiles())
	for i := range stable {
		stable[i] = true
	}
	for p := range g.Players {
		others, step := g.against(p)
		for _, i := range others {
			best := g.PayoffAt(p, i)
			for own := 1; own < g.Size(p); own++ {
				if x := g.PayoffAt(p, i+own*step); x.Cmp(best) > 0 {
					best = x
				}
			}
			for own := range g.Size(p) {
				if g.PayoffAt(p, i+own*step).Cmp(best) < 0 {
					stable[i+own*step] = false
				}
			}
		}
	}
	for i, ok := range stable {
		if ok {
			profiles = append(profiles, i)
		}
	}
	return profiles
}

// Pareto lists the profiles that no other is better than: none pays a player more
// and nobody less.
func (g *Game) Pareto() (front []int) {
	for i := range g.Profiles() {
		g.pulse.feel()
		dominated := false
		for k := 0; k < g.Profiles() && !dominated; k++ {
			dominated = g.betterForAll(k, i)
		}
		if !dominated {
			front = append(front, i)
		}
	}
	return front
}

// betterForAll reports whether profile a pays nobody less than b and somebody more.
func (g *Game) betterForAll(a, b int) bool {
	more := false
	for p := range g.Players {
		switch c := g.PayoffAt(p, a).Cmp(g.PayoffAt(p, b)); {
		case c < 0:
			return false
		case c > 0:
			more = true
		}
	}
	return more
}
