package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gambito/progress"
)

// Cooling is how the temperature of simulated annealing falls.
type Cooling struct {
	Name string

	// next is the temperature after iteration t = 1, 2, …, from the one before.
	next func(a Annealing, t int, before float64) float64
}

// Coolings lists the schedules, by the number t of iterations that are over:
//
//	geometric             T = T₀ βᵗ
//	logarithmic           T = c / ln(1 + t)
//	linear                T = T₀ − n·t
//	linear-power          T = T₀ − nᵗ, as the thesis prints the linear one
//	arithmetic-geometric  T ← aT + b
var Coolings = []Cooling{
	{"geometric", func(a Annealing, t int, _ float64) float64 { return a.Start * math.Pow(a.Beta, float64(t)) }},
	{"logarithmic", func(a Annealing, t int, _ float64) float64 {
		return given(a.C, a.Start*math.Ln2) / math.Log(1+float64(t))
	}},
	{"linear", func(a Annealing, t int, _ float64) float64 {
		return a.Start - given(a.N, a.Start/float64(a.Iterations))*float64(t)
	}},
	{"linear-power", func(a Annealing, t int, _ float64) float64 {
		return a.Start - math.Pow(given(a.N, math.Pow(a.Start, 1/float64(a.Iterations))), float64(t))
	}},
	{"arithmetic-geometric", func(a Annealing, _ int, before float64) float64 { return a.A*before + a.B }},
}

// given is x, or the default if x is 0.
func given(x, otherwise float64) float64 {
	if x == 0 {
		return otherwise
	}
	return x
}

// Annealing are the settings of simulated annealing for the α of the least
// regret: from a random α between 0 and 1, Iterations times a neighbour, up to
// Step away and between 0 and 1, takes the place of α if it is better, or with
// probability exp((regret − neighbour's regret) / T) if it is not. This is algorithm
// 13 of the thesis on selection policies (2021): the first temperature is T₀, and
// what it returns is where it stands in the end, not the best it has met.
type Annealing struct {
	Cooling    Cooling
	Iterations int
	Start      float64 // T₀
	Beta       float64 // of the geometric schedule
	C          float64 // of the logarithmic schedule; 0 makes it T₀ after the first iteration
	N          float64 // of both linear schedules; 0 makes them 0 after the last
	A, B       float64 // of the arithmetic-geometric schedule
	Step       float64
}

// DefaultAnnealing has the settings of the thesis: T₀ = 100, geometric cooling
// with β = 0.9, neighbours up to 0.1 away. It gives no number of iterations, nor
// the constants of schedules that it did not use.
func DefaultAnnealing() Annealing {
	return Annealing{Cooling: Coolings[0], Iterations: 100, Start: 100, Beta: 0.9, A: 0.9, B: 0.01, Step: 0.1}
}

// Check says what is wrong with the settings.
func (a Annealing) Check() error {
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	switch {
	case a.Iterations < 1:
		return fmt.Errorf("%d iterations: there must be 1 or more", a.Iterations)
	case !(a.Start > 0) || !finite(a.Start):
		return fmt.Errorf("a temperature of %v: it must be a positive number", a.Start)
	case !(a.Beta > 0 && a.Beta < 1):
		return fmt.Errorf("β of %v: it must lie between 0 and 1", a.Beta)
	case !(a.C >= 0) || !finite(a.C):
		return fmt.Errorf("c of %v: it must be a positive number", a.C)
	case !(a.N >= 0) || !finite(a.N):
		return fmt.Errorf("n of %v: it must be a positive number", a.N)
	case !finite(a.A) || a.A == 1 || !finite(a.B) || a.B == 0:
		return fmt.Errorf("a of %v and b of %v: a must not be 1, nor b 0", a.A, a.B)
	case !(a.Step > 0 && a.Step <= 1):
		return fmt.Errorf("a step of %v: it must lie between 0 and 1", a.Step)
	}
	return nil
}

// Temperatures are those of all iterations, T₀ first. A schedule that would go below
// zero stays there: nothing worse is accepted any more.
func (a Annealing) Temperatures() []float64 {
	temperatures := make([]float64, a.Iterations)
	now := a.Start
	for i := range temperatures {
		temperatures[i] = max(0, now)
		now = a.Cooling.next(a, i+1, now)
	}
	return temperatures
}

// Anneal searches for the best α by simulated annealing and returns where it stands
// in the end. It tells what Measure does, for one more α than there are iterations;
// stood, unless it is nil, gets to know where it stands, at first and after every
// iteration.
func (t *Tuner) Anneal(ctx context.Context, a Annealing, tell progress.Func, stood func(at Cell)) (current Cell, err error) {
	if err := a.Check(); err != nil {
		return Cell{}, err
	}
	if stood == nil {
		stood = func(Cell) {}
	}
	r := rand.New(rand.NewPCG(hash(t.Seed, uint64(t.Arms)), annealingStream))
	visited := 0
	regret := func(alpha float64) (Cell, error) {
		cells, err := t.Measure(ctx, []float64{alpha}, tell.Part(problems, visited*t.Problems, (a.Iterations+1)*t.Problems))
		if err != nil {
			return Cell{}, err
		}
		visited++
		return cells[0], nil
	}
	if current, err = regret(r.Float64()); err != nil {
		return Cell{}, err
	}
	stood(current)
	for _, temperature := range a.Temperatures() {
		neighbour, err := regret(min(1, max(0, current.Alpha+a.Step*(2*r.Float64()-1))))
		if err != nil {
			return Cell{}, err
		}
		worse := neighbour.Regret.Mean - current.Regret.Mean
		accept := r.Float64()
		if worse <= 0 || temperature > 0 && accept < math.Exp(-worse/temperature) {
			current = neighbour
		}
		stood(current)
	}
	return current, nil
}

// Annealed is what annealing found for one number of arms.
type Annealed struct {
	Arms      int
	Path      []Cell // at which α it stood: at first and after every iteration
	Best      Cell   // its answer: where it stood in the end
	Published Comparison
}

// AnnealingStudy estimates the best α for several numbers of arms.
type AnnealingStudy struct {
	Settings
	Annealing
	Arms []int
}

// Units is how many problems Run counts, a problem of an α each.
func (s AnnealingStudy) Units() int { return len(s.Arms) * (s.Iterations + 2) * s.Problems }

// Check says what is wrong with a study.
func (s AnnealingStudy) Check() error {
	if err := s.Annealing.Check(); err != nil {
		return err
	}
	return Study{Settings: s.Settings, Arms: s.Arms}.Check()
}

// Run measures, and tells how many problems are done.
func (s AnnealingStudy) Run(ctx context.Context, tell progress.Func) ([]Annealed, error) {
	return s.Grow(ctx, tell, nil)
}

// Grow is Run for whoever watches: grown, unless it is nil, gets the rows after every
// iteration, the last of them incomplete. They belong to grown.
func (s AnnealingStudy) Grow(ctx context.Context, tell progress.Func, grown func(rows []Annealed)) ([]Annealed, error) {
	var rows []Annealed
	for i, arms := range s.Arms {
		before := i * s.Units() / len(s.Arms)
		t, err := NewTuner(arms, s.Settings)
		if err != nil {
			return nil, err
		}
		row := Annealed{Arms: arms}
		row.Best, err = t.Anneal(ctx, s.Annealing, tell.Part(problems, before, s.Units()), func(at Cell) {
			row.Path, row.Best = append(row.Path, at), at
			if grown != nil {
				grown(append(slices.Clone(rows), row))
			}
		})
		if err != nil {
			return nil, err
		}
		before += (s.Iterations + 1) * s.Problems
		row.Published, err = t.Compare(ctx, row.Best.Alpha, publishedAlpha(arms).Annealing, tell.Part(problems, before, s.Units()))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
