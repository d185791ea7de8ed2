package genetic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// target is a problem whose best vector is known. Its fitness has noise that
// depends on the generation, the same for equal vectors.
func target(noise float64) Problem {
	goal := []int{5, 60, 33, 90}
	return Problem{
		Genome: Genome{{1, 100}, {1, 100}, {0, 36}, {1, 100}},
		Repair: func(genes []int) { genes[3] = max(genes[1], genes[3]) },
		Fitness: func(ctx context.Context, generation int, population [][]int) ([]float64, error) {
			var fitness []float64
			for _, genes := range population {
				if genes[3] < genes[1] {
					return nil, fmt.Errorf("%v was not repaired", genes)
				}
				f := 100.0
				for i, g := range genes {
					f -= float64(max(g-goal[i], goal[i]-g)) / 4
				}
				r := rand.New(rand.NewPCG(uint64(generation), uint64(genes[0]*1000+genes[1])))
				fitness = append(fitness, f+noise*r.NormFloat64())
			}
			return fitness, ctx.Err()
		},
	}
}

func evolve(t *testing.T, p Problem, s Settings, steps int) *Run {
	t.Helper()
	run, err := New(p, s)
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		if _, ended := run.Finished(); ended {
			break
		}
		if err := run.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return run
}

// variety is settings that between them use everything.
func variety() map[string]Settings {
	all := map[string]Settings{}
	add := func(name string, change func(*Settings)) {
		s := Default()
		s.Generations, s.Stale = 40, 0
		change(&s)
		all[name] = s
	}
	add("thesis", func(s *Settings) {})
	add("gray", func(s *Settings) { s.Coding, s.Crossover, s.SwapChance = Gray, Uniform, 0.3 })
	add("binary", func(s *Settings) { s.Coding, s.Crossover, s.Selection = Binary, TwoPoint, Roulette })
	add("micro", func(s *Settings) { s.Coding, s.Population, s.Elite, s.Restart, s.Generations = Gray, 4, 1, 0.001, 200 })
	add("steady", func(s *Settings) { s.Replace, s.Elite, s.Selection, s.Generations = 4, 0, Tournament, 150 })
	add("islands", func(s *Settings) { s.Islands, s.Migrate, s.Population, s.Selection = 3, 5, 8, Universal })
	add("creep", func(s *Settings) {
		s.Creep, s.Mutation, s.MutationLast, s.Scaling, s.Selection = 0.1, 0.5, 0.1, Ranking, RemainderOnce
	})
	add("boltzmann", func(s *Settings) {
		s.Scaling, s.Temperature, s.Selection, s.Mutation = Boltzmann, 5, Deterministic, 0.1
	})
	add("spread", func(s *Settings) { s.Coding, s.Population, s.Elite, s.Spread, s.Generations = Gray, 4, 3, 0.1, 400 })
	add("cooling", func(s *Settings) { s.Scaling, s.Temperature, s.Coldest, s.Mutation = Boltzmann, 20, 0.5, 0.1 })
	add("by rank", func(s *Settings) {
		s.Method, s.Children, s.Replace, s.Elite, s.Mutation, s.Generations = Steady, 6, 4, 0, 0.1, 80
	})
	add("arithmetic", func(s *Settings) {
		s.Coding, s.Crossover, s.Mutation, s.Creep = Real, Arithmetic, 0.3, 0.1
	})
	add("blend", func(s *Settings) { s.Coding, s.Crossover = Real, Blend })
	add("simulated", func(s *Settings) { s.Coding, s.Crossover, s.Mutation, s.Creep = Real, Simulated, 0.2, 0.1 })
	add("ieee", func(s *Settings) { s.Coding, s.Crossover, s.Generations = IEEE, Uniform, 100 })
	add("decimal", func(s *Settings) { s.Coding, s.Crossover, s.Mutation = Decimal, TwoPoint, 0.1 })
	add("hill", func(s *Settings) {
		s.Method, s.Population, s.Elite, s.Mutation, s.Creep, s.Generations = Hill, 2, 0, 0.5, 0.1, 300
	})
	return all
}

// TestEvolution expects every method to come much nearer to the goal than
// chance, which reaches about 65 at the first try.
func TestEvolution(t *testing.T) {
	for name, s := range variety() {
		if name == "steady" || name == "thesis" {
			s.Mutation = 0.1
		}
		run := evolve(t, target(0), s, s.Generations)
		log := run.Log()
		if len(log) != s.Generations {
			t.Errorf("%s: %d generations", name, len(log))
		}
		first, last := log[0], log[len(log)-1]
		if last.Record < 93 || last.Record <= first.Best {
			t.Errorf("%s: from %.1f to %.1f", name, first.Best, last.Record)
		}
		if best := run.Best(1)[0]; slices.Max([]float64{log[0].Best, last.Record}) != fitnessOne(t, best) {
			t.Errorf("%s: the best, %v, has the fitness %g, not %g", name, best, fitnessOne(t, best), last.Record)
		}
	}
}

func fitnessOne(t *testing.T, genes []int) float64 {
	f, err := target(0).Fitness(context.Background(), 0, [][]int{genes})
	if err != nil {
		t.Fatal(err)
	}
	return f[0]
}

// TestElite sees that the best live on, and in a steady state all but the worst.
func TestElite(t *testing.T) {
	for _, replace := range []int{0, 2} {
		s := Default()
		s.Replace, s.Stale = replace, 0
		survivors := s.Elite
		if replace > 0 {
			survivors = s.Population - replace
		}
		run := evolve(t, target(0), s, 3)
		before := run.sorted(0)[:survivors]
		if err := run.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		for i, one := range before {
			if !slices.Equal(one.Chromosome, run.islands[0][i].Chromosome) {
				t.Errorf("replace %d: number %d of the best is gone", replace, i+1)
			}
		}
	}
}

// TestFirst sees that given vectors are in the first generation.
func TestFirst(t *testing.T) {
	p := target(0)
	p.First = [][]int{{5, 60, 33, 90}, {1, 1, 1, 1}}
	for _, coding := range []Coding{Integer, Binary, Gray} {
		s := Default()
		s.Coding = coding
		run := evolve(t, p, s, 1)
		if log := run.Log(); log[0].Best != 100 || !slices.Equal(log[0].Genes, p.First[0]) {
			t.Errorf("%s: best %+v", coding, log[0])
		}
	}
}

// TestRestart has a micro-GA converge: it keeps the best and nobody else.
func TestRestart(t *testing.T) {
	s := variety()["micro"]
	s.Mutation = 0
	run := evolve(t, target(0), s, 200)
	restarts := 0
	for i, e := range run.Log() {
		if e.Restarts > 0 {
			restarts++
			if e.Diversity != 0 || i+1 < len(run.Log()) && (run.Log()[i+1].Diversity == 0 || run.Log()[i+1].Best < e.Best) {
				t.Errorf("generation %d: %+v", i+1, e)
			}
		}
	}
	if restarts < 5 {
		t.Errorf("%d restarts", restarts)
	}
}

// TestMigration sends the best of an island to the next.
func TestMigration(t *testing.T) {
	s := Default()
	s.Islands, s.Migrate, s.Population, s.Elite, s.Stale = 3, 2, 6, 1, 0
	run := evolve(t, target(0), s, 2)
	var best [][]int
	for island := range 3 {
		best = append(best, run.sorted(island)[0].Chromosome)
	}
	if err := run.Step(context.Background()); err != nil {
		t.Fatal(err)
	}
	for island := range 3 {
		candidates := [][]int{best[island], best[(island+2)%3]}
		fittest := candidates[0]
		if fitnessOne(t, candidates[1]) > fitnessOne(t, fittest) {
			fittest = candidates[1]
		}
		if !slices.Equal(run.islands[island][0].Chromosome, fittest) {
			t.Errorf("island %d begins with %v, not %v", island, run.islands[island][0].Chromosome, fittest)
		}
	}
}

func TestStops(t *testing.T) {
	flat := Problem{Genome: Genome{{0, 9}}, Fitness: func(_ context.Context, _ int, population [][]int) ([]float64, error) {
		return make([]float64, len(population)), nil
	}}
	for _, c := range []struct {
		change func(*Settings)
		steps  int
		reason Reason
	}{
		{func(s *Settings) { s.Stale = 5 }, 6, NoNewBest},
		{func(s *Settings) { s.Stale, s.Generations = 0, 9 }, 9, AllGenerations},
	} {
		s := Default()
		c.change(&s)
		run := evolve(t, flat, s, 100)
		if reason, ended := run.Finished(); len(run.Log()) != c.steps || reason != c.reason || !ended {
			t.Errorf("%d generations, %q", len(run.Log()), reason)
		}
	}
	s := Default()
	s.Target, s.Stale, s.Mutation, s.Generations = 90, 0, 0.1, 1000
	run := evolve(t, target(0), s, 1000)
	if reason, _ := run.Finished(); reason != TargetReached || run.Log()[len(run.Log())-1].Best < 90 {
		t.Errorf("%d generations, %q", len(run.Log()), reason)
	}
}

// TestResume breaks every kind of run off and goes on: nothing may differ.
func TestResume(t *testing.T) {
	for name, s := range variety() {
		whole := evolve(t, target(3), s, 12).Save("x")
		half := evolve(t, target(3), s, 5).Save("x")
		rest, err := New(target(3), s)
		if err != nil {
			t.Fatal(err)
		}
		if err := rest.Load("x", half); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 7 {
			if err := rest.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(rest.Save("x"), whole) {
			t.Errorf("%s: a run that was stopped differs from one that was not", name)
		}
		s.Seed++
		if other := evolve(t, target(3), s, 12); bytes.Equal(bytes.ReplaceAll(other.Save("x"), []byte(`"seed":2`), []byte(`"seed":1`)), whole) {
			t.Errorf("%s: another seed makes no difference", name)
		}
	}
}

// TestFailedStep sees that a generation that could not be measured leaves no trace.
func TestFailedStep(t *testing.T) {
	p := target(0)
	good, fail := p.Fitness, false
	p.Fitness = func(ctx context.Context, generation int, population [][]int) ([]float64, error) {
		if fail {
			return nil, errors.New("no")
		}
		return good(ctx, generation, population)
	}
	run := evolve(t, p, Default(), 4)
	before := run.Save("")
	fail = true
	if err := run.Step(context.Background()); err == nil || !bytes.Equal(run.Save(""), before) {
		t.Errorf("%v, and the run has changed", err)
	}
	for _, values := range [][]float64{{1}, nil} {
		p.Fitness = func(context.Context, int, [][]int) ([]float64, error) { return values, nil }
		bad, err := New(p, Default())
		if err != nil {
			t.Fatal(err)
		}
		if bad.Step(context.Background()) == nil {
			t.Errorf("%v is taken for the fitness of 20", values)
		}
	}
}

func TestSettings(t *testing.T) {
	for wrong, change := range map[string]func(*Settings){
		`method "x"`:      func(s *Settings) { s.Method = "x" },
		`coding ""`:       func(s *Settings) { s.Coding = "" },
		`selection "x"`:   func(s *Settings) { s.Selection = "x" },
		`scaling "x"`:     func(s *Settings) { s.Scaling = "x" },
		`crossover "x"`:   func(s *Settings) { s.Crossover = "x" },
		"population 1:":   func(s *Settings) { s.Population = 1 },
		"contenders 21":   func(s *Settings) { s.Contenders = 21 },
		"elite 20":        func(s *Settings) { s.Elite = 20 },
		"replace 18":      func(s *Settings) { s.Replace = 18 },
		"islands 0":       func(s *Settings) { s.Islands = 0 },
		"generations 0":   func(s *Settings) { s.Generations = 0 },
		"mutation 1.5":    func(s *Settings) { s.Mutation = 1.5 },
		"max-copies 3":    func(s *Settings) { s.MaxCopies = 3 },
		"temperature 0":   func(s *Settings) { s.Temperature = 0 },
		"restart 1":       func(s *Settings) { s.Restart = 1 },
		"creep is for":    func(s *Settings) { s.Creep, s.Coding = 0.1, Gray },
		"population of 2": func(s *Settings) { s.Method = Hill },
	} {
		s := Default()
		change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	p := target(0)
	p.First = [][]int{{0, 1, 1, 1}}
	if _, err := New(p, Default()); err == nil {
		t.Error("a first individual out of range is taken")
	}
	if _, err := New(Problem{Genome: Genome{{2, 1}}}, Default()); err == nil {
		t.Error("an empty range is taken")
	}
}

// TestTerse: without vectors in the log everything goes the same way, also after a stop.
func TestTerse(t *testing.T) {
	for name, s := range variety() {
		p := target(0)
		long := evolve(t, p, s, 6)
		p.Terse = true
		terse, half := evolve(t, p, s, 6), evolve(t, p, s, 3)
		if !reflect.DeepEqual(long.islands, terse.islands) || terse.Best(3) != nil || len(terse.Latest(1)) != 1 {
			t.Errorf("%s: it comes to something else", name)
		}
		rest, err := New(p, s)
		if err != nil {
			t.Fatal(err)
		}
		if err := rest.Load("", half.Save("")); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := rest.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(rest.Save(""), terse.Save("")) || bytes.Contains(rest.Save(""), []byte("null")) {
			t.Errorf("%s: after a stop it differs", name)
		}
		if rest.Load("", long.Save("")) == nil {
			t.Errorf("%s: a log with vectors is taken", name)
		}
	}
}
