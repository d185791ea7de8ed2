package adapt

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// truth is what a combination of three parameters wins: 0.45 to 0.6, with one best
// combination, (3, 1, 2), parameters that matter more and less, and two that belong together.
func truth(c []int) float64 {
	win := 0.45
	win += 0.08 - 0.02*float64((c[0]-3)*(c[0]-3))
	if c[1] == 1 && c[2] == 2 {
		win += 0.05
	} else if c[2] == 2 {
		win += 0.02
	}
	return max(win, 0.3)
}

// play has a tuner draw and learn from simulations that win by chance.
func play(t testing.TB, name string, seed uint64, draws int) (mean float64, best []int, all [][3]int) {
	p := Problem{Levels: []int{5, 3, 4}, Batch: 20, Seed: seed}
	tuner, err := New(name, p)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 7))
	best = make([]int, 3)
	for range draws {
		c := make([]int, 3)
		tuner.Draw(c)
		for i, level := range c {
			if level < 0 || level >= p.Levels[i] {
				t.Fatalf("%s draws %v", name, c)
			}
		}
		wins := 0
		for range p.Batch {
			if r.Float64() < truth(c) {
				wins++
			}
		}
		tuner.Learn(float64(wins) / float64(p.Batch))
		mean += truth(c) / float64(draws)
		all = append(all, [3]int(c))
	}
	tuner.Best(best)
	return mean, best, all
}

// TestTuners: with 1500 draws of 20 simulations every method draws better combinations than
// randomisation does, settles on one that is near the best, and draws the same again.
func TestTuners(t *testing.T) {
	const draws, runs = 1500, 12
	baseline := 0.0
	for _, m := range Methods {
		mean, settled := 0.0, 0.0
		for seed := range uint64(runs) {
			x, best, _ := play(t, m.Name, seed+1, draws)
			mean += x / runs
			settled += truth(best) / runs
		}
		t.Logf("%-8s draws %.4f, settles on %.4f of 0.5800", m.Name, mean, settled)
		if m.Name == "random" {
			baseline = mean
		} else if mean < baseline+0.02 {
			t.Errorf("%s draws combinations of %.4f, at random they are of %.4f", m.Name, mean, baseline)
		}
		if settled < 0.555 {
			t.Errorf("%s settles on combinations of %.4f, the best is 0.58", m.Name, settled)
		}
	}
}

// TestEqualNumbersOfValues: parameters with equally many values, of which the best ones have
// different numbers, are drawn in all their combinations and each finds its own best value.
func TestEqualNumbersOfValues(t *testing.T) {
	best := []int{3, 0, 2}
	for _, m := range Methods {
		if m.Name == "random" {
			continue
		}
		settled, pairs := 0.0, 0
		for seed := range uint64(8) {
			tuner, err := New(m.Name, Problem{Levels: []int{5, 5, 5}, Batch: 20, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			worth := func(c []int) float64 {
				win := 0.62
				for i, level := range c {
					win -= 0.03 * float64(max(level-best[i], best[i]-level))
				}
				return win
			}
			r, c, seen := rand.New(rand.NewPCG(seed, 8)), make([]int, 3), map[[2]int]bool{}
			for range 1500 {
				tuner.Draw(c)
				wins := 0
				for range 20 {
					if r.Float64() < worth(c) {
						wins++
					}
				}
				tuner.Learn(float64(wins) / 20)
				seen[[2]int{c[0], c[1]}] = true
			}
			tuner.Best(c)
			settled += worth(c) / 8
			pairs += len(seen)
		}
		t.Logf("%-8s settles on %.4f of 0.6200, draws %.1f of 25 pairs of values", m.Name, settled, float64(pairs)/8)
		if settled < 0.595 || pairs < 8*20 {
			t.Errorf("%s settles on combinations of %.4f of 0.62, draws %.1f of 25 pairs of values", m.Name, settled, float64(pairs)/8)
		}
	}
}

// TestEveryValueIsTried, by every method, before it settles.
func TestEveryValueIsTried(t *testing.T) {
	for _, m := range Methods {
		_, _, all := play(t, m.Name, 5, 1500)
		for i, levels := range []int{5, 3, 4} {
			for level := range levels {
				if !slices.ContainsFunc(all, func(c [3]int) bool { return c[i] == level }) {
					t.Errorf("%s never tries value %d of parameter %d", m.Name, level, i)
				}
			}
		}
	}
}

// TestSeeds: equal seeds draw alike, others do not.
func TestSeeds(t *testing.T) {
	for _, m := range Methods {
		_, _, a := play(t, m.Name, 3, 300)
		_, _, b := play(t, m.Name, 3, 300)
		_, _, c := play(t, m.Name, 4, 300)
		if !slices.Equal(a, b) || slices.Equal(a, c) {
			t.Errorf("%s does not depend on its seed as it should", m.Name)
		}
	}
}

// TestSmallSpaces: one value, one parameter.
func TestSmallSpaces(t *testing.T) {
	for _, levels := range [][]int{{1}, {2}, {1, 1}, {7}} {
		for _, m := range Methods {
			tuner, err := New(m.Name, Problem{Levels: levels, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			c := make([]int, len(levels))
			for i := range 800 {
				tuner.Draw(c)
				tuner.Learn(float64(i % 2))
			}
			tuner.Best(c)
			for i := range c {
				if c[i] < 0 || c[i] >= levels[i] {
					t.Errorf("%s: %v of %v", m.Name, c, levels)
				}
			}
		}
	}
	if _, err := New("nmx", Problem{Levels: []int{2}}); err == nil {
		t.Error("nmx is a method")
	}
	if _, err := New("nmc", Problem{Levels: []int{1000, 1000}}); err == nil {
		t.Error("a million combinations are not too many")
	}
}

// BenchmarkDraw is what a draw and what is learned of it cost.
func BenchmarkDraw(b *testing.B) {
	for _, m := range Methods {
		b.Run(m.Name, func(b *testing.B) {
			tuner, err := New(m.Name, Problem{Levels: []int{5, 6, 5}, Batch: 20, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			c, r := make([]int, 3), rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				tuner.Draw(c)
				tuner.Learn(r.Float64())
			}
		})
	}
}
