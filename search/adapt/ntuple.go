package adapt

import (
	"math"
	"math/rand/v2"

	"gambito/tune/optimise"
)

// ntuple is NTBEA (S. M. Lucas, J. Liu, D. Perez-Liebana, CEC 2018): from the combination
// drawn last it goes to the neighbour that a model of single values and pairs of values likes
// best, with a bonus for what was seen seldom.
type ntuple struct {
	Problem
	r      *rand.Rand
	model  *optimise.Tuples
	at     []int
	mutant []int
	next   []int
	seen   map[int]bool
	hold   int
}

// neighbours is how many the model looks at, which takes so long that the choice then
// holds for some draws.
const (
	neighbours  = 6
	ntupleDraws = 8
)

func newNTuple(p Problem) Tuner {
	n := &ntuple{Problem: p, r: p.random(), model: optimise.NewTuples(p.Levels), seen: map[int]bool{}}
	n.at, n.mutant, n.next = make([]int, len(p.Levels)), make([]int, len(p.Levels)), make([]int, len(p.Levels))
	n.uniform(n.at, n.r)
	return n
}

// Draw implements Tuner.
func (n *ntuple) Draw(combination []int) {
	if n.hold--; n.hold < 0 && n.model.Seen() > 0 {
		n.hold = ntupleDraws - 1
		best, weight := math.Inf(-1), math.Sqrt(n.alpha())
		for range neighbours {
			n.mutate()
			if mean, bonus := n.model.Judge(n.mutant); mean+weight*bonus > best {
				best = mean + weight*bonus
				copy(n.next, n.mutant)
			}
		}
		copy(n.at, n.next)
	}
	copy(combination, n.at)
}

// mutate makes a neighbour, which differs in one parameter or more.
func (n *ntuple) mutate() {
	copy(n.mutant, n.at)
	sure := n.r.IntN(len(n.at))
	for i, levels := range n.Levels {
		if i == sure || n.r.IntN(len(n.at)) == 0 {
			n.mutant[i] = n.r.IntN(levels)
		}
	}
}

// Learn implements Tuner.
func (n *ntuple) Learn(reward float64) {
	n.model.See(n.at)
	n.model.Add(n.at, reward, 1)
	n.seen[n.number(n.at)] = true
}

// Best implements Tuner: of what was drawn, what the model likes best.
func (n *ntuple) Best(combination []int) {
	value := math.Inf(-1)
	c := make([]int, len(n.at))
	for number := range n.combinations() {
		if !n.seen[number] {
			continue
		}
		n.combine(number, c)
		if mean, _ := n.model.Judge(c); mean > value {
			value = mean
			copy(combination, c)
		}
	}
}
