package genetic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Individual is a vector with its last measured fitness.
type Individual struct {
	Chromosome []int   `json:"chromosome"`
	Fitness    float64 `json:"fitness"`
}

// Entry is what the log keeps of a generation.
type Entry struct {
	Best      float64 `json:"best"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"` // of the fitness
	Diversity float64 `json:"diversity"` // how likely two individuals of an island differ at a place
	Record    float64 `json:"record"`    // the best fitness of all generations so far
	Genes     []int   `json:"genes"`     // of the best; none if the problem is terse
	Restarts  int     `json:"restarts"`  // islands that are to start again
}

// Run is an evolution on its way. What comes of it depends on the problem and
// the settings alone: every generation draws its random numbers anew from the
// seed and its number.
type Run struct {
	problem  Problem
	settings Settings
	coder    coder
	islands  [][]Individual
	log      []Entry
}

// New returns a run of which nothing has happened yet.
func New(p Problem, s Settings) (*Run, error) {
	if err := firstError(s.Check(), p.Genome.check()); err != nil {
		return nil, err
	}
	if len(p.First) > s.Population {
		return nil, fmt.Errorf("a population of %d cannot begin with %d given individuals", s.Population, len(p.First))
	}
	if (p.Trees != nil) != (s.Coding == Tree) {
		return nil, errors.New("coding tree is for what is made of trees, and other codings for numbers")
	}
	for _, genes := range p.First {
		if err := p.Genome.Fits(genes); err != nil {
			return nil, err
		}
	}
	return &Run{problem: p, settings: s, coder: coder{p.Genome, s.Coding, s.forest(p.Trees)}}, nil
}

// Log has an entry for each generation so far.
func (r *Run) Log() []Entry { return r.log }

// Reason is why a run has ended.
type Reason string

// The reasons.
const (
	AllGenerations Reason = "all generations"
	NoNewBest      Reason = "no new best"
	TargetReached  Reason = "target reached"
)

// Finished says whether the run has ended, and why.
func (r *Run) Finished() (Reason, bool) {
	n := len(r.log)
	if n == 0 {
		return "", false
	}
	s := r.settings
	since := 0 // generations after the one with the record
	for since < n-1 && r.log[n-2-since].Record == r.log[n-1].Record {
		since++
	}
	switch {
	case s.Target != 0 && r.log[n-1].Record >= s.Target:
		return TargetReached, true
	case s.Stale > 0 && since >= s.Stale:
		return NoNewBest, true
	case n >= s.Generations:
		return AllGenerations, true
	}
	return "", false
}

// Best are the best individuals of generations, the fittest first, none twice.
func (r *Run) Best(count int) [][]int {
	if r.problem.Terse {
		return nil
	}
	fitness := make([]float64, len(r.log))
	for i, e := range r.log {
		fitness[i] = e.Best
	}
	var best [][]int
	for _, i := range byFitness(fitness) {
		genes := r.log[i].Genes
		if len(best) < count && !slices.ContainsFunc(best, func(g []int) bool { return slices.Equal(g, genes) }) {
			best = append(best, genes)
		}
	}
	return best
}

// Latest are individuals of the last generation, the fittest first but a champion
// before all, none twice: where fitness is relative to the others of a generation,
// the last are those that count.
func (r *Run) Latest(count int) [][]int {
	var all []Individual
	for _, population := range r.islands {
		all = append(all, population...)
	}
	if r.settings.Method == Genetic {
		sortByFitness(all)
	}
	var latest [][]int
	for _, one := range all {
		genes := r.vector(one.Chromosome)
		if len(latest) < count && !slices.ContainsFunc(latest, func(g []int) bool { return slices.Equal(g, genes) }) {
			latest = append(latest, genes)
		}
	}
	return latest
}

// Member is an individual as a vector.
type Member struct {
	Genes   []int   `json:"genes"`
	Fitness float64 `json:"fitness"`
	Island  int     `json:"island"`
}

// Population is the last generation of all islands, the fittest first.
func (r *Run) Population() []Member {
	var members []Member
	var fitness []float64
	for island, population := range r.islands {
		for _, one := range population {
			members = append(members, Member{r.vector(one.Chromosome), one.Fitness, island})
			fitness = append(fitness, one.Fitness)
		}
	}
	sorted := make([]Member, 0, len(members))
	for _, i := range byFitness(fitness) {
		sorted = append(sorted, members[i])
	}
	return sorted
}

// Step goes on by one generation. If it fails, nothing has happened.
func (r *Run) Step(ctx context.Context) error {
	generation := len(r.log)
	next := make([][]Individual, r.settings.Islands)
	for island := range next {
		random := rand.New(rand.NewPCG(r.settings.Seed, uint64(generation*maxIslands+island)))
		switch {
		case r.settings.Method == Hill && generation == 0:
			next[island] = r.challenge(r.begin(nil, random)[0], random)
		case r.settings.Method == Hill:
			next[island] = r.challenge(r.champion(r.islands[island], random), random)
		case generation == 0:
			next[island] = r.begin(nil, random)
		case r.settings.Method == Steady:
			next[island] = r.beside(island, generation, random)
		default:
			next[island] = r.breed(island, generation, random)
		}
	}
	if err := r.measure(ctx, generation, next); err != nil {
		return err
	}
	for island := range next {
		if r.settings.Method == Steady {
			next[island] = r.replaced(next[island])
		}
	}
	r.islands = next
	r.note()
	return nil
}

// begin fills a population up with random individuals.
func (r *Run) begin(population []Individual, random *rand.Rand) []Individual {
	if population == nil {
		for _, genes := range r.problem.First {
			population = append(population, Individual{Chromosome: r.coder.encode(genes)})
		}
	}
	given := len(population)
	for len(population) < r.settings.Population {
		child := Individual{Chromosome: r.coder.random(len(population), random)}
		if r.settings.Crossed && given > 1 && len(r.log) == 0 {
			parents := random.Perm(given)
			child = copies(population[parents[0]:][:1])[0]
			other := slices.Clone(population[parents[1]].Chromosome)
			r.coder.cross(r.settings.Crossover, child.Chromosome, other, r.settings.SwapChance, random)
		}
		population = append(population, child)
	}
	return population
}

// breed makes the next generation of an island.
func (r *Run) breed(island, generation int, random *rand.Rand) []Individual {
	s := r.settings
	old := r.sorted(island)
	if s.Migrate > 0 && generation%s.Migrate == 0 && s.Islands > 1 {
		from := (island + s.Islands - 1) % s.Islands
		old[len(old)-1] = r.sorted(from)[0]
		sortByFitness(old)
	}
	if r.converged(old) {
		return r.begin(copies(old[:1]), random)
	}
	survivors := s.Elite
	if s.Replace > 0 {
		survivors = s.Population - s.Replace
	}
	next := copies(old[:survivors])
	parents := s.parents(fitnessOf(old), s.Population-survivors, s.temperatureIn(generation), random)
	return append(next, r.children(old, parents, generation, random)...)
}

// children are those of parents, two of every two.
func (r *Run) children(old []Individual, parents []int, generation int, random *rand.Rand) (born []Individual) {
	s, count := r.settings, len(parents)
	if len(parents)%2 == 1 {
		parents = append(parents, parents[0])
	}
	rate := s.mutationIn(generation)
	for i := 0; i < len(parents); i += 2 {
		a, b := slices.Clone(old[parents[i]].Chromosome), slices.Clone(old[parents[i+1]].Chromosome)
		if random.Float64() < s.CrossoverRate {
			r.coder.cross(s.Crossover, a, b, s.SwapChance, random)
		}
		for _, child := range [][]int{a, b} {
			r.coder.mutate(child, rate, s.Creep, random)
			if len(born) < count {
				born = append(born, Individual{Chromosome: child})
			}
		}
	}
	return born
}

// beside is an island and children of parents drawn by their rank.
func (r *Run) beside(island, generation int, random *rand.Rand) []Individual {
	s, old := r.settings, r.sorted(island)
	s.Scaling = Ranking
	parents := s.parents(fitnessOf(old), s.Children, 0, random)
	return append(copies(old), r.children(old, parents, generation, random)...)
}

// replaced lets the best children take the places of the worst who lived before, if they
// are better.
func (r *Run) replaced(all []Individual) []Individual {
	s := r.settings
	if len(all) == s.Population { // the first generation
		return all
	}
	old, born := all[:s.Population], all[s.Population:]
	sortByFitness(old)
	sortByFitness(born)
	for i := range s.Replace {
		if worst := &old[len(old)-1-i]; born[i].Fitness > worst.Fitness {
			*worst = born[i]
		}
	}
	return old
}

// mutationIn is the rate of mutation by generation.
func (s Settings) mutationIn(generation int) float64 {
	if s.MutationLast == 0 || s.Generations < 3 {
		return s.Mutation
	}
	last := s.Generations
	if s.MutationBy > 0 {
		last = s.MutationBy
	}
	share := float64(generation-1) / float64(max(last-2, 1)) // the first is not bred
	return s.Mutation + (s.MutationLast-s.Mutation)*min(max(share, 0), 1)
}

// converged reports whether an island, the fittest first, is to start again.
func (r *Run) converged(sorted []Individual) bool {
	different, all := 0, 0
	for _, other := range sorted[1:] {
		for i, place := range other.Chromosome {
			all++
			if place != sorted[0].Chromosome[i] {
				different++
			}
		}
	}
	spread := sorted[0].Fitness - sorted[len(sorted)-1].Fitness
	return float64(different) <= r.settings.Restart*float64(all) || r.settings.Spread > 0 && spread <= r.settings.Spread
}

// measure repairs and measures a generation.
func (r *Run) measure(ctx context.Context, generation int, islands [][]Individual) error {
	var vectors [][]int
	for _, population := range islands {
		for i := range population {
			genes := r.coder.decode(population[i].Chromosome)
			if r.problem.Repair != nil {
				before := slices.Clone(genes)
				if r.problem.Repair(genes); !slices.Equal(genes, before) && r.coder.coding != Permutation {
					population[i].Chromosome = r.coder.encode(genes)
				}
			}
			vectors = append(vectors, genes)
		}
	}
	fitness, err := r.problem.Fitness(ctx, generation, vectors)
	if err != nil {
		return err
	}
	if len(fitness) != len(vectors) {
		return fmt.Errorf("%d individuals have %d values of fitness", len(vectors), len(fitness))
	}
	for _, population := range islands {
		for i := range population {
			population[i].Fitness = fitness[i]
			if math.IsNaN(fitness[i]) || math.IsInf(fitness[i], 0) {
				return errors.New("a fitness is not finite")
			}
		}
		fitness = fitness[len(population):]
	}
	return nil
}

// note writes the log of the generation just measured.
func (r *Run) note() {
	var all []Individual
	e := Entry{}
	for island, population := range r.islands {
		all = append(all, population...)
		e.Diversity += diversity(population) / float64(len(r.islands))
		if r.settings.Method == Genetic && r.converged(r.sorted(island)) {
			e.Restarts++
		}
	}
	fitness := fitnessOf(all)
	best := all[byFitness(fitness)[0]]
	e.Best, e.Record, e.Genes = best.Fitness, best.Fitness, []int{}
	if !r.problem.Terse {
		e.Genes = r.vector(best.Chromosome)
	}
	for _, f := range fitness {
		e.Mean += f / float64(len(fitness))
	}
	for _, f := range fitness {
		e.Deviation += (f - e.Mean) * (f - e.Mean) / float64(len(fitness))
	}
	e.Deviation = math.Sqrt(e.Deviation)
	if len(r.log) > 0 {
		e.Record = max(e.Record, r.log[len(r.log)-1].Record)
	}
	r.log = append(r.log, e)
}

// diversity is the share of places at which two different individuals differ,
// in the mean of all pairs.
func diversity(population []Individual) float64 {
	n := len(population)
	same := 0
	count := map[int]int{}
	for place := range population[0].Chromosome {
		clear(count)
		for _, one := range population {
			same += count[one.Chromosome[place]]
			count[one.Chromosome[place]]++
		}
	}
	pairs := n * (n - 1) / 2 * len(population[0].Chromosome)
	return 1 - float64(same)/float64(pairs)
}

// vector reads a chromosome as an allowed vector. Where a coding cannot write every
// vector, repairs are made anew each time.
func (r *Run) vector(chromosome []int) []int {
	genes := r.coder.decode(chromosome)
	if r.problem.Repair != nil {
		r.problem.Repair(genes)
	}
	return genes
}

// sorted is a copy of an island, the fittest first.
func (r *Run) sorted(island int) []Individual {
	list := slices.Clone(r.islands[island])
	sortByFitness(list)
	return list
}

func sortByFitness(list []Individual) {
	before := slices.Clone(list)
	for i, k := range byFitness(fitnessOf(before)) {
		list[i] = before[k]
	}
}

func fitnessOf(list []Individual) []float64 {
	fitness := make([]float64, len(list))
	for i, one := range list {
		fitness[i] = one.Fitness
	}
	return fitness
}

// copies are individuals with chromosomes of their own.
func copies(list []Individual) []Individual {
	out := make([]Individual, len(list))
	for i, one := range list {
		out[i] = Individual{slices.Clone(one.Chromosome), one.Fitness}
	}
	return out
}
