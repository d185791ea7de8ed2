package arena

import (
	"context"
	"sync"
)

// Single plays games of a match one by one, by their numbers, as Match.Run would. It is
// for any number of goroutines.
type Single struct {
	e *Experiment

	mutex sync.Mutex
	idle  []*place
}

// Single makes ready for single games of the match.
func (m Match) Single() (*Single, error) {
	if err := m.complete(); err != nil {
		return nil, err
	}
	e := m.experiment()
	return &Single{e: e}, e.resolve()
}

// Play plays the game of a number.
func (s *Single) Play(ctx context.Context, number int) (Record, error) {
	p := s.take()
	r, err := p.play(ctx, Key{Number: number})
	if err == nil { // else nobody knows what state the agents are in
		s.mutex.Lock()
		s.idle = append(s.idle, p)
		s.mutex.Unlock()
	}
	return r, err
}

func (s *Single) take() *place {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if last := len(s.idle) - 1; last >= 0 {
		p := s.idle[last]
		s.idle = s.idle[:last]
		return p
	}
	return newPlace(s.e)
}
