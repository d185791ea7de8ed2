package genetic

import (
	"math"
	"math/rand/v2"
)

// challenge makes the next champion and its challenger. If the challenger has
// won by more than the margin, the champion moves towards it. Pollack and Blair's
// went 5 % of the way, so that a lucky challenger did little harm; whole numbers
// are rounded up or down at random so that they arrive there in the mean.
func (r *Run) challenge(pair []Individual, random *rand.Rand) []Individual {
	champion, challenger := pair[0], pair[1]
	if challenger.Fitness-champion.Fitness > r.settings.Margin {
		genes, goal := r.coder.decode(champion.Chromosome), r.coder.decode(challenger.Chromosome)
		for i := range genes {
			step := r.settings.Stride * float64(goal[i]-genes[i])
			genes[i] += int(math.Floor(step + random.Float64()))
		}
		champion = Individual{Chromosome: r.coder.encode(genes)}
	}
	next := copies([]Individual{champion, champion})
	generation := len(r.log)
	r.coder.mutate(next[1].Chromosome, r.settings.mutationIn(generation), r.settings.Creep, random)
	return next
}
