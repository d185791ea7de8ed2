package adapt

import "math/rand/v2"

// uniform draws any combination, whatever it has learned: parameters vary and nothing is
// tuned. Its best is the value of the best mean of each parameter.
type uniform struct {
	Problem
	r     *rand.Rand
	drawn []int
	seen  local
}

func newRandom(p Problem) Tuner {
	return &uniform{Problem: p, r: p.random(), drawn: make([]int, len(p.Levels)), seen: p.local()}
}

// Draw implements Tuner.
func (u *uniform) Draw(combination []int) {
	u.uniform(u.drawn, u.r)
	copy(combination, u.drawn)
}

// Learn implements Tuner.
func (u *uniform) Learn(reward float64) { u.seen.learn(u.drawn, reward) }

// Best implements Tuner.
func (u *uniform) Best(combination []int) { u.seen.means(combination) }
