package adapt

import (
	"fmt"
	"math"

	"gambito/tune/optimise"
)

// normal is CMA-ES, that of package optimise: values of a parameter are equal parts of the
// way from 0 to 1. Each point of a population is drawn several times before it is judged.
type normal struct {
	Problem
	method optimise.Optimiser
	points []optimise.Point
	scores []optimise.Score
	sum    float64
	draws  int
}

// normalDraws is how often a point is drawn.
const normalDraws = 4

func newNormal(p Problem) Tuner {
	problem := optimise.Problem{Seed: p.Seed}
	for _, levels := range p.Levels {
		problem.Dimensions = append(problem.Dimensions, optimise.Dimension{Levels: levels})
	}
	method, err := optimise.New("cma-es", problem)
	if err != nil {
		panic(fmt.Sprintf("adapt: %v", err)) // there is such a method
	}
	return &normal{Problem: p, method: method, points: method.Ask()}
}

func (n *normal) fill(x optimise.Point, combination []int) {
	for i, levels := range n.Levels {
		combination[i] = min(int(x[i]*float64(levels)), levels-1)
	}
}

// Draw implements Tuner.
func (n *normal) Draw(combination []int) { n.fill(n.points[len(n.scores)], combination) }

// Learn implements Tuner.
func (n *normal) Learn(reward float64) {
	n.sum += reward
	if n.draws++; n.draws < normalDraws {
		return
	}
	n.scores = append(n.scores, optimise.Score{Mean: n.sum / normalDraws, Error: math.Sqrt(0.25 / float64(normalDraws*n.Batch))})
	n.sum, n.draws = 0, 0
	if len(n.scores) == len(n.points) {
		n.method.Tell(n.scores)
		n.points, n.scores = n.method.Ask(), n.scores[:0]
	}
}

// Best implements Tuner.
func (n *normal) Best(combination []int) { n.fill(n.method.Best(), combination) }
