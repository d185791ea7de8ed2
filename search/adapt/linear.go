package adapt

import (
	"math"
	"math/rand/v2"
	"slices"

	"gambito/bandit"
)

// linear uses linear side information (A. Shleyfman, A. Komenda and C. Domshlak, On
// Combinatorial Actions and CMABs with Linear Side Information, ECAI 2014). First every
// value of every parameter is tried equally often, the others at random. Then combinations
// are made of values that did well, value by value with probabilities that fall by a factor
// e with every standard error below the best, and meet in a knockout: the better half goes
// on. The winner is drawn from then on.
type linear struct {
	Problem
	r          *rand.Rand
	drawn      []int
	each       local
	turn       int // of the values, while they are tried
	candidates [][]int
	scores     []bandit.Arm
	at, left   int // which candidate, and draws of this round
}

// How often every value is tried, how many combinations meet, and draws of a round.
const (
	linearTries      = 10
	linearCandidates = 16
	linearRound      = 48
)

func newLinear(p Problem) Tuner {
	return &linear{Problem: p, r: p.random(), drawn: make([]int, len(p.Levels)), each: p.local()}
}

// Draw implements Tuner.
func (l *linear) Draw(combination []int) {
	switch {
	case l.candidates == nil:
		l.uniform(l.drawn, l.r)
		value := l.turn
		for i, levels := range l.Levels {
			if value < levels {
				l.drawn[i] = value
				break
			}
			value -= levels
		}
	default:
		copy(l.drawn, l.candidates[l.at])
	}
	copy(combination, l.drawn)
}

// Learn implements Tuner.
func (l *linear) Learn(reward float64) {
	l.each.learn(l.drawn, reward)
	if l.candidates == nil {
		values := 0
		for _, levels := range l.Levels {
			values += levels
		}
		if l.turn = (l.turn + 1) % values; l.each[0].pulls >= linearTries*values {
			l.generate()
		}
		return
	}
	if len(l.candidates) == 1 {
		return
	}
	l.scores[l.at].Add(reward)
	l.at = (l.at + 1) % len(l.candidates)
	if l.left--; l.left <= 0 && l.at == 0 {
		l.halve()
	}
}

// generate makes the combinations that meet.
func (l *linear) generate() {
	weights := make([][]float64, len(l.Levels))
	for i := range weights {
		means, best := make([]float64, l.Levels[i]), math.Inf(-1)
		for k := range means {
			means[k] = l.each[i].list[k].Mean()
			best = max(best, means[k])
		}
		for k, mean := range means {
			e := math.Sqrt(0.25 / float64(l.Batch*int(l.each[i].list[k].N)))
			weights[i] = append(weights[i], math.Exp((mean-best)/e))
		}
	}
	for range 20 * linearCandidates {
		c := make([]int, len(l.Levels))
		for i := range c {
			c[i] = drawn(weights[i], l.r)
		}
		if !slices.ContainsFunc(l.candidates, func(o []int) bool { return slices.Equal(o, c) }) {
			l.candidates = append(l.candidates, c)
		}
		if len(l.candidates) == linearCandidates {
			break
		}
	}
	l.scores, l.left, l.at = make([]bandit.Arm, len(l.candidates)), linearRound, 0
}

// drawn is a number by its weight.
func drawn(weights []float64, r *rand.Rand) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	x := r.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// halve keeps the better half.
func (l *linear) halve() {
	order := make([]int, len(l.candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(math.Copysign(1, l.scores[b].Mean()-l.scores[a].Mean()))
	})
	order = order[:(len(order)+1)/2]
	candidates, scores := make([][]int, len(order)), make([]bandit.Arm, len(order))
	for i, k := range order {
		candidates[i], scores[i] = l.candidates[k], l.scores[k]
	}
	l.candidates, l.scores, l.left, l.at = candidates, scores, linearRound, 0
}

// Best implements Tuner.
func (l *linear) Best(combination []int) {
	if l.candidates == nil {
		l.each.means(combination)
		return
	}
	best := 0
	for i := range l.scores {
		if l.scores[i].N > 0 && l.scores[best].N > 0 && l.scores[i].Mean() > l.scores[best].Mean() {
			best = i
		}
	}
	copy(combination, l.candidates[best])
}
