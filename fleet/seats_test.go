package fleet

import (
	"context"
	"testing"
	"time"
)

// A seat that becomes free goes to the job that has the least, and a unit that needs
// all of them is not overtaken for ever.
func TestSeats(t *testing.T) {
	ctx := context.Background()
	s := newSeats(2)
	many, few, all := &share{weight: 1}, &share{weight: 0.5}, &share{weight: 2}
	for range 2 {
		if !s.take(ctx, many) {
			t.Fatal("no seats")
		}
	}
	sat := make(chan *share, 10)
	sit := func(of *share) {
		before := s.waiting.Load()
		go func() {
			if s.take(ctx, of) {
				sat <- of
			}
		}()
		for s.waiting.Load() == before {
			time.Sleep(time.Millisecond)
		}
	}
	sit(many)
	sit(few)
	s.give(many)
	if got := <-sat; got != few {
		t.Error("the job that has most got the seat")
	}
	s.give(many)
	if got := <-sat; got != many {
		t.Error("a seat was free")
	}
	sit(all)
	sit(many)
	s.give(few) // all waits for the others, and many must not overtake it
	select {
	case got := <-sat:
		t.Errorf("%v got a seat", got.weight)
	case <-time.After(20 * time.Millisecond):
	}
	s.give(many)
	if got := <-sat; got != all {
		t.Error("a unit that needs the machine was overtaken")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if s.take(ended, few) {
		t.Error("a seat after the end")
	}
	s.give(all)
	if got := <-sat; got != many {
		t.Error("the last does not get a seat")
	}
	if taken, used := s.state(); taken != 1 || used <= 0 || s.wanted() {
		t.Errorf("%g seats are taken, %g seconds", taken, used)
	}
}

func BenchmarkSeats(b *testing.B) {
	s, of := newSeats(1), &share{weight: 1}
	for b.Loop() {
		s.take(context.Background(), of)
		s.give(of)
	}
}
