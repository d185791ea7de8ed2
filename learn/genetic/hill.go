package genetic

import (
	"math"
	"math/rand/v2"
)

// champion is who defends next. If the challenger has won by more than the margin,
// the old champion moves towards it. Pollack and Blair's went 5 % of the way, so
// that a lucky challenger did little harm; whole numbers are rounded up or down at
// random so that they arrive there in the mean.
func (r *Run) champion(pair []Individual, random *rand.Rand) Individual {
	champion, challenger := pair[0], pair[1]
	if challenger.Fitness-champion.Fitness <= r.settings.Margin {
		return champion
	}
	genes, goal := r.coder.decode(champion.Chromosome), r.coder.decode(challenger.Chromosome)
	for i := range genes {
		step := r.settings.Stride * float64(goal[i]-genes[i])
		genes[i] += int(math.Floor(step + random.Float64()))
	}
	return Individual{Chromosome: r.coder.encode(genes)}
}

// challenge is a champion and its mutant.
func (r *Run) challenge(champion Individual, random *rand.Rand) []Individual {
	pair := copies([]Individual{champion, champion})
	r.coder.mutate(pair[1].Chromosome, r.settings.mutationIn(len(r.log)), r.settings.Creep, random)
	return pair
}
