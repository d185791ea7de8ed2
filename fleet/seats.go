package fleet

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// seats share the cores of a machine among jobs: a free one goes to the job that has
// the least.
type seats struct {
	total   float64
	waiting atomic.Int32 // len(line)

	mutex sync.Mutex
	taken float64
	line  []*seatWait
	used  float64 // seconds of seats
	since time.Time
}

// share is what a job has of the seats.
type share struct {
	weight float64 // of one of its units
	taken  float64
}

type seatWait struct {
	share *share
	ready chan struct{}
}

// slack is for sums of weights, which are not exact.
const slack = 1e-9

func newSeats(n int) *seats { return &seats{total: float64(n), since: time.Now()} }

// note counts the time that seats were taken.
func (s *seats) note() {
	now := time.Now()
	s.used += s.taken * now.Sub(s.since).Seconds()
	s.since = now
}

// take waits until there is a place for a unit. It reports whether there is; else ctx
// has ended.
func (s *seats) take(ctx context.Context, of *share) bool {
	s.mutex.Lock()
	if len(s.line) == 0 && s.fits(of) {
		s.sit(of, 1)
		s.mutex.Unlock()
		return true
	}
	w := &seatWait{of, make(chan struct{})}
	s.line = append(s.line, w)
	s.waiting.Store(int32(len(s.line)))
	s.mutex.Unlock()
	select {
	case <-w.ready:
		return true
	case <-ctx.Done():
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if i := slices.Index(s.line, w); i >= 0 {
		s.line = slices.Delete(s.line, i, i+1)
	} else { // it was given meanwhile
		s.sit(of, -1)
	}
	s.serve()
	return false
}

// give frees the place of a unit.
func (s *seats) give(of *share) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.sit(of, -1)
	s.serve()
}

// wanted reports whether anybody waits for a place.
func (s *seats) wanted() bool { return s.waiting.Load() > 0 }

func (s *seats) fits(of *share) bool { return s.taken+of.weight <= s.total+slack || s.taken < slack }

func (s *seats) sit(of *share, sign float64) {
	s.note()
	of.taken = max(of.taken+sign*of.weight, 0)
	s.taken = max(s.taken+sign*of.weight, 0)
}

// serve gives free places to those who wait. Nobody overtakes one whose job has less,
// so that units that need the whole machine get it.
func (s *seats) serve() {
	for len(s.line) > 0 {
		least := 0
		for i, w := range s.line {
			if w.share.taken < s.line[least].share.taken-slack {
				least = i
			}
		}
		w := s.line[least]
		if !s.fits(w.share) {
			break
		}
		s.sit(w.share, 1)
		s.line = slices.Delete(s.line, least, least+1)
		close(w.ready)
	}
	s.waiting.Store(int32(len(s.line)))
}

// free is how many more units of a job have a place, and has what the job has now.
func (s *seats) free(of *share) (units int, has float64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return int((s.total-s.taken)/of.weight + slack), of.taken
}

// state is how many seats are taken, and how many seconds of seats were so far.
func (s *seats) state() (taken, used float64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.note()
	return s.taken, s.used
}
