package extensive

import (
	"fmt"
	"testing"

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

// BenchmarkExternal: an iteration of external sampling, both players, one after the other and
// in batches by one and by two goroutines.
func BenchmarkExternal(b *testing.B) {
	for name, tree := range benchmarks(b) {
		for _, c := range []struct{ batch, jobs int }{{1, 1}, {100, 1}, {100, 2}, {1000, 1}, {1000, 2}} {
			b.Run(fmt.Sprintf("%s/batch=%d/jobs=%d", name, c.batch, c.jobs), func(b *testing.B) {
				l, err := NewLearner(tree, External, 1)
				if err != nil {
					b.Fatal(err)
				}
				l.Batch, l.Jobs = c.batch, c.jobs
				l.Step(1000)
				begin := userTime()
				b.ResetTimer()
				l.Step(b.N)
				b.ReportMetric(float64(userTime()-begin)/float64(b.N), "user-ns/op")
			})
		}
	}
}
