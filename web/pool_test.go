package web

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestPoolBounds checks that no more work runs at a time than there are cores, and
// that all of it is done.
func TestPoolBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2)
		defer p.overdue.Stop()
		var running, most, done atomic.Int32
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() {
				err := p.Do(t.Context(), "10.0.0.1", moving, func(context.Context) error {
					if n := running.Add(1); n > most.Load() {
						most.Store(n)
					}
					time.Sleep(10 * time.Millisecond)
					running.Add(-1)
					done.Add(1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if done.Load() != 40 || most.Load() != 2 {
			t.Errorf("%d pieces of work were done, %d at a time; want 40 and 2", done.Load(), most.Load())
		}
		if len(p.clients) != 0 || len(p.running) != 0 || len(p.waiting) != 0 {
			t.Errorf("left behind: %d clients, %d running, %d waiting", len(p.clients), len(p.running), len(p.waiting))
		}
	})
}

// TestPoolShares checks that searches which pause get equal turns, clients with few
// as much as one with many, and that a move is made in between.
func TestPoolShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1)
		defer p.overdue.Stop()
		ctx, cancel := context.WithCancel(t.Context())
		var work [4]time.Duration
		var all sync.WaitGroup
		for i, client := range []string{"many", "many", "many", "few"} {
			all.Go(func() {
				_ = p.Do(ctx, client, analysing, func(ctx context.Context) error {
					for ctx.Err() == nil {
						time.Sleep(time.Millisecond)
						work[i] += time.Millisecond
						giveWay(ctx)
					}
					return nil
				})
			})
		}
		time.Sleep(time.Second)
		begin := time.Now()
		if err := p.Do(ctx, "many", moving, func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
		if waited := time.Since(begin); waited > 2*turnTime {
			t.Errorf("a move waited for %v", waited)
		}
		time.Sleep(time.Second)
		cancel()
		all.Wait()
		many, few := work[0]+work[1]+work[2], work[3]
		if few < 900*time.Millisecond || few > 1100*time.Millisecond || many < 900*time.Millisecond || work[0] < 300*time.Millisecond {
			t.Errorf("of two seconds a client with one search had %v, one with three had %v", few, work[:3])
		}
	})
}

// TestPoolOverdue checks that work which never pauses keeps others waiting for a moment
// only.
func TestPoolOverdue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1)
		defer p.overdue.Stop()
		var all sync.WaitGroup
		all.Go(func() {
			_ = p.Do(t.Context(), "a", analysing, func(context.Context) error {
				time.Sleep(time.Minute)
				return nil
			})
		})
		synctest.Wait()
		begin := time.Now()
		if err := p.Do(t.Context(), "b", moving, func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
		if waited := time.Since(begin); waited > patience+10*time.Millisecond {
			t.Errorf("it waited for %v", waited)
		}
		all.Wait()
	})
}

// TestPoolRefuses checks the number of pieces of work, for one client and in all.
func TestPoolRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1)
		defer p.overdue.Stop()
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		begin := func(client string) {
			all.Go(func() {
				_ = p.Do(ctx, client, analysing, func(ctx context.Context) error {
					<-ctx.Done()
					return ctx.Err()
				})
			})
			synctest.Wait()
		}
		try := func(client string) error {
			return p.Do(ctx, client, analysing, func(context.Context) error { return nil })
		}
		refused := func(err error) bool {
			var r *Refusal
			return errors.As(err, &r) && r.Status == 429
		}
		for range allowances[analysing].ofClient {
			begin("10.0.0.1")
		}
		if err := try("10.0.0.1"); !refused(err) {
			t.Errorf("one search more than a client may have: %v", err)
		}
		if err := try("10.0.0.2"); err != nil {
			t.Errorf("another client: %v", err)
		}
		for range allowances[analysing].ofAll - allowances[analysing].ofClient {
			begin("127.0.0.1")
		}
		if err := try("10.0.0.2"); !refused(err) {
			t.Errorf("one search more than there may be: %v", err)
		}
		cancel()
		all.Wait()
	})
}

// TestPoolLeft checks that who leaves while waiting is out at once.
func TestPoolLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1)
		defer p.overdue.Stop()
		release := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			_ = p.Do(t.Context(), "a", moving, func(context.Context) error { <-release; return nil })
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		begun := false
		err := p.Do(ctx, "b", moving, func(context.Context) error { begun = true; return nil })
		if !errors.Is(err, context.DeadlineExceeded) || begun {
			t.Errorf("error %v, begun %v", err, begun)
		}
		close(release)
		all.Wait()
	})
}

func TestPoolMemory(t *testing.T) {
	p := newPool(1)
	defer p.overdue.Stop()
	var sum int64
	var releases []func()
	for range allowances[analysing].ofAll {
		bytes, release := p.reserve()
		if bytes < leastMemory || bytes > mostMemory {
			t.Fatalf("search %d may take %d bytes", len(releases), bytes)
		}
		sum += bytes
		releases = append(releases, release)
	}
	if sum > poolMemory {
		t.Errorf("%d searches may take %d bytes", len(releases), sum)
	}
	for _, release := range releases {
		release()
	}
	if p.memory != poolMemory {
		t.Errorf("%d bytes were not given back", poolMemory-p.memory)
	}
}

// TestManyGetShortTurns: who has waited for long gives way sooner, so that of many all come
// to their turns.
func TestManyGetShortTurns(t *testing.T) {
	now := time.Now()
	for waited, want := range map[time.Duration]time.Duration{0: turnTime, long: turnTime, long + 1: shortTurn, time.Minute: shortTurn} {
		if got := (&job{queued: now.Add(-waited), begun: now}).turnTime(); got != want {
			t.Errorf("who has waited for %v has a turn of %v, not %v", waited, got, want)
		}
	}
	p := newPool(1)
	done := make(chan error)
	j := &job{client: "a", kind: analysing, ready: make(chan struct{}, 1)}
	release := make(chan struct{})
	go func() {
		done <- p.Do(t.Context(), "b", analysing, func(context.Context) error { <-release; return nil })
	}()
	within(t, "it begins", time.Second, func() bool { p.mutex.Lock(); defer p.mutex.Unlock(); return len(p.running) == 1 })
	if err := p.enter(j); err != nil {
		t.Fatal(err)
	}
	time.Sleep(long + 5*time.Millisecond)
	close(release)
	if err := p.wait(t.Context(), j); err != nil || j.turnTime() != shortTurn {
		t.Errorf("after a long wait: %v, a turn of %v", err, j.turnTime())
	}
	p.leave(j)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
