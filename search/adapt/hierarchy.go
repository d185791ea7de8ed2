package adapt

import (
	"math/rand/v2"

	"gambito/bandit"
)

// hierarchy is a tree of bandits: that of the root chooses the first parameter's value,
// the one below that value the second's, and so on (hierarchical expansion: G. Roelofs,
// Pitfalls and Solutions When Using Monte Carlo Tree Search for Strategy and Tactical Games,
// Game AI Pro 3, 2017).
type hierarchy struct {
	Problem
	r     *rand.Rand
	nodes map[int]*arms // by the number of the values above them, see at
	drawn []int
}

func newHierarchy(p Problem) Tuner {
	return &hierarchy{Problem: p, r: p.random(), nodes: map[int]*arms{}, drawn: make([]int, len(p.Levels))}
}

// at is the bandit below the first depth values of a combination.
func (h *hierarchy) at(combination []int, depth int) *arms {
	key := 1
	for i := range depth {
		key = key*h.Levels[i] + combination[i]
	}
	key = key*len(h.Levels) + depth
	node := h.nodes[key]
	if node == nil {
		node = &arms{list: make([]bandit.Arm, h.Levels[depth])}
		h.nodes[key] = node
	}
	return node
}

// Draw implements Tuner.
func (h *hierarchy) Draw(combination []int) {
	for i := range h.drawn {
		h.drawn[i] = h.at(h.drawn, i).choose(h.alpha(), h.r)
	}
	copy(combination, h.drawn)
}

// Learn implements Tuner.
func (h *hierarchy) Learn(reward float64) {
	for i, level := range h.drawn {
		h.at(h.drawn, i).learn(level, reward)
	}
}

// Best implements Tuner.
func (h *hierarchy) Best(combination []int) {
	for i := range combination {
		combination[i] = h.at(combination, i).best()
	}
}
