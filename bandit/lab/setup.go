package lab

import (
	"errors"
	"fmt"

	"gambito/spec"
)

// Setup is an experiment as people write it: on the command line, on a page.
type Setup struct {
	Policies string // specs, separated by commas or semicolons
	Problem  string // uniform, auer:N, or centres such as 0.9,0.6
	Arms     int    // of uniform problems; 0 for UsualArms
	Law      string
	Rounds   int
	Problems int // 0 for as many as tell enough of the kind of problems
	Runs     int // likewise
	Seed     uint64
	Jobs     int
}

// UniformProblem is the name of problems whose arms are drawn.
const UniformProblem = "uniform"

// UsualArms is how many arms a uniform problem has unless told otherwise.
const UsualArms = 10

// Experiment reads the setup.
func (s Setup) Experiment() (Experiment, error) {
	entrants, err := ParseEntrants(s.Policies)
	if err != nil {
		return Experiment{}, err
	}
	source, err := s.source()
	if err != nil {
		return Experiment{}, err
	}
	e := Experiment{
		Source: source, Entrants: entrants, Rounds: Spaced(s.Rounds, 10),
		Problems: s.Problems, Runs: s.Runs, Seed: s.Seed, Jobs: s.Jobs,
		texts: texts{Policies: s.Policies, Problem: s.Problem, Arms: s.Arms, Law: s.Law},
	}
	problems, runs := source.Samples()
	if e.Problems == 0 {
		e.Problems = problems
	}
	if e.Runs == 0 {
		e.Runs = runs
	}
	return e, e.Check()
}

// ErrArms is that of a number of arms for problems that have their own.
var ErrArms = errors.New("a number of arms goes with uniform problems; this one has its own")

func (s Setup) source() (Source, error) {
	law, err := ParseLaw(s.Law)
	if err != nil {
		return Source{}, err
	}
	if s.Problem == UniformProblem {
		if s.Arms == 0 {
			s.Arms = UsualArms
		}
		return Uniform(s.Arms, law)
	}
	if s.Arms != 0 {
		return Source{}, ErrArms
	}
	return ParseProblem(s.Problem, law)
}

// MostProblems is how many problems a search for α plays at the most where a precision
// says how many are enough.
const MostProblems = 1000

// FindCooling returns a schedule by its name.
func FindCooling(name string) (Cooling, error) {
	var names []string
	for _, c := range Coolings {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Cooling{}, fmt.Errorf("unknown cooling %q %s", name, spec.Suggest(name, names))
}
