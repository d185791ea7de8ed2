package sparse

import "math"

// Adam teaches a network by some lessons at a time: it steps along the running
// mean of their gradients, over the root of the running mean of their squares, for
// each weight by itself (Kingma and Ba 2015). So rows of inputs that are seldom
// set, or small, learn as fast as others.
type Adam struct {
	Mean, Square *Network // the running means
	Steps        int      // that were made

	gradient *Network // of the lessons since the last step, downward
	lessons  int
}

// The running means forget at these rates.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
)

// NewAdam returns one for networks of the size of n that has made no step.
func NewAdam(n *Network) *Adam {
	zero := func() *Network { return Zero(n.Inputs, n.Units, n.Outputs) }
	return &Adam{Mean: zero(), Square: zero(), gradient: zero()}
}

// Clone returns a copy. Lessons since the last step are lost.
func (a *Adam) Clone() *Adam {
	return &Adam{Mean: a.Mean.Clone(), Square: a.Square.Clone(), Steps: a.Steps, gradient: Zero(a.Mean.Inputs, a.Mean.Units, a.Mean.Outputs)}
}

// Add adds a lesson for a network to those of the next step, and sets outputs to
// what the network says.
func (a *Adam) Add(n *Network, x *Input, targets []float32, s *Scratch, outputs []float32) {
	n.descend(a.gradient, x, targets, 1, s, outputs)
	a.lessons++
}

// Step changes the weights of a network by the lessons since the last step. There
// must be one.
func (a *Adam) Step(n *Network, rate float64) {
	a.Steps++
	scale := float32(rate / (1 - math.Pow(meanDecay, float64(a.Steps))))
	correction := float32(1 / (1 - math.Pow(squareDecay, float64(a.Steps))))
	share := 1 / float32(a.lessons)
	weights, gradient, mean, square := n.parts(), a.gradient.parts(), a.Mean.parts(), a.Square.parts()
	for part, w := range weights {
		g, m, v := gradient[part][:len(w)], mean[part][:len(w)], square[part][:len(w)]
		for i := range w {
			x := g[i] * share
			g[i] = 0
			m[i] = meanDecay*m[i] + (1-meanDecay)*x
			v[i] = squareDecay*v[i] + (1-squareDecay)*x*x
			w[i] += scale * m[i] / (float32(math.Sqrt(float64(v[i]*correction))) + 1e-8)
		}
	}
	a.lessons = 0
}
