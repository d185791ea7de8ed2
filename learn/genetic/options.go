package genetic

import "gambito/spec"

// Options describe the settings, by their names in files. Default holds the
// defaults.
var Options = []spec.Option{
	{Name: "method", Type: spec.Choice, Choices: texts(Genetic, Steady, Hill), Help: "how generations follow each other; steady: the best of some children, whose parents are drawn by rank, replace the worst; hill: a champion and its mutant, towards which it moves if that wins"},
	{Name: "coding", Type: spec.Choice, Choices: texts(Codings...), Help: "of the numbers in a chromosome; permutation: only their order, with values in equal steps; tree: expressions instead of numbers (genetic programming)"},
	{Name: "tree-depth", Type: spec.Int, Min: 0, Max: maxDepth, Help: "coding=tree: how deep expressions may become, a leaf having depth 0; 0: 5"},
	{Name: "tree-first", Type: spec.Int, Min: 0, Max: maxDepth, Help: "coding=tree: how deep the deepest of the first generation are, and branches that mutations grow; 0: 3"},
	{Name: "population", Type: spec.Int, Min: 2, Max: maxPopulation, Scale: spec.Logarithmic, Help: "individuals of an island"},
	{Name: "selection", Type: spec.Choice, Choices: texts(Selections...), Help: "of parents, by their fitness"},
	{Name: "scaling", Type: spec.Choice, Choices: texts(Scalings...), Help: "of fitness before selection; a tournament needs none"},
	{Name: "max-copies", Type: spec.Float, Min: 1, Max: 2, Help: "scaling=ranking: what the best may expect"},
	{Name: "temperature", Type: spec.Float, Min: 1e-9, Max: 1e9, Scale: spec.Logarithmic, Help: "of scaling=boltzmann, at first"},
	{Name: "temperature-last", Type: spec.Float, Min: 0, Max: 1e9, Help: "what that falls to by the last generation, by equal factors; 0: it stays"},
	{Name: "contenders", Type: spec.Int, Min: 1, Max: maxPopulation, Help: "of a tournament, not more than the population"},
	{Name: "win-chance", Type: spec.Float, Min: 0, Max: 1, Help: "that its best wins, then the second and so on"},
	{Name: "crossover", Type: spec.Choice, Choices: texts(Crossovers...), Help: "how parents are mixed; arithmetic, blend and simulated-binary are for coding=real, order, partially-mapped and cycle for coding=permutation, subtree, one-point and uniform for coding=tree"},
	{Name: "crossover-rate", Type: spec.Float, Min: 0, Max: 1, Help: "share of parents that are"},
	{Name: "swap-chance", Type: spec.Float, Min: 0, Max: 1, Help: "crossover=uniform: of a place"},
	{Name: "mutation", Type: spec.Float, Min: 0, Max: 1, Help: "chance of a place"},
	{Name: "mutation-last", Type: spec.Float, Min: 0, Max: 1, Help: "what that falls to by the last generation; 0: it stays"},
	{Name: "mutation-by", Type: spec.Int, Min: 0, Max: maxGenerations, Help: "by which generation it falls to that instead, after which it stays; 0: by the last"},
	{Name: "creep", Type: spec.Float, Min: 0, Max: 1, Help: "coding=integer or real: a mutated number moves by about this share of its range; 0: it is drawn anew"},
	{Name: "elite", Type: spec.Int, Min: 0, Max: maxPopulation, Help: "the best, who live on unchanged, fewer than the population"},
	{Name: "replace", Type: spec.Int, Min: 0, Max: maxPopulation, Help: "how many of the worst die, at most all but the elite; 0: all these"},
	{Name: "children", Type: spec.Int, Min: 0, Max: maxPopulation, Help: "method=steady: born in a generation, of whom the best replace the worst"},
	{Name: "crossed", Type: spec.Bool, Help: "whether the first generation is filled up by children of the given individuals, not by random ones"},
	{Name: "restart", Type: spec.Float, Help: "micro-GA: all but the best are drawn anew when no larger share of places differs from it, below 1; below 0: never"},
	{Name: "restart-spread", Type: spec.Float, Min: 0, Max: 100, Help: "likewise when the fitness of no two differs by more; 0: never"},
	{Name: "islands", Type: spec.Int, Min: 1, Max: maxIslands, Help: "populations that evolve apart"},
	{Name: "migrate", Type: spec.Int, Min: 0, Max: maxGenerations, Help: "every so many generations the best of an island goes to the next; 0: never"},
	{Name: "margin", Type: spec.Float, Help: "method=hill: by how much a challenger must win"},
	{Name: "stride", Type: spec.Float, Min: 0, Max: 1, Help: "method=hill: how far the champion then moves towards it, 1: all the way"},
	{Name: "generations", Type: spec.Int, Min: 1, Max: maxGenerations, Scale: spec.Logarithmic, Help: "stop after so many"},
	{Name: "stale", Type: spec.Int, Min: 0, Max: maxGenerations, Help: "or after so many without a new best; 0: never"},
	{Name: "target", Type: spec.Float, Help: "or once a fitness is so high; 0: never"},
}

// texts are names as texts.
func texts[T ~string](names ...T) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = string(name)
	}
	return all
}
