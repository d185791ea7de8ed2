package adapt

import (
	"math/rand/v2"

	"gambito/bandit"
)

// flat is one bandit over all combinations. Looking at many arms takes long, so that a
// choice holds for a draw for every lookedAt of them.
type flat struct {
	Problem
	r     *rand.Rand
	all   arms
	drawn int
	hold  int
}

const lookedAt = 32

func newFlat(p Problem) Tuner {
	return &flat{Problem: p, r: p.random(), all: arms{list: make([]bandit.Arm, p.combinations())}}
}

// Draw implements Tuner.
func (f *flat) Draw(combination []int) {
	if f.hold--; f.hold < 0 {
		f.drawn = f.all.choose(f.alpha(), f.r)
		f.hold = (len(f.all.list) - 1) / lookedAt
	}
	f.combine(f.drawn, combination)
}

// Learn implements Tuner.
func (f *flat) Learn(reward float64) { f.all.learn(f.drawn, reward) }

// Best implements Tuner.
func (f *flat) Best(combination []int) { f.combine(f.all.best(), combination) }
