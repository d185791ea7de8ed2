package store

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gambito/arena"
	"gambito/build"
)

// TestDeletedWhileOthersWrite: a large run goes in pieces, so that others can write
// meanwhile; its name is free at once.
func TestDeletedWhileOthersWrite(t *testing.T) {
	folder := t.TempDir()
	s, other := opened(t, folder), opened(t, folder)
	large := experiment(t, 1)
	large.GamesPerPair = 4 * removedAtOnce
	w, err := s.Begin(large, "", build.Info{})
	if err != nil {
		t.Fatal(err)
	}
	one := played(t, large)[0]
	var games []arena.Record
	for number := range large.GamesPerPair {
		one.Number = number
		games = append(games, one)
	}
	if err := errors.Join(w.Add(games), w.Close(), s.Delete("test")); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Run("test"); !errors.As(err, new(ErrNoRun)) {
		t.Fatalf("it is still seen: %v", err)
	}
	swept := make(chan error, 1)
	go func() { swept <- s.Sweep(t.Context()) }()
	var longest time.Duration
	for i := 0; ; i++ {
		small := experiment(t, 1)
		small.Name = fmt.Sprint("small", i)
		begin := time.Now()
		if i == 0 {
			small.Name = "test" // its name is free
		}
		w, err := other.Begin(small, "", build.Info{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Add(played(t, small)), w.Close()); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, time.Since(begin))
		select {
		case err := <-swept:
			if i == 0 {
				t.Error("nobody wrote while it was removed")
			}
			var left int
			if err := errors.Join(err, s.db.QueryRow("SELECT COUNT(*) FROM runs WHERE name LIKE '.%'").Scan(&left)); err != nil || left > 0 {
				t.Errorf("%d runs that nobody sees are left, %v", left, err)
			}
			t.Logf("%d runs were written meanwhile, none took longer than %v", i, longest)
			return
		default:
		}
	}
}

// TestSweepEnds: what is left when sweeping is stopped is removed the next time.
func TestSweepEnds(t *testing.T) {
	s := opened(t, t.TempDir())
	e := experiment(t, 1)
	w, err := s.Begin(e, "", build.Info{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add(played(t, e)), w.Close(), s.Delete("test")); err != nil {
		t.Fatal(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Sweep(stopped); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var games int
	if err := s.db.QueryRow("SELECT COUNT(*) FROM games").Scan(&games); err != nil || games > 0 {
		t.Errorf("%d games are left, %v", games, err)
	}
}
