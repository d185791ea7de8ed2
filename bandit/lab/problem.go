package lab

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Problem is the arms of one bandit.
type Problem []Law

// Best is the greatest mean.
func (p Problem) Best() float64 {
	best := p[0].Mean()
	for _, law := range p[1:] {
		best = max(best, law.Mean())
	}
	return best
}

// Gaps are the differences Δᵢ of the arms' means to the greatest.
func (p Problem) Gaps() []float64 {
	best := p.Best()
	gaps := make([]float64, len(p))
	for i, law := range p {
		gaps[i] = best - law.Mean()
	}
	return gaps
}

// LawMaker makes the law of an arm from a number between 0 and 1.
type LawMaker func(centre float64) (Law, error)

// MakeBernoulli makes arms that pay 1 with the given probability.
func MakeBernoulli(p float64) (Law, error) {
	if !(p >= 0 && p <= 1) {
		return nil, fmt.Errorf("an arm that pays with probability %v: it must lie between 0 and 1", p)
	}
	return Bernoulli(p), nil
}

// ParseLaw reads how arms pay: "bernoulli", "constant", or "gaussian:σ".
func ParseLaw(text string) (LawMaker, error) {
	name, rest, given := strings.Cut(text, ":")
	switch {
	case text == "bernoulli":
		return MakeBernoulli, nil
	case text == "constant":
		return func(c float64) (Law, error) {
			if !(c >= 0 && c <= 1) {
				return nil, fmt.Errorf("an arm that pays %v: it must lie between 0 and 1", c)
			}
			return Constant(c), nil
		}, nil
	case name == "gaussian" && given:
		sigma, err := strconv.ParseFloat(rest, 64)
		if err == nil {
			_, err = NewGaussian(0.5, sigma)
		}
		if err != nil {
			return nil, fmt.Errorf("law %q: the deviation must be a number between 0.001 and 1000", text)
		}
		return func(c float64) (Law, error) { return NewGaussian(c, sigma) }, nil
	}
	return nil, fmt.Errorf("unknown law %q: it must be bernoulli, constant or gaussian:DEVIATION", text)
}

// Source is where problems come from.
type Source struct {
	Name string
	Arms int

	// Random says that problems differ from each other.
	Random bool

	draw func(r *rand.Rand) Problem
}

// Samples is how many problems, and runs of each, tell enough unless told
// otherwise: of random problems many, of a given one many runs.
func (s Source) Samples() (problems, runs int) {
	if s.Random {
		return 100, 1
	}
	return 1, 100
}

// Problem returns the i-th problem of a seed.
func (s Source) Problem(seed uint64, i int) Problem {
	return s.draw(rand.New(rand.NewPCG(hash(seed, uint64(s.Arms), uint64(i)), problemStream)))
}

// Streams of random numbers that follow from one seed.
const (
	problemStream = iota
	rewardStream
	policyStream
	annealingStream
)

// Uniform draws arms whose centres are uniform between 0 and 1.
func Uniform(arms int, law LawMaker) (Source, error) {
	if arms < 1 || arms > MaxArms {
		return Source{}, fmt.Errorf("%d arms: there must be 1 to %d", arms, MaxArms)
	}
	if _, err := law(0.5); err != nil {
		return Source{}, err
	}
	return Source{Name: "uniform", Arms: arms, Random: true, draw: func(r *rand.Rand) Problem {
		p := make(Problem, arms)
		for i := range p {
			p[i], _ = law(r.Float64()) // in the range that every law takes
		}
		return p
	}}, nil
}

// MaxArms is the greatest number of arms of a problem.
const MaxArms = 10000

// Given is one problem, from its arms' centres.
func Given(name string, centres []float64, law LawMaker) (Source, error) {
	if len(centres) == 0 || len(centres) > MaxArms {
		return Source{}, fmt.Errorf("a problem of %d arms: there must be 1 to %d", len(centres), MaxArms)
	}
	p := make(Problem, len(centres))
	for i, c := range centres {
		var err error
		if p[i], err = law(c); err != nil {
			return Source{}, fmt.Errorf("problem %s: %w", name, err)
		}
	}
	return Source{Name: name, Arms: len(p), draw: func(*rand.Rand) Problem { return p }}, nil
}

// auer are the problems of Auer, Cesa-Bianchi and Fischer, Finite-time Analysis
// of the Multiarmed Bandit Problem, Machine Learning 47 (2002), section 4, by
// the numbers that the paper gives them. It has no others.
var auer = map[int][]float64{
	1:  {0.9, 0.6},
	2:  {0.9, 0.8},
	3:  {0.55, 0.45},
	11: {0.9, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6},
	12: {0.9, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.6, 0.6, 0.6},
	13: {0.9, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8},
	14: {0.55, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45},
}

// NamedProblems are the problems that have a name.
func NamedProblems() (names []string) {
	for _, n := range slices.Sorted(maps.Keys(auer)) {
		names = append(names, fmt.Sprintf("auer:%d", n))
	}
	return names
}

// ParseProblem reads a problem: "auer:11", or centres such as "0.9,0.6".
func ParseProblem(text string, law LawMaker) (Source, error) {
	if number, ok := strings.CutPrefix(text, "auer:"); ok {
		n, err := strconv.Atoi(number)
		if centres := auer[n]; err == nil && centres != nil {
			return Given(text, centres, law)
		}
		return Source{}, fmt.Errorf("problem %q: Auer et al.'s are 1, 2, 3, 11, 12, 13 and 14", text)
	}
	var centres []float64
	for part := range strings.SplitSeq(text, ",") {
		c, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return Source{}, fmt.Errorf("problem %q: it must be uniform, auer:N, or numbers such as 0.9,0.6", text)
		}
		centres = append(centres, c)
	}
	return Given(text, centres, law)
}
