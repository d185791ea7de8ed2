package probcut

import (
	"sync"
	"time"

	"gambito/game"
)

// help has the other workers search the same position until the search ends. They tell
// nothing: what they find is in the table, where the leader finds it (lazy SMP). What
// is returned waits for them.
func (s *Search) help(state game.State, except []game.Move) (wait func()) {
	var group sync.WaitGroup
	for _, w := range s.workers[1:] {
		w.begin(state, Limits{Except: except}, time.Time{})
		group.Go(func() { w.deepen(1, nil) })
	}
	return group.Wait
}
