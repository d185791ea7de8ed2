package lab

import (
	"math/rand/v2"

	"gambito/bandit"
)

// player lets a policy pull the arms of a problem.
type player interface {
	// begin forgets what was before. Arm k pays by laws[k] and the stream
	// bases[k]: its n-th pull, n = 1, 2, …, gets the bits mix(base + n·golden).
	begin(problem Problem, bases []uint64, random *rand.Rand)

	// play goes on until so many pulls have been made in all.
	play(rounds int)

	// arms is what has been seen of each arm.
	arms() []bandit.Arm
}

// indexed plays a bandit.Policy. Each arm is pulled once first.
type indexed struct {
	policy bandit.Policy
	pulled
}

func (p *indexed) play(rounds int) {
	for ; p.total < min(rounds, len(p.problem)); p.total++ {
		p.pull(p.total)
	}
	for ; p.total < rounds; p.total++ {
		p.pull(p.policy.Select(p.seen, bandit.Context{Total: p.total, K: len(p.seen)}, p.random))
	}
}

// weighted plays a bandit.Weighted.
type weighted struct {
	policy  bandit.Weighted
	weights []float64
	pulled
}

func (p *weighted) begin(problem Problem, bases []uint64, random *rand.Rand) {
	p.pulled.begin(problem, bases, random)
	p.weights = resized(p.weights, len(problem))
	clear(p.weights)
}

func (p *weighted) play(rounds int) {
	for ; p.total < rounds; p.total++ {
		arm, probability := p.policy.Choose(p.weights, p.random)
		p.policy.Learn(p.weights, arm, probability, p.pull(arm))
	}
}

// pulled is a problem and what has been seen of its arms.
type pulled struct {
	problem Problem
	bases   []uint64
	random  *rand.Rand
	seen    []bandit.Arm
	total   int
}

func (p *pulled) begin(problem Problem, bases []uint64, random *rand.Rand) {
	p.problem, p.bases, p.random, p.total = problem, bases, random, 0
	p.seen = resized(p.seen, len(problem))
	for i := range p.seen {
		p.seen[i] = bandit.Arm{Prior: 1 / float32(len(problem))}
	}
}

func (p *pulled) pull(arm int) float64 {
	a := &p.seen[arm]
	reward := p.problem[arm].Reward(mix(p.bases[arm] + uint64(a.N+1)*golden))
	a.Add(reward)
	return reward
}

func (p *pulled) arms() []bandit.Arm { return p.seen }

// resized is s with a length, and with its old memory where that is enough.
func resized[T any](s []T, length int) []T {
	if cap(s) < length {
		return make([]T, length)
	}
	return s[:length]
}
