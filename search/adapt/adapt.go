// Package adapt chooses values of a search's parameters while it runs: a Tuner draws a
// combination, one value of each parameter, is told what simulations with it came to, and
// draws again. Which parameters these are it does not know. C. F. Sironi, J. Liu and M. H. M.
// Winands, Self-Adaptive Monte Carlo Tree Search in General Game Playing (IEEE Transactions
// on Games 12, 2020) compare most of these methods; each has a file.
//
//	random.go     any combination: the baseline
//	flat.go       every combination is an arm of one bandit
//	hierarchy.go  a tree of bandits, one parameter after another
//	naive.go      a bandit for each parameter, and one for combinations: naive Monte Carlo
//	linear.go     linear side information: each parameter alone, then a knockout
//	evolution.go  the better combinations have children
//	ntuple.go     NTBEA, with the model of package optimise
//	normal.go     CMA-ES, that of package optimise
package adapt

import (
	"fmt"
	"math/rand/v2"

	"gambito/bandit"
	"gambito/spec"
)

// Tuner draws combinations and learns what they were worth. It belongs to one goroutine,
// and what it draws depends on its seed and on what it was told alone.
type Tuner interface {
	// Draw fills in the number of a value for every parameter.
	Draw(combination []int)

	// Learn is told the mean reward, from 0 to 1, of simulations with the latest
	// combination. Draw and Learn take turns.
	Learn(reward float64)

	// Best fills in the combination that is thought to be the best so far.
	Best(combination []int)
}

// Problem is what a Tuner knows of what it tunes.
type Problem struct {
	Levels []int // how many values each parameter has, at least one
	Batch  int   // simulations for a draw, from which the noise of rewards follows
	Seed   uint64
}

// Methods make tuners by their names.
var Methods = []struct {
	Name  string
	About string
	New   func(Problem) Tuner
}{
	{"random", "any combination at random, the baseline", newRandom},
	{"bandit", "every combination is an arm of one bandit", newFlat},
	{"he", "hierarchical expansion: a bandit for the first parameter, below each of its values one for the second", newHierarchy},
	{"nmc", "naive Monte Carlo: a bandit for each parameter and one for combinations", newNaive},
	{"lsi", "linear side information: parameters one by one, then a knockout of likely combinations", newLinear},
	{"ea", "an evolutionary algorithm", newEvolution},
	{"ntbea", "N-tuple bandit evolution: neighbours that a model of values and pairs of values likes", newNTuple},
	{"cma-es", "a normal distribution that takes on the shape of the slope", newNormal},
}

// Names are those of the methods.
func Names() (names []string) {
	for _, m := range Methods {
		names = append(names, m.Name)
	}
	return names
}

// Most is how many combinations there may be.
const Most = 1 << 16

// New makes the tuner of a name.
func New(name string, p Problem) (Tuner, error) {
	count := 1
	for _, levels := range p.Levels {
		if count *= levels; count > Most || levels < 1 {
			return nil, fmt.Errorf("there may be 1 to %d combinations of values", Most)
		}
	}
	for _, m := range Methods {
		if m.Name == name {
			p.Batch = max(p.Batch, 1)
			return m.New(p), nil
		}
	}
	return nil, fmt.Errorf("unknown method %q %s", name, spec.Suggest(name, Names()))
}

func (p Problem) random() *rand.Rand { return rand.New(rand.NewPCG(p.Seed, 0x6164617074)) }

// alpha weighs the exploration of bandits: twice the variance that the mean of a batch of
// rewards between 0 and 1 has at most.
func (p Problem) alpha() float64 { return 0.5 / float64(p.Batch) }

// number is that of a combination, and combine its inverse.
func (p Problem) number(combination []int) int {
	n := 0
	for i, level := range combination {
		n = n*p.Levels[i] + level
	}
	return n
}

func (p Problem) combine(n int, combination []int) {
	for i := len(p.Levels) - 1; i >= 0; i-- {
		combination[i] = n % p.Levels[i]
		n /= p.Levels[i]
	}
}

func (p Problem) combinations() int {
	count := 1
	for _, levels := range p.Levels {
		count *= levels
	}
	return count
}

// uniform draws any combination.
func (p Problem) uniform(combination []int, r *rand.Rand) {
	for i, levels := range p.Levels {
		combination[i] = r.IntN(levels)
	}
}

// arms is a bandit.
type arms struct {
	list   []bandit.Arm
	pulls  int
	opened int // how many arms were pulled
}

// choose returns an arm that was never pulled, any of them, or what UCB says.
func (a *arms) choose(alpha float64, r *rand.Rand) int {
	if a.opened < len(a.list) {
		return a.fresh(r)
	}
	return bandit.UCB{Alpha: alpha}.Select(a.list, bandit.Context{Total: a.pulls, K: len(a.list)}, nil)
}

// greedy returns an arm that was never pulled, any of them, else the one of the best mean
// but, with a probability of epsilon, any.
func (a *arms) greedy(epsilon float64, r *rand.Rand) int {
	if a.opened < len(a.list) {
		return a.fresh(r)
	}
	if r.Float64() < epsilon {
		return r.IntN(len(a.list))
	}
	return a.highest()
}

// highest is the arm of the best mean of those that were pulled.
func (a *arms) highest() int {
	best, mean := 0, -1.0
	for i := range a.list {
		if arm := &a.list[i]; arm.N > 0 && arm.Mean() > mean {
			best, mean = i, arm.Mean()
		}
	}
	return best
}

func (a *arms) fresh(r *rand.Rand) (choice int) {
	count := uint32(0)
	for i := range a.list {
		if a.list[i].N == 0 {
			if count++; r.Uint32N(count) == 0 {
				choice = i
			}
		}
	}
	return choice
}

func (a *arms) learn(arm int, reward float64) {
	if a.list[arm].N == 0 {
		a.opened++
	}
	a.list[arm].Add(reward)
	a.pulls++
}

// best is the arm that was pulled most, of equal ones that of the better mean.
func (a *arms) best() int {
	best := 0
	for i := range a.list {
		x, y := &a.list[i], &a.list[best]
		if x.N > y.N || x.N == y.N && x.Sum > y.Sum {
			best = i
		}
	}
	return best
}

// local is a bandit for each parameter.
type local []arms

func (p Problem) local() local {
	l := make(local, len(p.Levels))
	for i, levels := range p.Levels {
		l[i].list = make([]bandit.Arm, levels)
	}
	return l
}

func (l local) learn(combination []int, reward float64) {
	for i, level := range combination {
		l[i].learn(level, reward)
	}
}

// means fills in the value of the best mean of every parameter.
func (l local) means(combination []int) {
	for i := range l {
		combination[i] = l[i].highest()
	}
}
