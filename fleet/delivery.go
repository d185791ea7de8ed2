package fleet

import (
	"maps"
	"slices"
	"time"

	"gambito/crew"
)

// most is how many results are handed over at a time.
const most = 1000

// parcel is what is to be handed over, and the messages that brought it.
type parcel struct {
	done     []crew.Done
	messages []acknowledger
}

// acknowledger is a message that stays with the broker until it is acknowledged.
type acknowledger interface{ Ack() error }

// delivery hands parcels over one after the other, while others go on to read and to
// give out. A message is acknowledged only when everything that came with it, or before
// it, has been handed over: what a process that is killed has not stored comes again.
type delivery struct {
	parcels chan parcel
	handed  chan error // one value for each parcel: the error of deliver
}

// newDelivery begins one. It ends when parcels is closed. After an error nothing must be
// given to it any more.
func newDelivery(deliver func([]crew.Done) error) *delivery {
	d := &delivery{parcels: make(chan parcel), handed: make(chan error, 1)}
	go func() {
		for p := range d.parcels {
			d.handed <- p.handOver(deliver)
		}
	}()
	return d
}

func (p parcel) handOver(deliver func([]crew.Done) error) error {
	for batch := range slices.Chunk(p.done, most) {
		if err := deliver(batch); err != nil {
			return err
		}
	}
	for _, m := range p.messages {
		m.Ack() // if that is lost it comes again, and is known then
	}
	return nil
}

// shelf is where results wait to be handed over. Those of workers that nobody has
// agreed with yet are held back, so that they can be dropped.
type shelf struct {
	ready parcel
	held  map[string]*parcel // by worker
	since map[string]time.Duration
	units int // results, held ones too
}

// full reports whether so much waits that no more should be read.
func (s *shelf) full() bool { return s.units >= 50*most }

// waits reports whether something is ready to be handed over.
func (s *shelf) waits() bool { return len(s.ready.done) > 0 || len(s.ready.messages) > 0 }

// put adds what a message brought, be it nothing.
func (s *shelf) put(done []crew.Done, m acknowledger) {
	s.add(done...)
	s.ready.messages = append(s.ready.messages, m)
}

// add adds results that no message brought.
func (s *shelf) add(done ...crew.Done) {
	s.ready.done = append(s.ready.done, done...)
	s.units += len(done)
}

// hold puts aside what a message of a worker brought.
func (s *shelf) hold(worker string, done []crew.Done, m acknowledger, now time.Duration) {
	p := s.held[worker]
	if p == nil {
		if s.held == nil {
			s.held, s.since = map[string]*parcel{}, map[string]time.Duration{}
		}
		p = &parcel{}
		s.held[worker], s.since[worker] = p, now
	}
	p.done = append(p.done, done...)
	p.messages = append(p.messages, m)
	s.units += len(done)
}

// release makes ready what is held of a worker.
func (s *shelf) release(worker string) {
	p := s.held[worker]
	s.ready.done = append(s.ready.done, p.done...)
	s.ready.messages = append(s.ready.messages, p.messages...)
	delete(s.held, worker)
}

// drop removes results of workers that were wrong. The messages that brought them are
// acknowledged like others.
func (s *shelf) drop(workers []string, units []int) {
	wrong := func(d crew.Done) bool {
		_, found := slices.BinarySearch(units, d.Unit)
		return found && slices.Contains(workers, d.Worker)
	}
	for _, p := range append(slices.Collect(maps.Values(s.held)), &s.ready) {
		n := len(p.done)
		p.done = slices.DeleteFunc(p.done, wrong)
		s.units -= n - len(p.done)
	}
}

// take takes what is ready.
func (s *shelf) take() parcel {
	p := s.ready
	s.units -= len(p.done)
	s.ready = parcel{}
	return p
}
