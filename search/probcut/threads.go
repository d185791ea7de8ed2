package probcut

import (
	"time"

	"gambito/game"
)

// help has the other workers search the same position until the search ends. They tell
// nothing: what they find is in the table, where the leader finds it (lazy SMP).
func (s *Search) help(state game.State, except []game.Move) {
	for _, w := range s.workers[1:] {
		w.begin(state, Limits{Except: except}, time.Time{})
		s.helping.Go(func() { w.deepen(1, nil) })
	}
}
