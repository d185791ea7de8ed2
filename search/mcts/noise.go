package mcts

import (
	"errors"

	"gambito/bandit"
)

// Noise mixes the priors of the root's moves with numbers from a Dirichlet
// distribution, so that self-play also tries what the evaluator thinks little of
// (Silver et al., Mastering Chess and Shogi by Self-Play, 2017).
type Noise struct {
	Alpha float64 // of the distribution: 0.3 for chess, 1 for some ten moves
	Share float64 // of the noise in the prior, usually ¼; 0 is none
}

func (p *Params) checkNoise(traits) error {
	if p.Noise.Share > 0 && !p.opens() {
		return errors.New("noise is of priors, which only policy puct reads")
	}
	return nil
}

// shake mixes noise into the root's priors.
func (w *worker) shake() {
	edges := w.tree.edges(&w.tree.nodes[0])
	noise := make([]float64, len(edges))
	bandit.Dirichlet(w.p.Noise.Alpha, noise, w.r)
	share := float32(w.p.Noise.Share)
	for i := range edges {
		edges[i].Prior = (1-share)*edges[i].Prior + share*float32(noise[i])
	}
}
