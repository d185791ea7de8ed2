package genetic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func near(a, b []float64, tolerance float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

func TestScaling(t *testing.T) {
	sigma := math.Sqrt(2.0 / 3)
	tenth := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 0} // the last is 3σ below the mean
	third := 0.1 / (2 * math.Sqrt(0.09))
	for _, c := range []struct {
		scaling       Scaling
		fitness, want []float64
	}{
		{Plain, []float64{1, 2, 3}, []float64{1, 2, 3}},
		{Plain, []float64{-1, 0, 2}, []float64{0, 1, 3}},
		{Sigma, []float64{1, 2, 3}, []float64{1 - 1/(2*sigma), 1, 1 + 1/(2*sigma)}},
		{Sigma, []float64{5, 5}, []float64{1, 1}},
		{Sigma, tenth, []float64{1 + third, 1 + third, 1 + third, 1 + third, 1 + third, 1 + third, 1 + third, 1 + third, 1 + third, 0.1}},
		{Ranking, []float64{30, 10, 20}, []float64{1.1, 0.9, 1}},
		{Ranking, []float64{30, 20, 20}, []float64{1.1, 0.95, 0.95}},
		{Boltzmann, []float64{2, 0, 1}, []float64{1, math.Exp(-1), math.Exp(-0.5)}}, // temperature 2
		{Boltzmann, []float64{5000, 4000}, []float64{1, 0}},
	} {
		s := Default()
		s.Scaling, s.Temperature = c.scaling, 2
		if got := s.expected(c.fitness, s.Temperature); !near(got, c.want, 1e-12) {
			t.Errorf("%s of %v is %v, not %v", c.scaling, c.fitness, got, c.want)
		}
	}
}

// TestSelection compares the copies that individuals get with those they may
// expect, in the mean and in every single draw.
func TestSelection(t *testing.T) {
	fitness := []float64{1, 2, 3, 5, 9} // of 20
	const count, trials = 8, 20_000
	expected := []float64{0.4, 0.8, 1.2, 2, 3.6}
	for _, c := range []struct {
		selection   Selection
		mean        bool    // the expectation is met exactly
		below, over float64 // how far a draw may be from it
	}{
		{Roulette, true, 8, 8},
		{RemainderReplacing, true, 1, 8},
		{RemainderOnce, false, 1, 1},
		{Universal, true, 1, 1},
		{Deterministic, false, 1, 1},
	} {
		s := Default()
		s.Selection, s.Scaling = c.selection, Plain
		r := rand.New(rand.NewPCG(1, 2))
		mean := make([]float64, len(fitness))
		for range trials {
			copies := make([]float64, len(fitness))
			chosen := s.parents(fitness, count, s.Temperature, r)
			if len(chosen) != count {
				t.Fatalf("%s: %d parents, not %d", c.selection, len(chosen), count)
			}
			for _, i := range chosen {
				copies[i]++
				mean[i] += 1.0 / trials
			}
			for i, n := range copies {
				if n <= expected[i]-c.below || n >= expected[i]+c.over {
					t.Fatalf("%s: %g copies of %d, who may expect %g", c.selection, n, i, expected[i])
				}
			}
		}
		if c.mean && !near(mean, expected, 0.04) {
			t.Errorf("%s: copies %v in the mean, not %v", c.selection, mean, expected)
		}
		if c.selection == Deterministic && !near(mean, []float64{0, 1, 1, 2, 4}, 1e-9) {
			t.Errorf("%s: copies %v", c.selection, mean)
		}
	}
}

// TestSelectionOfEquals has nobody but equals, or nobody fit at all.
func TestSelectionOfEquals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, selection := range Selections {
		for _, scaling := range Scalings {
			for _, fitness := range [][]float64{{0, 0, 0}, {7, 7, 7}, {-2, -2, -2}} {
				s := Default()
				s.Selection, s.Scaling = selection, scaling
				copies := make([]float64, 3)
				for range 3000 {
					for _, i := range s.parents(fitness, 4, s.Temperature, r) {
						copies[i] += 1.0 / 3000
					}
				}
				third := 4.0 / 3
				if selection == Deterministic {
					if copies[0]+copies[1]+copies[2] < 3.999 {
						t.Errorf("%s, %s of %v: %v", selection, scaling, fitness, copies)
					}
				} else if !near(copies, []float64{third, third, third}, 0.15) {
					t.Errorf("%s, %s of %v: %v copies", selection, scaling, fitness, copies)
				}
			}
		}
	}
}

func TestTournament(t *testing.T) {
	fitness := []float64{1, 4, 3, 2}
	const trials = 40_000
	for _, c := range []struct {
		chance float64
		want   []float64
	}{
		// Of two drawn of four the best of all wins with 7/16 and so on.
		{1, []float64{1.0 / 16, 7.0 / 16, 5.0 / 16, 3.0 / 16}},
		// If the worse wins one time of four, a quarter goes over, except where
		// one meets itself.
		{0.75, []float64{0.75*1.0/16 + 0.25*7/16, 0.75*7.0/16 + 0.25*1/16, 0.75*5.0/16 + 0.25*3/16, 0.75*3.0/16 + 0.25*5/16}},
	} {
		s := Default()
		s.Selection, s.Contenders, s.WinChance = Tournament, 2, c.chance
		r := rand.New(rand.NewPCG(5, 5))
		share := make([]float64, len(fitness))
		for _, i := range s.parents(fitness, trials, s.Temperature, r) {
			share[i] += 1.0 / trials
		}
		if !near(share, c.want, 0.01) {
			t.Errorf("chance %g: shares %v, not %v", c.chance, share, c.want)
		}
	}
}

func TestCrossover(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const n, trials = 6, 30_000
	for _, c := range []struct {
		kind   Crossover
		chance float64
		most   int // changes of parent along a child
	}{{OnePoint, 0, 1}, {TwoPoint, 0, 2}, {Uniform, 0.3, n - 1}} {
		exchanged := make([]float64, n)
		for range trials {
			a, b := []int{0, 0, 0, 0, 0, 0}, []int{1, 1, 1, 1, 1, 1}
			coder{}.cross(c.kind, a, b, c.chance, r)
			changes := 0
			for i := range a {
				if a[i]+b[i] != 1 {
					t.Fatalf("%s: children %v and %v", c.kind, a, b)
				}
				exchanged[i] += float64(a[i]) / trials
				if i > 0 && a[i] != a[i-1] {
					changes++
				}
			}
			if changes > c.most || c.kind != Uniform && changes == 0 {
				t.Fatalf("%s: child %v", c.kind, a)
			}
		}
		want := map[Crossover][]float64{
			OnePoint: {0, 0.2, 0.4, 0.6, 0.8, 1},                            // a cut before it, of five
			TwoPoint: {5.0 / 15, 8.0 / 15, 9.0 / 15, 8.0 / 15, 5.0 / 15, 0}, // cuts around it, of 15 pairs; the last place stays, which names the children
			Uniform:  {0.3, 0.3, 0.3, 0.3, 0.3, 0.3},
		}[c.kind]
		if !near(exchanged, want, 0.015) {
			t.Errorf("%s: places are exchanged with %v, not %v", c.kind, exchanged, want)
		}
	}
}

func TestMutation(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	genome := Genome{{1, 100}, {0, 36}, {3, 15}}
	bits := coder{genome: genome, coding: Binary}
	chromosome := bits.encode([]int{50, 18, 9})
	turned := slices.Clone(chromosome)
	bits.mutate(turned, 1, 0, r)
	for i := range turned {
		if turned[i] == chromosome[i] {
			t.Errorf("bit %d was not turned", i)
		}
	}
	numbers := coder{genome: genome, coding: Integer}
	changed, trials := 0, 20_000
	for range trials {
		genes := []int{50, 18, 9}
		numbers.mutate(genes, 0.1, 0, r)
		if err := genome.Fits(genes); err != nil {
			t.Fatal(err)
		}
		if genes[0] != 50 {
			changed++
		}
	}
	if want := 0.1 * 99 / 100; math.Abs(float64(changed)/float64(trials)-want) > 0.01 {
		t.Errorf("a number changes %d times of %d", changed, trials)
	}
	sum := 0.0
	for range trials {
		genes := []int{50, 18, 9}
		numbers.mutate(genes, 1, 0.05, r)
		if err := genome.Fits(genes); err != nil {
			t.Fatal(err)
		}
		if genes[0] == 50 || genes[1] == 18 {
			t.Fatal("a number that creeps has not moved")
		}
		sum += math.Abs(float64(genes[0] - 50))
	}
	if mean := sum / float64(trials); mean < 3.5 || mean > 5 { // |N(0, 5)| is 4 in the mean
		t.Errorf("numbers creep by %.2f in the mean", mean)
	}
}

func TestMutationFalls(t *testing.T) {
	s := Default()
	s.Mutation, s.MutationLast, s.Generations = 0.14, 0.01, 53
	for generation, want := range map[int]float64{1: 0.14, 26: 0.0763, 51: 0.0126, 52: 0.01, 99: 0.01} {
		if got := s.mutationIn(generation); math.Abs(got-want) > 1.5e-3 {
			t.Errorf("generation %d: %.4f, not %.4f", generation, got, want)
		}
	}
	s.MutationLast = 0
	if s.mutationIn(40) != 0.14 {
		t.Error("a constant rate falls")
	}
}

func TestDiversity(t *testing.T) {
	population := []Individual{{Chromosome: []int{1, 1}}, {Chromosome: []int{1, 2}}, {Chromosome: []int{1, 1}}}
	if got := diversity(population); math.Abs(got-2.0/6) > 1e-12 { // of 3 pairs two differ at one of 2 places
		t.Errorf("the diversity is %g", got)
	}
}
