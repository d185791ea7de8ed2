package adapt

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"gambito/bandit"
)

// evolution is an evolutionary algorithm: of a population of combinations, each drawn a few
// times a generation, the better ones stay, with what is known of them, and have children in
// place of the others. A child takes each value from one of two parents, or any value with
// a probability of one in as many as there are parameters.
type evolution struct {
	Problem
	r          *rand.Rand
	population []individual
	at, round  int
}

type individual struct {
	values []int
	seen   bandit.Arm
}

// How many combinations there are, how many stay, and how often each is drawn.
const (
	evolutionSize  = 16
	evolutionElite = 4
	evolutionDraws = 2
)

func newEvolution(p Problem) Tuner {
	e := &evolution{Problem: p, r: p.random()}
	for range evolutionSize {
		one := individual{values: make([]int, len(p.Levels))}
		e.uniform(one.values, e.r)
		e.population = append(e.population, one)
	}
	return e
}

// Draw implements Tuner.
func (e *evolution) Draw(combination []int) { copy(combination, e.population[e.at].values) }

// Learn implements Tuner.
func (e *evolution) Learn(reward float64) {
	e.population[e.at].seen.Add(reward)
	if e.at++; e.at < len(e.population) {
		return
	}
	e.at = 0
	if e.round++; e.round == evolutionDraws {
		e.round = 0
		e.breed()
	}
}

func (e *evolution) breed() {
	slices.SortStableFunc(e.population, func(a, b individual) int { return cmp.Compare(b.seen.Mean(), a.seen.Mean()) })
	for i := evolutionElite; i < len(e.population); i++ {
		child := &e.population[i]
		a, b := &e.population[e.r.IntN(evolutionElite)], &e.population[e.r.IntN(evolutionElite)]
		for k, levels := range e.Levels {
			switch {
			case e.r.IntN(len(e.Levels)) == 0:
				child.values[k] = e.r.IntN(levels)
			case e.r.IntN(2) == 0:
				child.values[k] = a.values[k]
			default:
				child.values[k] = b.values[k]
			}
		}
		child.seen = bandit.Arm{}
	}
}

// Best implements Tuner: of those that have stayed, the best mean.
func (e *evolution) Best(combination []int) {
	best := 0
	for i := range e.population {
		x, y := &e.population[i].seen, &e.population[best].seen
		if x.N > evolutionDraws && y.N > 0 && x.Mean() > y.Mean() {
			best = i
		}
	}
	copy(combination, e.population[best].values)
}
