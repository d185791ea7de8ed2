package extensive

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// patience is how often a goroutine of a team looks whether there is work before it sleeps:
// some ten microseconds, which is longer than it takes to merge a batch of a small game, and
// less than waking takes.
const patience = 200

// team is goroutines that do a job again and again, as often as it is begun. The zero value has
// none.
type team struct {
	size   int
	rounds atomic.Int64 // begun so far
	busy   atomic.Int64 // who has not finished the latest
	over   bool         // there is no more; written before a round begins
	mutex  sync.Mutex
	change sync.Cond // of rounds and busy, for those who sleep
}

// join adds a goroutine that does a job in every round.
func (t *team) join(job func()) {
	t.size++
	t.change.L = &t.mutex
	go func() {
		for round := int64(1); ; round++ {
			t.await(func() bool { return t.rounds.Load() >= round })
			if t.over {
				return
			}
			job()
			if t.busy.Add(-1) == 0 {
				t.wake()
			}
		}
	}()
}

// begin begins a round; the one before is finished.
func (t *team) begin() {
	t.busy.Store(int64(t.size))
	t.rounds.Add(1)
	t.wake()
}

// finish waits until everybody has done what was begun.
func (t *team) finish() { t.await(func() bool { return t.busy.Load() == 0 }) }

// dismiss lets everybody go.
func (t *team) dismiss() {
	t.over = true
	t.begin()
}

// wake tells those who sleep that something has changed.
func (t *team) wake() {
	t.mutex.Lock()
	t.change.Broadcast()
	t.mutex.Unlock()
}

// await returns when something is so: at first it looks, then it sleeps.
func (t *team) await(so func() bool) {
	for range patience {
		if so() {
			return
		}
		runtime.Gosched()
	}
	t.mutex.Lock()
	for !so() {
		t.change.Wait()
	}
	t.mutex.Unlock()
}
