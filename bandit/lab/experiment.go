package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gambito/bandit"
	"gambito/crew"
	"gambito/progress"
)

// Experiment lets policies play the same problems.
type Experiment struct {
	Source   Source
	Entrants []Entrant
	Rounds   []int // at which to look, ascending; the last is the length of a run
	First    int   // number of the first problem
	Problems int
	Runs     int // of each problem, with rewards of their own
	Seed     uint64
	Jobs     int

	// Fleet plays instead of Jobs of this process, unless it is nil; the result is the
	// same.
	Fleet crew.Fleet

	texts texts // what others can read
}

// Entrant is a policy, a bandit.Policy or a bandit.Weighted, and its name.
type Entrant struct {
	Name   string
	Policy any
}

// MaxRounds is the greatest length of a run.
const MaxRounds = 10_000_000

// Curve is what came out for one policy.
type Curve struct {
	Name   string
	Points []Point
}

// Point is what was seen after some rounds, as means over the problems, or over
// the runs if there is one problem only.
type Point struct {
	Round    int
	Expected Estimate // regret Σ Δᵢ over the pulls
	Realised Estimate // regret T μ* − Σ X
	Optimal  Estimate // share of pulls of an arm of the greatest mean
	Bound    float64  // of the expected regret; NaN if none is known
}

// HasBound reports whether theory gives a bound.
func (p Point) HasBound() bool { return !math.IsNaN(p.Bound) && !math.IsInf(p.Bound, 0) }

// Check says what is wrong with an experiment.
func (e *Experiment) Check() error {
	switch {
	case e.Jobs < 1:
		return fmt.Errorf("%d jobs: there must be 1 or more", e.Jobs)
	case e.Problems < 1:
		return fmt.Errorf("%d problems: there must be 1 or more", e.Problems)
	case e.Runs < 1:
		return fmt.Errorf("%d runs: there must be 1 or more", e.Runs)
	case len(e.Rounds) == 0 || e.length() < e.Source.Arms:
		return fmt.Errorf("%d rounds of %d arms: there must be a round an arm at least", e.length(), e.Source.Arms)
	case e.length() > MaxRounds:
		return fmt.Errorf("%d rounds: there may be %d at most", e.length(), MaxRounds)
	}
	return nil
}

func (e *Experiment) length() int {
	if len(e.Rounds) == 0 {
		return 0
	}
	return e.Rounds[len(e.Rounds)-1]
}

// Spaced returns numbers of rounds up to the last, evenly spaced in their
// logarithm, some for each factor of ten.
func Spaced(last, perDecade int) []int {
	var rounds []int
	step := math.Pow(10, 1/float64(perDecade))
	for x := 1.0; x < float64(last)/math.Sqrt(step); x *= step {
		if n := int(math.Round(x)); n < last && (len(rounds) == 0 || n > rounds[len(rounds)-1]) {
			rounds = append(rounds, n)
		}
	}
	return append(rounds, last)
}

// sample is what was seen at one look at one run.
type sample struct{ expected, realised, optimal float64 }

// Units is the number of units that Run counts: a problem of an entrant each.
func (e *Experiment) Units() int { return len(e.Entrants) * e.Problems }

// problems are what is counted while they are played.
const problems = "problems"

// Run plays, and tells how many units are done. The result does not depend on
// Jobs.
func (e *Experiment) Run(ctx context.Context, tell progress.Func) ([]Curve, error) {
	samples, err := e.samples(ctx, tell)
	if err != nil {
		return nil, err
	}
	bounds := e.newBounds()
	for i := 0; i < e.Problems && bounds.wants(); i++ {
		bounds.add(e.Source.Problem(e.Seed, e.First+i).Gaps())
	}
	return e.curves(samples, bounds), nil
}

// curves reduces samples by entrant, problem, run and look.
func (e *Experiment) curves(samples [][][][]sample, bounds *bounds) []Curve {
	curves := make([]Curve, len(e.Entrants))
	for i, entrant := range e.Entrants {
		curves[i] = Curve{entrant.Name, e.points(samples[i], bounds.of(i))}
	}
	return curves
}

// points reduces samples by problem, run and look.
func (e *Experiment) points(samples [][][]sample, bounds []float64) []Point {
	points := make([]Point, len(e.Rounds))
	for look, round := range e.Rounds {
		reduce := func(value func(sample) float64) Estimate {
			if e.Problems == 1 {
				return estimate(runValues(samples[0], look, value))
			}
			means := make([]float64, e.Problems)
			for i := range means {
				means[i] = estimate(runValues(samples[i], look, value)).Mean
			}
			return estimate(means)
		}
		points[look] = Point{
			Round:    round,
			Expected: reduce(func(s sample) float64 { return s.expected }),
			Realised: reduce(func(s sample) float64 { return s.realised }),
			Optimal:  reduce(func(s sample) float64 { return s.optimal }),
			Bound:    bounds[look],
		}
	}
	return points
}

func runValues(runs [][]sample, look int, value func(sample) float64) []float64 {
	values := make([]float64, len(runs))
	for i, run := range runs {
		values[i] = value(run[look])
	}
	return values
}

// Player returns a function that plays the runs of one problem for one entrant
// and returns their mean expected regret in the end, for whoever wants no more
// than that, one problem at a time.
func (e *Experiment) Player(entrant int) (func(problem int) float64, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	p := e.makers()[entrant]()
	return func(problem int) float64 {
		return finalRegret(e.playProblem(context.Background(), p, e.First+problem, 0, e.Runs))
	}, nil
}

// finalRegret is the mean of the runs' expected regrets in the end.
func finalRegret(runs [][]sample) float64 {
	look := len(runs[0]) - 1
	return estimate(runValues(runs, look, func(s sample) float64 { return s.expected })).Mean
}

// samples plays everything; the result is by entrant, problem, run and look.
func (e *Experiment) samples(ctx context.Context, tell progress.Func) ([][][][]sample, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	samples := make([][][][]sample, len(e.Entrants))
	for i := range samples {
		samples[i] = make([][][]sample, e.Problems)
	}
	if e.Fleet != nil {
		return samples, e.elsewhere(ctx, samples, tell.Count(problems, e.Units()))
	}
	makers := e.makers()
	workers, _ := crew.Make(e.Jobs, e.Units(), func() ([]player, error) { return make([]player, len(makers)), nil })
	err := crew.Do(ctx, e.Units(), workers, func(ctx context.Context, players []player, unit int) error {
		entrant, problem := unit/e.Problems, unit%e.Problems
		if players[entrant] == nil {
			players[entrant] = makers[entrant]()
		}
		samples[entrant][problem] = e.playProblem(ctx, players[entrant], e.First+problem, 0, e.Runs)
		return nil
	}, tell.Count(problems, e.Units()))
	return samples, err
}

// makers make the players of each entrant, which share what is only read.
func (e *Experiment) makers() []func() player {
	_, bernoulli := e.Source.Problem(e.Seed, e.First)[0].(Bernoulli)
	var roots []root
	makers := make([]func() player, len(e.Entrants))
	for i, entrant := range e.Entrants {
		switch p := entrant.Policy.(type) {
		case bandit.Explorer:
			if bernoulli {
				if roots == nil {
					roots = makeRoots(e.length())
				}
				if tables := newFastTables(p, e.Source.Arms, e.length(), roots); tables != nil {
					makers[i] = func() player { return tables.player(e.Source.Arms) }
					continue
				}
			}
			makers[i] = func() player { return &indexed{policy: p} }
		case bandit.Policy:
			makers[i] = func() player { return &indexed{policy: p} }
		case bandit.Weighted:
			makers[i] = func() player { return &weighted{policy: p} }
		default:
			panic(fmt.Sprintf("lab: %s is no policy but %T", entrant.Name, p))
		}
	}
	return makers
}

// breath is after how many rounds a run looks whether it should stop.
const breath = 1 << 15

// stream is that of a run: what its arms' streams and its policy's random numbers
// follow from.
func (e *Experiment) stream(arms, problem, run int) uint64 {
	return hash(e.Seed, uint64(arms), uint64(problem), uint64(run), rewardStream)
}

// setBases makes the streams of a run's arms.
func setBases(bases []uint64, stream uint64) {
	for arm := range bases {
		bases[arm] = hash(stream, uint64(arm))
	}
}

// playProblem plays some runs of one problem, those from the first on; the result is by
// run and look.
func (e *Experiment) playProblem(ctx context.Context, p player, number, first, count int) [][]sample {
	problem := e.Source.Problem(e.Seed, number)
	gaps, best := problem.Gaps(), problem.Best()
	bases := make([]uint64, len(problem))
	runs := make([][]sample, count)
	for run := range runs {
		stream := e.stream(len(problem), number, first+run)
		setBases(bases, stream)
		p.begin(problem, bases, rand.New(rand.NewPCG(stream, policyStream)))
		runs[run] = make([]sample, len(e.Rounds))
		at := 0
		for look, round := range e.Rounds {
			for at < round {
				if ctx.Err() != nil {
					return nil
				}
				at = min(round, at+breath)
				p.play(at)
			}
			runs[run][look] = observe(p.arms(), gaps, best, round)
		}
	}
	return runs
}

func observe(arms []bandit.Arm, gaps []float64, best float64, round int) sample {
	s := sample{realised: best * float64(round)}
	optimal := 0
	for i := range arms {
		s.expected += gaps[i] * float64(arms[i].N)
		s.realised -= arms[i].Sum
		if gaps[i] == 0 {
			optimal += int(arms[i].N)
		}
	}
	s.optimal = float64(optimal) / float64(round)
	return s
}
