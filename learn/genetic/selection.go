package genetic

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Scaling turns fitness into how many copies an individual may expect, 1 in the
// mean.
type Scaling string

// The scalings.
const (
	Plain     Scaling = "none"      // in proportion to the fitness; if one is negative, to what is above the least
	Sigma     Scaling = "sigma"     // 1 + (f − mean)/2σ, and 0.1 where that is negative
	Ranking   Scaling = "ranking"   // from 2 − max-copies for the worst to max-copies for the best, in equal steps
	Boltzmann Scaling = "boltzmann" // e^(f/temperature) over its mean; the temperature may fall
)

// Scalings are all of them.
var Scalings = []Scaling{Plain, Sigma, Ranking, Boltzmann}

// temperatureIn is that of Boltzmann scaling by generation: high at first, when many
// shall have children, and low in the end, when the best shall.
func (s Settings) temperatureIn(generation int) float64 {
	if s.Coldest == 0 || s.Generations < 3 {
		return s.Temperature
	}
	share := float64(generation-1) / float64(s.Generations-2) // the first is not bred
	return s.Temperature * math.Pow(s.Coldest/s.Temperature, min(max(share, 0), 1))
}

// expected is the copies by individual, not yet brought to a sum.
func (s Settings) expected(fitness []float64, temperature float64) []float64 {
	n := float64(len(fitness))
	copies := make([]float64, len(fitness))
	mean := 0.0
	for _, f := range fitness {
		mean += f / n
	}
	switch s.Scaling {
	case Sigma:
		variance := 0.0
		for _, f := range fitness {
			variance += (f - mean) * (f - mean) / n
		}
		for i, f := range fitness {
			copies[i] = 1
			if variance > 0 {
				copies[i] += (f - mean) / (2 * math.Sqrt(variance))
			}
			if copies[i] < 0 {
				copies[i] = 0.1
			}
		}
	case Ranking:
		for i, f := range fitness {
			better, equal := 0, 0 // equals share their places
			for _, other := range fitness {
				if other > f {
					better++
				} else if other == f {
					equal++
				}
			}
			place := float64(better) + float64(equal-1)/2
			copies[i] = s.MaxCopies - 2*(s.MaxCopies-1)*place/max(n-1, 1)
		}
	case Boltzmann:
		best := slices.Max(fitness) // the ratio is the same, and nothing overflows
		for i, f := range fitness {
			copies[i] = math.Exp((f - best) / temperature)
		}
	default:
		least := min(slices.Min(fitness), 0)
		for i, f := range fitness {
			copies[i] = f - least
		}
	}
	return copies
}

// byFitness lists individuals, the fittest first, of equals the earlier.
func byFitness(fitness []float64) []int {
	order := make([]int, len(fitness))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fitness[b], fitness[a]) })
	return order
}

// Selection is how parents are drawn.
type Selection string

// The selections. All but the tournament draw by expected copies.
const (
	Roulette           Selection = "roulette"       // each by itself
	RemainderReplacing Selection = "remainder"      // whole copies for sure, then a roulette of what is left over them
	RemainderOnce      Selection = "remainder-once" // likewise, but each gets one more at most
	Universal          Selection = "universal"      // one turn of a wheel with as many hands as parents are needed
	Deterministic      Selection = "deterministic"  // whole copies, then those with most left over them
	Tournament         Selection = "tournament"     // the best of some drawn at random
)

// Selections are all of them.
var Selections = []Selection{Roulette, RemainderReplacing, RemainderOnce, Universal, Deterministic, Tournament}

// parents draws a number of individuals, in random order.
func (s Settings) parents(fitness []float64, count int, temperature float64, r *rand.Rand) []int {
	var chosen []int
	if s.Selection == Tournament {
		for range count {
			chosen = append(chosen, s.tournament(fitness, r))
		}
		return chosen
	}
	copies := s.expected(fitness, temperature)
	sum := 0.0
	for _, c := range copies {
		sum += c
	}
	for i := range copies {
		if sum > 0 {
			copies[i] *= float64(count) / sum
		} else {
			copies[i] = float64(count) / float64(len(copies))
		}
	}
	switch s.Selection {
	case Roulette:
		chosen = roulette(chosen, copies, count, r)
	case Universal:
		chosen = universal(copies, count, r)
	default:
		chosen = s.remainder(copies, count, r)
	}
	r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen
}

// roulette adds individuals until there are count.
func roulette(chosen []int, shares []float64, count int, r *rand.Rand) []int {
	sum := 0.0
	for _, share := range shares {
		sum += share
	}
	for len(chosen) < count {
		at, last := r.Float64()*sum, 0
		for i, share := range shares {
			if share <= 0 {
				continue
			}
			last = i // rounding may leave the ball behind the last share
			if at -= share; at < 0 {
				break
			}
		}
		chosen = append(chosen, last)
	}
	return chosen
}

func universal(copies []float64, count int, r *rand.Rand) (chosen []int) {
	at, sum := r.Float64(), 0.0
	for i, c := range copies {
		for sum += c; at < sum && len(chosen) < count; at++ {
			chosen = append(chosen, i)
		}
	}
	for len(chosen) < count { // rounding has left the last hand behind the end
		chosen = append(chosen, byFitness(copies)[0])
	}
	return chosen
}

// remainder gives everybody the whole part of its copies, and fills up by the
// fractions.
func (s Settings) remainder(copies []float64, count int, r *rand.Rand) (chosen []int) {
	const rounding = 1e-9 // a whole number may have come out just below itself
	fractions := make([]float64, len(copies))
	open := false
	for i, c := range copies {
		whole := math.Floor(c + rounding)
		for range int(whole) {
			if len(chosen) < count {
				chosen = append(chosen, i)
			}
		}
		fractions[i] = max(c-whole, 0)
		open = open || fractions[i] > rounding
	}
	if !open {
		copy(fractions, copies) // nothing is left over, and so nobody is missing but by rounding
	}
	switch s.Selection {
	case RemainderReplacing:
		return roulette(chosen, fractions, count, r)
	case Deterministic:
		for _, i := range byFitness(fractions) {
			if len(chosen) < count {
				chosen = append(chosen, i)
			}
		}
		return chosen
	}
	// Everybody throws for one more copy, in random order, until all places are
	// taken; who has got one throws no more.
	order := r.Perm(len(fractions))
	for len(chosen) < count && len(order) > 0 {
		order = slices.DeleteFunc(order, func(i int) bool {
			if len(chosen) >= count || fractions[i] <= rounding || r.Float64() < fractions[i] {
				if len(chosen) < count && fractions[i] > rounding {
					chosen = append(chosen, i)
				}
				return true
			}
			return false
		})
	}
	return roulette(chosen, copies, count, r)
}

// tournament draws contenders, of whom the best wins with a chance, else the
// second with that chance, and so on.
func (s Settings) tournament(fitness []float64, r *rand.Rand) int {
	contenders := make([]int, s.Contenders)
	for i := range contenders {
		contenders[i] = r.IntN(len(fitness))
	}
	slices.SortStableFunc(contenders, func(a, b int) int { return cmp.Compare(fitness[b], fitness[a]) })
	for _, c := range contenders[:len(contenders)-1] {
		if s.WinChance == 1 || r.Float64() < s.WinChance {
			return c
		}
	}
	return contenders[len(contenders)-1]
}
