package book

import (
	"context"
	"math"
	"testing"
)

// TestIncluded checks the book that comes with gambito as far as it goes without
// searches: size, laws, values by minimax.
func TestIncluded(t *testing.T) {
	if len(Included) > 2<<20 {
		t.Errorf("it has %d bytes", len(Included))
	}
	b, err := Decode(Included)
	if err != nil {
		t.Fatal(err)
	}
	checkLaws(t, b)
	if b.Len() < 2000 {
		t.Errorf("it has %d positions", b.Len())
	}
	if start := b.Entries()[0]; start.Value < -400 || start.Value > 400 {
		t.Errorf("the start, which is known to be drawn, is worth %d", start.Value)
	}
}

// TestIncludedSample searches some positions again. Searches with ProbCut come out a
// little differently when the order of moves or the solver changes, so values need
// not be equal to the last hundredth; another model judges by a disc or two differently.
func TestIncludedSample(t *testing.T) {
	b, err := Decode(Included)
	if err != nil {
		t.Fatal(err)
	}
	j, digest := judge()
	mean, worst := 1.0, 6.0
	if digest != b.Model() {
		t.Logf("the book was grown by another model, %s: grow it again, see docs/othello.md", b.Model())
		mean, worst = 2.5, 12
	}
	const sample = 12
	sum, count := 0.0, 0
	for i := range sample {
		n := &b.nodes[(2*i+1)*len(b.nodes)/(2*sample)]
		if n.Exit.Depth == 0 {
			continue
		}
		q := Question{Position: n.Position}
		for _, m := range n.stays() {
			q.Except |= 1 << m
		}
		found, err := newAsker(j, n.Exit.Depth).answer(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		off := math.Abs(float64(found.Value-n.Exit.Value)) / 100
		if off > worst {
			t.Errorf("%v is worth %d by the book and %d by a search of depth %d", n.Position, n.Exit.Value, found.Value, n.Exit.Depth)
		}
		sum += off
		count++
	}
	if count < sample/2 || sum/float64(count) > mean {
		t.Errorf("values of %d positions differ by %.2f discs on average", count, sum/float64(count))
	}
	t.Logf("values of %d positions differ by %.3f discs on average", count, sum/float64(count))
}
