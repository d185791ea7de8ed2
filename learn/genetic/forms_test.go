package genetic

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPermutationCrossovers has examples of the papers that the crossovers come from, as
// they are printed in textbooks.
func TestPermutationCrossovers(t *testing.T) {
	p, q := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, []int{8, 2, 6, 7, 1, 5, 4, 0, 3}
	child := make([]int, 9)
	fillInOrder(child, p, q, 3, 7)
	if want := []int{2, 7, 1, 3, 4, 5, 6, 0, 8}; !slices.Equal(child, want) {
		t.Errorf("order: %v, not %v", child, want)
	}
	fillMapped(child, p, q, 3, 7)
	if want := []int{8, 2, 1, 3, 4, 5, 6, 0, 7}; !slices.Equal(child, want) {
		t.Errorf("partially mapped: %v, not %v", child, want)
	}
	a, b := slices.Clone(p), slices.Clone(q)
	crossCycles(a, b)
	if want := []int{0, 2, 6, 3, 1, 5, 4, 7, 8}; !slices.Equal(a, want) {
		t.Errorf("cycle: %v, not %v", a, want)
	}
	r := rand.New(rand.NewPCG(1, 2))
	c := coder{genome: thesis(), coding: Permutation}
	for range 500 {
		a, b := c.random(0, r), c.random(0, r)
		for _, x := range crossoversOf(Permutation) {
			c.cross(x, a, b, 0, r)
			c.mutate(a, 0.2, 0, r)
			if c.fits(a) != nil || c.fits(b) != nil {
				t.Fatalf("%s: %v and %v", x, a, b)
			}
		}
	}
	if c.fits([]int{0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}) == nil {
		t.Error("an item may stand twice")
	}
}

func TestMoveItem(t *testing.T) {
	items := []int{0, 1, 2, 3, 4}
	moveItem(items, 1, 3)
	moveItem(items, 4, 0)
	if want := []int{4, 0, 2, 3, 1}; !slices.Equal(items, want) {
		t.Errorf("%v, not %v", items, want)
	}
}

// TestPermutationOfValues: the order tells which numbers are large.
func TestPermutationOfValues(t *testing.T) {
	c := coder{genome: Genome{{1, 100}, {0, 10}, {1, 100}}, coding: Permutation}
	if got, want := c.decode([]int{2, 0, 1}), []int{51, 10, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	if got, want := c.encode([]int{40, 5, 90}), []int{0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestPermutationEvolves finds an order, and repairs are kept though it cannot write
// them.
func TestPermutationEvolves(t *testing.T) {
	s := Default()
	s.Coding, s.Crossover, s.Generations, s.Stale, s.Mutation = Permutation, Order, 40, 0, 0.1
	goal := []int{3, 0, 5, 2, 4, 1}
	var genome Genome
	for range goal {
		genome = append(genome, Range{0, 5})
	}
	p := Problem{Genome: genome, Fitness: func(_ context.Context, _ int, population [][]int) (fitness []float64, _ error) {
		for _, genes := range population {
			f := 0.0
			for rank, i := range goal {
				f -= math.Abs(float64(genes[i] - rank))
			}
			fitness = append(fitness, f)
		}
		return fitness, nil
	}}
	if best := evolve(t, p, s, 40).Log(); best[len(best)-1].Record != 0 {
		t.Errorf("the best is %g off", best[len(best)-1].Record)
	}
	repaired := target(0)
	s.Generations = 10
	for _, m := range evolve(t, repaired, s, 10).Population() {
		if m.Genes[3] < m.Genes[1] {
			t.Errorf("%v is not repaired", m.Genes)
		}
	}
}

// TestRealCrossovers: children of an arithmetic crossover lie between their parents, those
// of all have their mean where the parents have it.
func TestRealCrossovers(t *testing.T) {
	c := coder{genome: Genome{{0, 1000}, {0, 1000}}, coding: Real}
	r := rand.New(rand.NewPCG(4, 4))
	p, q := c.encode([]int{400, 500}), c.encode([]int{600, 520})
	for _, x := range []Crossover{Arithmetic, Blend, Simulated} {
		sum, beyond := 0.0, 0
		const trials = 4000
		for range trials {
			a, b := slices.Clone(p), slices.Clone(q)
			c.cross(x, a, b, 0, r)
			sum += float64(c.decode(a)[0]+c.decode(b)[0]) / (2 * trials)
			if a[0] < p[0] || a[0] > q[0] {
				beyond++
			}
		}
		if math.Abs(sum-500) > 3 {
			t.Errorf("%s: the mean is %g", x, sum)
		}
		if x == Arithmetic && beyond > 0 || x != Arithmetic && beyond == 0 {
			t.Errorf("%s: %d beyond the parents", x, beyond)
		}
	}
}

// TestSpread: a small population starts again when all do equally well, whatever they
// look like, and not otherwise.
func TestSpread(t *testing.T) {
	s := Default()
	s.Population, s.Elite, s.Spread, s.Generations, s.Stale = 4, 1, 0.1, 3, 0
	for _, c := range []struct {
		step float64
		want int
	}{{0.03, 1}, {0.2, 0}} {
		p := target(0)
		p.Fitness = func(_ context.Context, _ int, population [][]int) ([]float64, error) {
			return []float64{0, c.step, 2 * c.step, 3 * c.step}, nil
		}
		if got := evolve(t, p, s, 1).Log()[0].Restarts; got != c.want {
			t.Errorf("steps of %g: %d restarts", c.step, got)
		}
	}
}

// TestSchedules: the rate of mutation and the temperature fall as they are told to.
func TestSchedules(t *testing.T) {
	s := Default()
	s.Mutation, s.MutationLast, s.MutationBy, s.Generations = 0.14, 0.01, 12, 50
	if a, b, c := s.mutationIn(1), s.mutationIn(11), s.mutationIn(40); a != 0.14 || math.Abs(b-0.01) > 1e-12 || math.Abs(c-0.01) > 1e-12 {
		t.Errorf("the rate is %g, %g, %g", a, b, c)
	}
	if s.Scheduled() {
		t.Error("it depends on the number of generations")
	}
	s.Temperature, s.Coldest = 100, 1
	if a, b, c := s.temperatureIn(1), s.temperatureIn(25), s.temperatureIn(49); a != 100 || math.Abs(b-10) > 1e-9 || math.Abs(c-1) > 1e-12 {
		t.Errorf("the temperature is %g, %g, %g", a, b, c)
	}
	if !s.Scheduled() {
		t.Error("it does not depend on the number of generations")
	}
}

// TestSteadyState: nobody dies but for a better child, and no more than are replaced.
func TestSteadyState(t *testing.T) {
	s := Default()
	s.Method, s.Children, s.Replace, s.Elite, s.Population, s.Generations, s.Stale = Steady, 5, 2, 0, 10, 20, 0
	run, err := New(target(0), s)
	if err != nil {
		t.Fatal(err)
	}
	var before []Member
	for range 20 {
		if err := run.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		now, died := run.Population(), 0
		if len(now) != s.Population {
			t.Fatalf("%d live", len(now))
		}
		for _, m := range before {
			if !slices.ContainsFunc(now, func(n Member) bool { return slices.Equal(n.Genes, m.Genes) }) {
				died++
			}
		}
		if died > s.Replace || before != nil && now[len(now)-1].Fitness < before[len(before)-1].Fitness {
			t.Errorf("%d died, the worst has %g", died, now[len(now)-1].Fitness)
		}
		before = now
	}
}

// TestCrossed: the first generation has nothing but what its two parents have.
func TestCrossed(t *testing.T) {
	s := Default()
	s.Crossed, s.Crossover = true, Uniform
	p := target(0)
	p.First = [][]int{{1, 1, 1, 1}, {9, 9, 9, 9}}
	mixed := 0
	for _, m := range evolve(t, p, s, 1).Population() {
		sum := 0
		for _, g := range m.Genes {
			if g != 1 && g != 9 {
				t.Errorf("%v is of neither", m.Genes)
			}
			sum += g
		}
		if sum != 4 && sum != 36 {
			mixed++
		}
	}
	if mixed < 5 {
		t.Errorf("only %d are mixed", mixed)
	}
}

func TestFormsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		change func(*Settings)
		says   string
	}{
		{func(s *Settings) { s.Coding = Permutation }, "order, partially-mapped, cycle"},
		{func(s *Settings) { s.Crossover = Blend }, "one-point, two-point, uniform"},
		{func(s *Settings) { s.Method = Steady }, "needs children"},
		{func(s *Settings) { s.Children = 3 }, "for method steady"},
		{func(s *Settings) { s.Coldest = 7 }, "must not be above"},
		{func(s *Settings) { s.Coding, s.Creep = Decimal, 0.1 }, "creep"},
	} {
		s := Default()
		c.change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, not %q", err, c.says)
		}
	}
}
