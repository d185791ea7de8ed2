package dispatch_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// truth is what comes of a unit.
func truth(unit int) []byte { return fmt.Appendf(nil, "unit %d", unit) }

func right(u message.Unit) error {
	if len(u.Data) == 0 {
		return errors.New("nothing in it")
	}
	return nil
}

func upto(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// all does all units of a piece.
func all(p message.Piece, worker string, each float64) message.Answer {
	a := message.Answer{Job: p.Job, Piece: p.Number, Worker: worker, Delivery: 1, Last: true}
	for _, s := range p.Units {
		for u := s.First; u < s.First+s.Count; u++ {
			a.Done = append(a.Done, message.Unit{Number: u, Data: truth(u)})
			a.Seconds += each
		}
	}
	return a
}

func length(p message.Piece) (n int) {
	for _, s := range p.Units {
		n += s.Count
	}
	return n
}

// Pieces of units of 1 ms grow to seconds and become small again at the end.
func TestSizes(t *testing.T) {
	d := dispatch.New(dispatch.Job{ID: "J", Units: upto(100_000)}, dispatch.Usual())
	defer d.Close()
	var sizes []int
	seen := dispatch.Fleet{Workers: 1, Slots: 2}
	var queue []message.Piece
	done := 0
	for now := time.Duration(0); !d.Finished(); now += 10 * time.Millisecond {
		seen.At, seen.Queued = now, len(queue)
		for _, p := range d.Tick(now, seen) {
			sizes = append(sizes, length(p))
			queue = append(queue, p)
		}
		if len(queue) > 8 {
			t.Fatalf("%d pieces are out for 2 slots", len(queue))
		}
		done += len(d.Answer(now, all(queue[0], "a", 0.001), right).New)
		queue = queue[1:]
	}
	if done != 100_000 {
		t.Fatalf("%d units were done", done)
	}
	if sizes[0] != 1 || slices.Max(sizes) < 2500 || slices.Max(sizes) > 3500 {
		t.Errorf("sizes %v; want 1 at first, then about 3000", sizes)
	}
	if last := sizes[len(sizes)-2]; last > 60 || last < 40 {
		t.Errorf("the last full piece has %d units, want about 50 (50 ms)", last)
	}
}
