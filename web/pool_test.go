package web

import (
	"context"
	"errors"
	"fmt"
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

// TestLongMovesPause: a move that is thought about for long gives way to others without
// knowing of it, with all its threads, and goes on after; one that is told to stop does
// not wait for its turn.
func TestLongMovesPause(t *testing.T) {
	p := newPool(1)
	defer p.overdue.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var looks atomic.Int64
	var long sync.WaitGroup
	until, stop := context.WithCancel(ctx)
	for range 3 {
		long.Go(func() {
			_ = p.move(ctx, "a", 1, func(ctx context.Context) error {
				within, cancel := context.WithCancel(ctx)
				defer cancel()
				defer context.AfterFunc(until, cancel)()
				within = newPausing(within)
				var threads sync.WaitGroup
				for range 3 {
					threads.Go(func() {
						for within.Err() == nil {
							looks.Add(1)
						}
					})
				}
				threads.Wait()
				return nil
			})
		})
	}
	time.Sleep(2 * patience) // those that do not pause count no more
	alone := 0
	for range 20 {
		for _, k := range []kind{moving, analysing} {
			if err := p.Do(ctx, "b", k, func(context.Context) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(5 * time.Millisecond)
		p.mutex.Lock()
		if len(p.running) <= p.slots {
			alone++
		}
		p.mutex.Unlock()
	}
	if alone < 10 || looks.Load() == 0 { // the machine may be busy with something else
		t.Errorf("in %d of 20 cases one runs at a time; they have looked %d times", alone, looks.Load())
	}
	stop()
	long.Wait()
	if p.moves != moveMemory || len(p.running) > 0 || len(p.waiting) > 0 {
		t.Errorf("%d bytes, %d running, %d waiting are left", moveMemory-p.moves, len(p.running), len(p.waiting))
	}
}

// TestFewBesideTheCores: of work that never pauses little runs at once, and moves still
// find a place beside reviews.
func TestFewBesideTheCores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2)
		defer p.overdue.Stop()
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range 12 {
			for _, k := range []kind{analysing, reviewing} {
				all.Go(func() {
					_ = p.Do(ctx, fmt.Sprint(i), k, func(ctx context.Context) error {
						<-ctx.Done()
						return ctx.Err()
					})
				})
			}
		}
		time.Sleep(10 * time.Second)
		p.mutex.Lock()
		n := len(p.running)
		p.mutex.Unlock()
		if n != p.slots+beside {
			t.Errorf("%d run", n)
		}
		moved := false
		if err := p.Do(ctx, "b", moving, func(context.Context) error { moved = true; return nil }); err != nil || !moved {
			t.Errorf("nobody can move: %v", err)
		}
		cancel()
		all.Wait()
	})
}

// TestMovesWaitForMemory: moves that may take much begin once there is enough for them,
// and those that take little go on meanwhile.
func TestMovesWaitForMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(64)
		defer p.overdue.Stop()
		var all sync.WaitGroup
		var most, now int64
		var mutex sync.Mutex
		for range 40 {
			all.Go(func() {
				err := p.move(t.Context(), "127.0.0.1", seatMemory, func(context.Context) error {
					mutex.Lock()
					now += seatMemory
					most = max(most, now)
					mutex.Unlock()
					time.Sleep(time.Second)
					mutex.Lock()
					now -= seatMemory
					mutex.Unlock()
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		begin := time.Now()
		level, err := testAgents("").Parse("level:1")
		if err != nil {
			t.Fatal(err)
		}
		if err := p.move(t.Context(), "127.0.0.1", memoryOf(level), func(context.Context) error { return nil }); err != nil || time.Since(begin) > time.Second/2 {
			t.Errorf("a small one waits for %v: %v", time.Since(begin), err)
		}
		if all.Wait(); most != moveMemory || p.moves != moveMemory {
			t.Errorf("at most %d bytes at a time, %d left", most, p.moves)
		}
	})
}
