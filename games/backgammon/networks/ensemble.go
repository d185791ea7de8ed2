package networks

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
)

// Noisy returns a copy of a model with normally distributed noise of a standard
// deviation on every weight.
func (m *Model) Noisy(sigma float64, seed uint64) *Model {
	noisy := m.Clone()
	for c, n := range noisy {
		r := rand.New(rand.NewPCG(seed, uint64(c)))
		for _, weights := range n.Learned() {
			for i := range weights {
				weights[i] += float32(sigma * r.NormFloat64())
			}
		}
	}
	return noisy
}

// Ensemble evaluates boards by the mean of several models. It belongs to one
// goroutine.
type Ensemble struct {
	models []*Model
	single *Estimator
}

// NewEnsemble returns one of models of the same size, at least one.
func NewEnsemble(models []*Model, tables *bearoff.Tables) *Ensemble {
	return &Ensemble{models: models, single: NewEstimator(models[0], tables)}
}

// Evaluate tells the mean chances of p, who is about to roll.
func (e *Ensemble) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	c := e.single.class(b)
	if c >= Networks {
		return e.single.Evaluate(b, p)
	}
	e.single.encode(b, p, c, &e.single.input)
	var mean backgammon.Chances
	for _, m := range e.models {
		m[c].Evaluate(&e.single.input, e.single.scratch, e.single.output[:])
		mean.Add(possible(b, p, e.single.read(e.single.output)), 1/float32(len(e.models)))
	}
	return mean
}
