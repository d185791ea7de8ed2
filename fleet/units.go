package fleet

import (
	"iter"
	"sync"

	"gambito/fleet/message"
)

// aheadUnits is how many units of a job are asked for before it begins. More than that are
// asked for as they are needed.
const aheadUnits = 1 << 22

// units are those of a job. The sequence that a caller gives is never read while results
// are handed over to the same caller, who may keep both together.
type units struct {
	spans []message.Span
	total int // 0 if not all are known
	next  func() (int, bool)
	stop  func()
	mutex sync.Mutex // of the rest of the sequence, and of handing over
}

func newUnits(all iter.Seq[int]) *units {
	u := &units{}
	u.next, u.stop = iter.Pull(all)
	n := 0
	for ; n < aheadUnits; n++ {
		unit, ok := u.next()
		if !ok {
			u.total = n
			return u
		}
		if i := len(u.spans) - 1; i >= 0 && u.spans[i].First+u.spans[i].Count == unit {
			u.spans[i].Count++
		} else {
			u.spans = append(u.spans, message.Span{First: unit, Count: 1})
		}
	}
	return u
}

// all goes through the units, once.
func (u *units) all(yield func(int) bool) {
	for _, s := range u.spans {
		for i := range s.Count {
			if !yield(s.First + i) {
				return
			}
		}
	}
	for {
		unit, ok := u.pull()
		if !ok || !yield(unit) {
			return
		}
	}
}

func (u *units) pull() (int, bool) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return u.next()
}
