package extensive

import (
	"fmt"
	"math"
	"testing"
	"time"

	"gambito/games/leduc"
	"gambito/games/liarsdice"
)

// benchmarks are the games by which speeds are told.
func benchmarks(b *testing.B) map[string]*Tree {
	dice, err := liarsdice.New(6)
	return map[string]*Tree{"leduc": compile(b, leduc.New(), nil), "liars-dice": compile(b, dice, err)}
}

// BenchmarkPlus: an iteration of CFR+, both players. user-ns/op is processor time, which is
// what to read on a machine that does other things besides.
func BenchmarkPlus(b *testing.B) {
	for name, tree := range benchmarks(b) {
		b.Run(name, func(b *testing.B) {
			l := learn(b, tree, Plus, 1)
			begin := userTime()
			for b.Loop() {
				l.Step(1)
			}
			b.ReportMetric(float64(userTime()-begin)/float64(b.N), "user-ns/op")
		})
	}
}

// BenchmarkWalker: the same iteration node by node, to compare with.
func BenchmarkWalker(b *testing.B) {
	for name, tree := range benchmarks(b) {
		b.Run(name, func(b *testing.B) {
			w := newWalker(b, tree, Plus)
			begin := userTime()
			for b.Loop() {
				w.Iterations++
				w.walk(0)
				w.walk(1)
			}
			b.ReportMetric(float64(userTime()-begin)/float64(b.N), "user-ns/op")
		})
	}
}

// late is a learner that draws batches as large as they become.
func late(b *testing.B, tree *Tree, batch, jobs int) *Learner {
	l, err := NewLearner(tree, External, 1)
	if err != nil {
		b.Fatal(err)
	}
	l.Step(2000) // one after the other, for something to play
	l.Batch, l.Jobs, l.Iterations = batch, jobs, growth*batch
	l.matchAll()
	l.Step(batch)
	return l
}

// BenchmarkExternal: an iteration of external sampling, both players, one after the other and
// in batches by one and by two goroutines.
func BenchmarkExternal(b *testing.B) {
	for name, tree := range benchmarks(b) {
		for _, c := range []struct{ batch, jobs int }{{1, 1}, {1000, 1}, {1000, 2}} {
			b.Run(fmt.Sprintf("%s/batch=%d/jobs=%d", name, c.batch, c.jobs), func(b *testing.B) {
				l := late(b, tree, c.batch, c.jobs)
				begin, before := userTime(), l.Iterations
				b.ResetTimer()
				l.Step(b.N)
				b.ReportMetric(float64(userTime()-begin)/float64(l.Iterations-before), "user-ns/iteration")
			})
		}
	}
}

// BenchmarkCores: how many times as fast two goroutines draw as one. Both take turns of two
// batches, and the fastest turn of each counts, since on a machine that does other things besides
// most turns tell of those. user-ratio is how much processor time two take for what one does.
func BenchmarkCores(b *testing.B) {
	for name, tree := range benchmarks(b) {
		for _, batch := range []int{1000, 4000} {
			b.Run(fmt.Sprintf("%s/batch=%d", name, batch), func(b *testing.B) {
				learners := []*Learner{late(b, tree, batch, 1), late(b, tree, batch, 2)}
				fastest, user := []time.Duration{time.Hour, time.Hour}, []int64{0, 0}
				for b.Loop() {
					for i, l := range learners {
						used, begin := userTime(), time.Now()
						l.Step(2 * batch)
						fastest[i] = min(fastest[i], time.Since(begin))
						user[i] += userTime() - used
					}
				}
				b.ReportMetric(float64(fastest[0])/float64(fastest[1]), "speedup")
				b.ReportMetric(float64(user[1])/float64(user[0]), "user-ratio")
			})
		}
	}
}

// BenchmarkGivesAway: what external sampling comes to by the size of its batches, after as many
// iterations and in about as much time, mean over seeds, and the processor time it takes. To be run with
// -benchtime 1x.
func BenchmarkGivesAway(b *testing.B) {
	type run struct{ batch, iterations int }
	runs := map[string][]run{
		"leduc":      {{1, 500_000}, {200, 500_000}, {1000, 500_000}, {4000, 500_000}, {1000, 700_000}},
		"liars-dice": {{1, 200_000}, {200, 200_000}, {1000, 200_000}, {4000, 200_000}, {1000, 320_000}},
	}
	for name, tree := range benchmarks(b) {
		for _, r := range runs[name] {
			b.Run(fmt.Sprintf("%s/batch=%d/iterations=%d", name, r.batch, r.iterations), func(b *testing.B) {
				const seeds = 8
				for b.Loop() {
					gives, squares, begin := 0.0, 0.0, userTime()
					for seed := range uint64(seeds) {
						l, err := NewLearner(tree, External, seed+1)
						if err != nil {
							b.Fatal(err)
						}
						l.Batch = r.batch
						l.Step(r.iterations)
						e := tree.Exploitability(l.Average())
						gives, squares = gives+e/seeds, squares+e*e/seeds
					}
					b.ReportMetric(gives, "gives-away")
					b.ReportMetric(math.Sqrt((squares-gives*gives)/(seeds-1)), "standard-error")
					b.ReportMetric(float64(userTime()-begin)/1e9/seeds, "user-s")
				}
			})
		}
	}
}
