// Package genetic is a genetic algorithm for vectors of whole numbers, each
// within a range of its own. What the vectors mean is not its business: it asks
// for the fitness of a whole generation at a time, so that all its individuals
// can be measured alike, and against each other.
//
// A generation is bred from the one before: the best live on, the others are
// replaced by children of parents that are drawn by their fitness, crossed and
// mutated. Fitness may be noisy; it is measured anew in every generation, also of
// those who live on.
//
// All schemes of D. Goldberg, Genetic Algorithms (1989), and M. Mitchell, An
// Introduction to Genetic Algorithms (1996), that a thesis of 2006 surveys for
// backgammon are there. K. Krishnakumar's micro-GA (1989) is a small population
// that starts again whenever it has converged. Hill climbing, as J. Pollack and
// A. Blair did it for backgammon (1998), is a population of a champion and its
// challenger. Where vectors stand for trees it is J. Koza's genetic programming (1992).
package genetic

import (
	"context"
	"errors"
	"fmt"

	"gambito/learn/setting"
)

// Problem is what evolves.
type Problem struct {
	Genome Genome

	// Repair makes a vector allowed whose numbers are all in range; nil if
	// each is.
	Repair func(genes []int)

	// Fitness measures the individuals of a generation, the more the better.
	// It depends on nothing but what it is given.
	Fitness func(ctx context.Context, generation int, population [][]int) ([]float64, error)

	// Terse keeps no vectors in the log, which has an entry for every generation: they
	// are long. Best knows none then, and Latest tells who there is.
	Terse bool

	// Trees is what vectors are made of where they are trees, for coding Tree; the
	// Genome is theirs then, of the depth of the settings. Otherwise it is nil.
	Trees *Trees

	// First are vectors that the first generation begins with.
	First [][]int
}

// Settings are how it evolves.
type Settings struct {
	Seed        uint64    `json:"seed" yaml:"-"`
	Method      Method    `json:"method" yaml:"method"`
	Coding      Coding    `json:"coding" yaml:"coding"`
	TreeDepth   int       `json:"tree-depth,omitempty" yaml:"tree-depth"` // of coding Tree: how deep trees may become; 0: usualDepth
	TreeFirst   int       `json:"tree-first,omitempty" yaml:"tree-first"` // and the deepest of the first generation; 0: usualFirst
	Population  int       `json:"population" yaml:"population"`           // of an island
	Selection   Selection `json:"selection" yaml:"selection"`
	Scaling     Scaling   `json:"scaling" yaml:"scaling"`
	MaxCopies   float64   `json:"max-copies" yaml:"max-copies"`                       // of ranking: what the best may expect, 1 to 2
	Temperature float64   `json:"temperature" yaml:"temperature"`                     // of Boltzmann scaling, at first
	Coldest     float64   `json:"temperature-last,omitempty" yaml:"temperature-last"` // what it falls to by the last generation, by equal factors; 0: it stays
	Contenders  int       `json:"contenders" yaml:"contenders"`                       // of a tournament
	WinChance   float64   `json:"win-chance" yaml:"win-chance"`                       // that its best wins, then the second and so on

	Crossover     Crossover `json:"crossover" yaml:"crossover"`
	CrossoverRate float64   `json:"crossover-rate" yaml:"crossover-rate"`
	SwapChance    float64   `json:"swap-chance" yaml:"swap-chance"` // of a place in uniform crossover

	Mutation     float64 `json:"mutation" yaml:"mutation"`                 // chance of a place
	MutationLast float64 `json:"mutation-last" yaml:"mutation-last"`       // what it falls to by the last generation; 0: it stays
	MutationBy   int     `json:"mutation-by,omitempty" yaml:"mutation-by"` // … or by this one, counted from 1, after which it stays; 0: by the last
	Creep        float64 `json:"creep" yaml:"creep"`                       // a mutated number moves by about this share of its range; 0: it is drawn anew

	Elite   int `json:"elite" yaml:"elite"`     // the best, who live on unchanged
	Replace int `json:"replace" yaml:"replace"` // how many of the worst die; 0: all but the elite

	Children int `json:"children,omitempty" yaml:"children"` // of the method Steady, born in a generation

	Crossed bool `json:"crossed,omitempty" yaml:"crossed"` // the first generation is filled up by children of the given individuals, not by random ones

	Restart float64 `json:"restart" yaml:"restart"`                         // micro-GA: all but the best are drawn anew when no larger share of places differs from it; below 0: never
	Spread  float64 `json:"restart-spread,omitempty" yaml:"restart-spread"` // … or when the fitness of no two differs by more; 0: never

	Islands int `json:"islands" yaml:"islands"` // populations that evolve apart
	Migrate int `json:"migrate" yaml:"migrate"` // every so many generations the best of an island goes to the next; 0: never

	Margin float64 `json:"margin" yaml:"margin"` // hill climbing: by how much a challenger must win
	Stride float64 `json:"stride" yaml:"stride"` // how far the champion then moves towards it, 1: all the way

	Generations int     `json:"generations" yaml:"generations"` // stop after so many
	Stale       int     `json:"stale" yaml:"stale"`             // … or so many without a new best; 0: never
	Target      float64 `json:"target" yaml:"target"`           // … or once a fitness is so high; 0: never
}

// Method is how generations follow each other.
type Method string

// The methods.
const (
	Genetic Method = "genetic"

	// Steady is D. Whitley's steady state (GENITOR, 1989): parents are drawn by their
	// rank, their children are measured beside all who live, and the best of them
	// take the places of the worst. Nobody else dies.
	Steady Method = "steady"

	Hill Method = "hill"
)

// Default is the settings of the thesis where it names them as used.
func Default() Settings {
	return Settings{
		Seed: 1, Method: Genetic, Coding: Integer, Population: 20, Selection: RemainderReplacing, Scaling: Sigma,
		MaxCopies: 1.1, Temperature: 1, Contenders: 2, WinChance: 1,
		Crossover: OnePoint, CrossoverRate: 0.9, SwapChance: 0.5,
		Mutation: 0.01, Elite: 3, Restart: -1, Islands: 1, Stride: 1, Generations: 50, Stale: 5,
	}
}

// limits of what a run can be.
const (
	maxPopulation  = 10_000
	maxIslands     = 100
	maxGenerations = 100_000
)

// Check says what is wrong with the settings.
func (s Settings) Check() error {
	between := func(name string, x, low, high int) error {
		if x < low || x > high {
			return fmt.Errorf("%s %d: it must be from %d to %d", name, x, low, high)
		}
		return nil
	}
	err := firstError(
		setting.Check(Options, s),
		between("contenders", s.Contenders, 1, s.Population),
		between("elite", s.Elite, 0, s.Population-1),
		between("replace", s.Replace, 0, s.Population-s.Elite),
		s.checkTrees(),
	)
	switch {
	case err != nil:
		return err
	case s.Restart >= 1:
		return fmt.Errorf("restart %g: it must be below 1", s.Restart)
	case s.Creep > 0 && s.Coding != Integer && s.Coding != Real:
		return errors.New("creep is for integer and real coding: nothing else can be moved by a little")
	case !s.Crossover.fits(s.Coding):
		return fmt.Errorf("crossover %s is not for %s coding: %s are", s.Crossover, s.Coding, join(crossoversOf(s.Coding)))
	case s.Coldest > s.Temperature:
		return fmt.Errorf("temperature-last %g: it must not be above temperature, %g", s.Coldest, s.Temperature)
	case s.Method == Steady && (s.Children < 1 || s.Replace < 1 || s.Replace > s.Children):
		return errors.New("method steady needs children, and replace, how many of them at most take the place of others")
	case s.Method != Steady && s.Children > 0:
		return errors.New("children are for method steady")
	case s.Method == Hill && (s.Population != 2 || s.Islands != 1):
		return errors.New("hill climbing has a population of 2, champion and challenger, on one island")
	}
	return nil
}

// Scheduled reports whether something falls until the last generation, so that another
// number of generations would be another run.
func (s Settings) Scheduled() bool {
	return s.MutationLast != 0 && s.MutationBy == 0 || s.Coldest != 0
}

// Measured is how many individuals are measured in a generation, at most.
func (s Settings) Measured() int { return s.Islands * (s.Population + s.Children) }

// firstError is the first error.
func firstError(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
