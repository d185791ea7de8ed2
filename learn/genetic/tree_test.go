package genetic

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// arithmetic is two trees of sums, products and differences: of x, y and the constants 0 to
// 5, and of x alone.
var arithmetic = Trees{Functions: 3, Inputs: []int{2, 1}, Constants: 6}

// compute is what a tree of these comes to.
func compute(list []int, number, x, y int) (value int, rest []int) {
	symbol, rest := list[0], list[1:]
	if symbol > arithmetic.Functions {
		leaves := [][]int{{x, y, 0, 1, 2, 3, 4, 5}, {x, 0, 1, 2, 3, 4, 5}}
		return leaves[number][symbol-arithmetic.Functions-1], rest
	}
	a, rest := compute(rest, number, x, y)
	b, rest := compute(rest, number, x, y)
	return []int{a + b, a - b, a * b}[symbol-1], rest
}

// curves has trees find x·y + 2x and x − 3.
func curves(depth int) Problem {
	return Problem{Genome: arithmetic.Genome(depth), Trees: &arithmetic, Fitness: func(_ context.Context, _ int, population [][]int) (fitness []float64, _ error) {
		for _, genes := range population {
			f, written := 0.0, arithmetic.Written(genes)
			for x := -3; x <= 3; x++ {
				for y := -3; y <= 3; y++ {
					for number, want := range []int{x*y + 2*x, x - 3} {
						got, _ := compute(written[number], number, x, y)
						f -= min(float64((got-want)*(got-want)), 1000)
					}
				}
			}
			fitness = append(fitness, f)
		}
		return fitness, nil
	}}
}

func treeSettings() Settings {
	s := Default()
	s.Coding, s.Crossover, s.Population, s.Mutation, s.Generations, s.Stale = Tree, Subtree, 100, 0.03, 40, 0
	s.Selection, s.Contenders = Tournament, 4
	return s
}

// TestTreesEvolve: with every crossover trees come much nearer to both expressions.
func TestTreesEvolve(t *testing.T) {
	for _, x := range crossoversOf(Tree) {
		s := treeSettings()
		s.Crossover = x
		first := evolve(t, curves(s.Depth()), s, 1).Log()[0].Record
		last := evolve(t, curves(s.Depth()), s, s.Generations).Log()
		if got := last[len(last)-1].Record; got < first/4 {
			t.Errorf("%s: from %g to %g", x, first, got)
		}
	}
}

// TestTreesStay: whatever is drawn, crossed and mutated stays a tree of the depth allowed.
func TestTreesStay(t *testing.T) {
	s := treeSettings()
	s.TreeDepth, s.TreeFirst = 4, 3
	c := coder{arithmetic.Genome(4), Tree, s.forest(&arithmetic)}
	r := rand.New(rand.NewPCG(5, 6))
	deepest, changed := 0, 0
	for i := range 2000 {
		a, b := c.random(i, r), c.random(i+1, r)
		for _, x := range crossoversOf(Tree) {
			before := slices.Clone(a)
			c.cross(x, a, b, 0.5, r)
			c.mutate(a, 0.1, 0, r)
			if err := c.fits(a); err != nil {
				t.Fatalf("%s: %v", x, err)
			}
			if err := c.fits(b); err != nil {
				t.Fatalf("%s: %v", x, err)
			}
			if !slices.Equal(a, before) {
				changed++
			}
		}
		deepest = max(deepest, c.forest.height(a[:placesOf(4)], 0))
		again, err := arithmetic.Plant(arithmetic.Written(a), 4)
		if err != nil || !slices.Equal(again, a) {
			t.Fatalf("%v is planted again as %v, %v", a, again, err)
		}
	}
	if deepest != 4 || changed < 3000 {
		t.Errorf("the deepest has depth %d, %d have changed", deepest, changed)
	}
}

// TestRamped: of the first generation every second tree has all its branches as long as its
// turn says, the others none longer.
func TestRamped(t *testing.T) {
	s := treeSettings()
	f := s.forest(&arithmetic)
	r := rand.New(rand.NewPCG(1, 1))
	shorter := 0
	for number := range 60 {
		want := 1 + number/2%3
		for _, tree := range f.split(f.random(number, r)) {
			count := len(f.subtree(tree, 0))
			switch got := f.height(tree, 0); {
			case number%2 == 0 && count != placesOf(want):
				t.Errorf("number %d has %d symbols, not %d", number, count, placesOf(want))
			case got > want:
				t.Errorf("number %d has depth %d, more than %d", number, got, want)
			case got < want:
				shorter++
			}
		}
	}
	if shorter == 0 {
		t.Error("none is grown")
	}
}

// TestSubtreeCrossover: what one loses the other gains, unless a child would be too deep.
func TestSubtreeCrossover(t *testing.T) {
	s := treeSettings()
	s.TreeDepth, s.TreeFirst = 3, 3
	f := s.forest(&Trees{Functions: 1, Inputs: []int{1}})
	r := rand.New(rand.NewPCG(2, 3))
	kept := 0
	for range 500 {
		a, b := f.random(r.IntN(6), r), f.random(r.IntN(6), r)
		before := len(f.subtree(a, 0)) + len(f.subtree(b, 0))
		p, q := slices.Clone(a), slices.Clone(b)
		f.crossSubtrees(a, b, r)
		after := len(f.subtree(a, 0)) + len(f.subtree(b, 0))
		if after != before && !slices.Equal(a, p) && !slices.Equal(b, q) {
			t.Fatalf("%v and %v became %v and %v", p, q, a, b)
		}
		if after != before {
			kept++
		}
	}
	if kept == 0 {
		t.Error("no child was too deep")
	}
}

// TestTreesGoOn: a run that was written and read ends with the same bytes.
func TestTreesGoOn(t *testing.T) {
	s := treeSettings()
	s.Population, s.Generations, s.Islands, s.Migrate = 12, 9, 2, 3
	whole := evolve(t, curves(5), s, 9).Save("curves")
	half := evolve(t, curves(5), s, 4).Save("curves")
	run, err := New(curves(5), s)
	if err == nil {
		err = run.Load("curves", half)
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if err := run.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(run.Save("curves"), whole) {
		t.Error("what was stopped ends otherwise")
	}
	damaged := bytes.Replace(half, []byte(`"chromosome":[`), []byte(`"chromosome":[1,`), 1)
	if err := run.Load("curves", damaged); err == nil {
		t.Error("a damaged tree is read")
	}
}

func TestNoTrees(t *testing.T) {
	for _, c := range []struct {
		change func(*Settings)
		says   string
	}{
		{func(s *Settings) { s.Crossover = TwoPoint }, "subtree, one-point, uniform are"},
		{func(s *Settings) { s.Method, s.Population, s.Elite, s.Contenders = Hill, 2, 0, 2 }, "not for trees"},
		{func(s *Settings) { s.TreeFirst, s.TreeDepth = 5, 4 }, "tree-first 5"},
		{func(s *Settings) { s.Coding, s.Crossover, s.TreeDepth = Integer, OnePoint, 4 }, "for coding tree"},
		{func(s *Settings) { s.Creep = 0.1 }, "creep"},
	} {
		s := treeSettings()
		c.change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, not %q", err, c.says)
		}
	}
	if _, err := New(target(0), treeSettings()); err == nil || !strings.Contains(err.Error(), "made of trees") {
		t.Errorf("numbers as trees: %v", err)
	}
	for says, genes := range map[string][]int{"nothing stands": {1, 2, 0}, "belongs to no": {2, 2, 0}, "too deep": {1, 1, 2}} {
		one := Trees{Functions: 1, Inputs: []int{1}}
		if err := one.fits(genes); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, not %q", genes, err, says)
		}
	}
	one := Trees{Functions: 1, Inputs: []int{1}}
	for says, list := range map[string][][]int{"missing": {{1, 2}}, "follow": {{2, 2}}, "deeper": {{1, 1, 2, 2, 2}}, "not 1": {}} {
		if _, err := one.Plant(list, 1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, not %q", list, err, says)
		}
	}
}
