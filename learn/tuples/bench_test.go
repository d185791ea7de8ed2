package tuples

import (
	"context"
	"testing"
)

// BenchmarkConnect4 learns from games as the preset does, after some have been learned
// from.
func BenchmarkConnect4(b *testing.B) {
	g := celled(b, "connect4")
	r := newRun(b, preset(g, TD), g)
	for range 100 {
		if err := r.Batch(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
	before := r.Done
	for b.Loop() {
		if err := r.Batch(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(r.Done-before), "µs/game")
}
