package lab

import (
	"fmt"
	"math/rand/v2"

	"gambito/bandit"
)

// Walk is one run of one problem, pull by pull: it shows what a policy knows and
// compares before every one. It makes the very pulls that an experiment counts.
type Walk struct {
	Problem Problem

	policy  any
	pcg     *rand.PCG
	random  *rand.Rand
	weights []float64 // of a bandit.Weighted
	gaps    []float64
	best    float64
	pulled
	paid, regret float64
}

// Pull is a pull, and what was known before it.
type Pull struct {
	Arm    int
	Reward float64

	// Seen is what had been seen of the arms.
	Seen []bandit.Arm

	// Terms are what the policy compared, nil while each arm is pulled for the first
	// time, one after the other. Of a bandit.Weighted they are probabilities.
	Terms []bandit.Terms

	Expected float64 // regret Σ Δᵢ over the pulls so far, this one included
	Realised float64 // regret T μ* − Σ X
}

// Walk begins a run of a problem, both counted from 0, as an entrant plays it.
func (e *Experiment) Walk(entrant, problem, run int) (*Walk, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	if entrant < 0 || entrant >= len(e.Entrants) || problem < 0 || problem >= e.Problems || run < 0 || run >= e.Runs {
		return nil, fmt.Errorf("run %d of problem %d: there are %d problems of %d runs", run+1, problem+1, e.Problems, e.Runs)
	}
	arms := e.Source.Problem(e.Seed, e.First+problem)
	stream := e.stream(len(arms), e.First+problem, run)
	bases := make([]uint64, len(arms))
	setBases(bases, stream)
	w := &Walk{
		Problem: arms, policy: e.Entrants[entrant].Policy, pcg: rand.NewPCG(stream, policyStream),
		weights: make([]float64, len(arms)), gaps: arms.Gaps(), best: arms.Best(),
	}
	w.random = rand.New(w.pcg)
	w.begin(arms, bases, w.random)
	return w, nil
}

// Next makes the pull that the policy chooses.
func (w *Walk) Next() Pull {
	terms := w.Terms()
	switch p := w.policy.(type) {
	case bandit.Weighted:
		arm, probability := p.Choose(w.weights, w.random)
		pull := w.make(arm, terms)
		p.Learn(w.weights, arm, probability, pull.Reward)
		return pull
	case bandit.Policy:
		if w.total < len(w.seen) {
			return w.make(w.total, nil)
		}
		return w.make(p.Select(w.seen, w.context(), w.random), terms)
	default:
		panic(fmt.Sprintf("lab: %T is no policy", p))
	}
}

// By makes a pull that somebody else chooses, beside what the policy would have
// compared, which is nothing as long as an arm was never pulled. A bandit.Weighted
// learns as if it had drawn the arm.
func (w *Walk) By(arm int) (Pull, error) {
	if arm < 0 || arm >= len(w.seen) {
		return Pull{}, fmt.Errorf("arm %d: there are %d", arm+1, len(w.seen))
	}
	terms := w.Terms()
	pull := w.make(arm, terms)
	if p, ok := w.policy.(bandit.Chances); ok {
		p.Learn(w.weights, arm, terms[arm].Index, pull.Reward)
	}
	return pull, nil
}

// Terms are what the policy compares now, nil if it does not yet.
func (w *Walk) Terms() []bandit.Terms {
	switch p := w.policy.(type) {
	case bandit.Chances:
		terms := make([]bandit.Terms, len(w.seen))
		for i, chance := range p.Chances(w.weights) {
			terms[i] = bandit.Terms{Kind: bandit.Probability, Index: chance}
			if w.seen[i].N > 0 {
				terms[i].Mean = w.seen[i].Mean()
			}
		}
		return terms
	case bandit.Teller:
		for i := range w.seen {
			if w.seen[i].N == 0 {
				return nil
			}
		}
		drawn := *w.pcg // the policy is to draw the same numbers
		return p.Terms(w.seen, w.context(), rand.New(&drawn))
	}
	return nil
}

// Seen is what has been seen of the arms so far.
func (w *Walk) Seen() []bandit.Arm { return append([]bandit.Arm(nil), w.seen...) }

func (w *Walk) context() bandit.Context { return bandit.Context{Total: w.total, K: len(w.seen)} }

// make pulls an arm.
func (w *Walk) make(arm int, terms []bandit.Terms) Pull {
	p := Pull{Arm: arm, Seen: w.Seen(), Terms: terms}
	p.Reward = w.pull(arm)
	w.total++
	w.paid += p.Reward
	w.regret += w.gaps[arm]
	p.Expected, p.Realised = w.regret, w.best*float64(w.total)-w.paid
	return p
}
