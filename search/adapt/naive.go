package adapt

import (
	"math/rand/v2"

	"gambito/bandit"
)

// naive is naive Monte Carlo (S. Ontañón, The Combinatorial Multi-Armed Bandit Problem and
// its Application to Real-Time Strategy Games, AIIDE 2013): most draws take each parameter's
// value from a bandit of its own, as if parameters had nothing to do with each other; the
// others come from a bandit over the combinations that were drawn so.
//
// The bandits of parameters are ε-greedy as Ontañón's are, each by a coin of its own. Rules
// without chance, such as UCB, would not do: all of them see the same rewards, so that
// parameters with equally many values would go through them in step for good and most
// combinations would never be drawn.
type naive struct {
	Problem
	r       *rand.Rand
	each    local
	all     arms
	numbers []int       // of the combinations of all
	known   map[int]int // and their inverse
	drawn   []int
	arm     int
}

// explored is the probability of a draw value by value, and strayed that of any value of a
// parameter there.
const (
	explored = 0.75
	strayed  = 0.25
)

func newNaive(p Problem) Tuner {
	return &naive{Problem: p, r: p.random(), each: p.local(), known: map[int]int{}, drawn: make([]int, len(p.Levels))}
}

// Draw implements Tuner.
func (n *naive) Draw(combination []int) {
	if len(n.numbers) > 0 && n.r.Float64() >= explored {
		n.arm = n.all.choose(n.alpha(), n.r)
		n.combine(n.numbers[n.arm], n.drawn)
	} else {
		for i := range n.drawn {
			n.drawn[i] = n.each[i].greedy(strayed, n.r)
		}
		n.arm = n.armOf(n.number(n.drawn))
	}
	copy(combination, n.drawn)
}

// armOf is the arm of a combination, a new one if it was not drawn before.
func (n *naive) armOf(number int) int {
	arm, ok := n.known[number]
	if !ok {
		arm = len(n.numbers)
		n.known[number] = arm
		n.numbers = append(n.numbers, number)
		n.all.list = append(n.all.list, bandit.Arm{})
	}
	return arm
}

// Learn implements Tuner.
func (n *naive) Learn(reward float64) {
	n.each.learn(n.drawn, reward)
	n.all.learn(n.arm, reward)
}

// Best implements Tuner.
func (n *naive) Best(combination []int) {
	if len(n.numbers) > 0 {
		n.combine(n.numbers[n.all.best()], combination)
	}
}
