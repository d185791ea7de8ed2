package theory

import "math"

// Floats is a game in floating point, for what goes step by step through many
// strategies.
type Floats struct {
	game    *Game
	payoffs []float64 // as those of the game
}

// Floats is the game so.
func (g *Game) Floats() Floats {
	f := Floats{g, make([]float64, len(g.payoffs))}
	for i, x := range g.payoffs {
		f.payoffs[i], _ = x.Float64()
	}
	return f
}

// Start is a strategy of each player to begin with: near the middle, since in the
// middle itself nothing may move.
func (f Floats) Start() [][]float64 {
	var start [][]float64
	for p := range f.game.Players {
		n := f.game.Size(p)
		x := make([]float64, n)
		for i := range x { // weights 1.3 to 0.7, turned by one for the next player
			k := (i + p) % n
			x[i] = 1 / float64(n)
			if n > 1 {
				x[i] *= 1.3 - 0.6*float64(k)/float64(n-1)
			}
		}
		start = append(start, x)
	}
	return start
}

// Values are what each strategy of a player pays against what the others play.
func (f Floats) Values(player int, strategies [][]float64) []float64 {
	values := make([]float64, f.game.Size(player))
	players := len(f.game.Players)
	profile := make([]int, players)
	for i := range len(f.payoffs) / players {
		weight := 1.0
		for p, s := range profile {
			if p != player {
				weight *= strategies[p][s]
			}
		}
		values[profile[player]] += weight * f.payoffs[i*players+player]
		for p := players - 1; p >= 0; p-- { // the next profile
			if profile[p]++; profile[p] < f.game.Size(p) {
				break
			}
			profile[p] = 0
		}
	}
	return values
}

// Gain is the most that a player could gain by playing otherwise alone: 0 in an
// equilibrium.
func (f Floats) Gain(strategies [][]float64) (most float64) {
	for p := range f.game.Players {
		values := f.Values(p, strategies)
		mean, best := 0.0, math.Inf(-1)
		for i, v := range values {
			mean += strategies[p][i] * v
			best = max(best, v)
		}
		most = max(most, best-mean)
	}
	return most
}

// Dynamics is how strategies change in time: the speed of each probability.
type Dynamics func(f Floats, strategies [][]float64) [][]float64

// Replicator is the replicator dynamics (Taylor and Jonker, 1978): what pays more than
// the mean of its population grows, in proportion to what there is of it.
func Replicator(f Floats, strategies [][]float64) [][]float64 {
	speeds := make([][]float64, len(strategies))
	for p, x := range strategies {
		values := f.Values(p, strategies)
		mean := 0.0
		for i := range x {
			mean += x[i] * values[i]
		}
		speeds[p] = make([]float64, len(x))
		for i := range x {
			speeds[p][i] = x[i] * (values[i] - mean)
		}
	}
	return speeds
}

// BestResponse is the best-response dynamics (Gilboa and Matsui, 1991): everybody goes
// straight to the best reply. Where several are best it goes to their middle.
func BestResponse(f Floats, strategies [][]float64) [][]float64 {
	speeds := make([][]float64, len(strategies))
	for p, x := range strategies {
		best := bestReplies(f.Values(p, strategies))
		speeds[p] = make([]float64, len(x))
		for i := range x {
			speeds[p][i] = -x[i]
		}
		for _, i := range best {
			speeds[p][i] += 1 / float64(len(best))
		}
	}
	return speeds
}

// bestReplies are the strategies of the greatest value, but for rounding.
func bestReplies(values []float64) (list []int) {
	best := math.Inf(-1)
	for _, v := range values {
		best = max(best, v)
	}
	for i, v := range values {
		if v >= best-1e-12*max(1, math.Abs(best)) {
			list = append(list, i)
		}
	}
	return list
}

// Follow goes along the dynamics for so many steps of a length, by the classical method
// of Runge and Kutta, and returns all strategies on the way, the start first.
func (f Floats) Follow(d Dynamics, start [][]float64, length float64, steps int) [][][]float64 {
	path := [][][]float64{start}
	x := start
	for range steps {
		f.game.pulse.feel()
		k1 := d(f, x)
		k2 := d(f, moved(x, k1, length/2))
		k3 := d(f, moved(x, k2, length/2))
		k4 := d(f, moved(x, k3, length))
		next := make([][]float64, len(x))
		for p := range x {
			next[p] = make([]float64, len(x[p]))
			for i := range x[p] {
				next[p][i] = x[p][i] + length/6*(k1[p][i]+2*k2[p][i]+2*k3[p][i]+k4[p][i])
			}
			normalise(next[p])
		}
		x = next
		path = append(path, x)
	}
	return path
}

func moved(x, speed [][]float64, by float64) [][]float64 {
	y := make([][]float64, len(x))
	for p := range x {
		y[p] = make([]float64, len(x[p]))
		for i := range x[p] {
			y[p][i] = x[p][i] + by*speed[p][i]
		}
		normalise(y[p])
	}
	return y
}

// normalise undoes what rounding does to probabilities.
func normalise(x []float64) {
	sum := 0.0
	for i := range x {
		x[i] = max(x[i], 0)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

// Replies is a walk through profiles in which players in turn change to a best reply to
// what the others do, if that pays more.
type Replies struct {
	Profiles []int // numbers; the first is the start
	Movers   []int // who changed, one fewer
	Cycle    int   // the place in Profiles to which the walk came back; -1 if it ended in an equilibrium
}

// Replies walks from a profile until nobody wants to change, or until it was in the
// same place with the same player to choose.
func (g *Game) Replies(start int) Replies {
	r := Replies{Profiles: []int{start}, Cycle: -1}
	type place struct{ profile, turn int }
	seen := map[place]int{}
	profile := g.Profile(start)
	for turn, still := 0, 0; still < len(g.Players); turn = (turn + 1) % len(g.Players) {
		g.pulse.feel()
		at := place{g.index(profile), turn}
		if first, ok := seen[at]; ok && still == 0 {
			r.Cycle = first
			return r
		}
		if still == 0 {
			seen[at] = len(r.Profiles) - 1
		}
		best := profile[turn]
		for own := range g.Size(turn) {
			other := append([]int(nil), profile...)
			other[turn] = own
			now := append([]int(nil), profile...)
			now[turn] = best
			if g.Payoff(turn, other...).Cmp(g.Payoff(turn, now...)) > 0 {
				best = own
			}
		}
		if best == profile[turn] {
			still++
			continue
		}
		profile[turn], still = best, 0
		r.Profiles, r.Movers = append(r.Profiles, g.index(profile)), append(r.Movers, turn)
	}
	return r
}
