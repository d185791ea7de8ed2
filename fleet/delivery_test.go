package fleet

import (
	"errors"
	"testing"

	"gambito/crew"
)

// counted is a message that counts how often it was acknowledged.
type counted struct{ acknowledged int }

func (c *counted) Ack() error { c.acknowledged++; return nil }

// TestDelivery: batches are bounded, and nothing is acknowledged before it was handed
// over.
func TestDelivery(t *testing.T) {
	var messages [5]counted
	handed := 0
	d := newDelivery(func(batch []crew.Done) error {
		if len(batch) > most {
			t.Errorf("a batch of %d", len(batch))
		}
		for i := range messages {
			if messages[i].acknowledged > 0 && handed < (i+1)*700 {
				t.Errorf("message %d is acknowledged after %d results", i, handed)
			}
		}
		handed += len(batch)
		return nil
	})
	var s shelf
	for i := range messages {
		s.put(make([]crew.Done, 700), &messages[i])
		if i == 1 || i == 4 {
			d.parcels <- s.take()
			if err := <-d.handed; err != nil {
				t.Error(err)
			}
		}
	}
	close(d.parcels)
	if handed != 5*700 || s.waits() || s.units != 0 {
		t.Errorf("%d handed over", handed)
	}
	for i := range messages {
		if messages[i].acknowledged != 1 {
			t.Errorf("message %d: acknowledged %d times", i, messages[i].acknowledged)
		}
	}
}

// TestDeliveryFails: what was not stored is not acknowledged.
func TestDeliveryFails(t *testing.T) {
	full := errors.New("the disk is full")
	calls := 0
	d := newDelivery(func([]crew.Done) error {
		if calls++; calls == 2 {
			return full
		}
		return nil
	})
	var m counted
	var s shelf
	s.put(make([]crew.Done, 2*most), &m)
	d.parcels <- s.take()
	if err := <-d.handed; err != full || m.acknowledged != 0 {
		t.Errorf("%v; acknowledged %d times", err, m.acknowledged)
	}
}

// TestHeld: results of a worker that nobody knows wait, and can be dropped until then.
func TestHeld(t *testing.T) {
	var s shelf
	units := func(worker string, from int) (done []crew.Done) {
		for i := range 10 {
			done = append(done, crew.Done{Unit: from + i, Worker: worker})
		}
		return done
	}
	var m [4]counted
	s.hold("liar", units("liar", 0), &m[0], 0)
	s.hold("honest", units("honest", 10), &m[1], 0)
	s.put(units("known", 20), &m[2])
	s.put(units("liar", 30), &m[3])
	s.drop([]string{"liar"}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 22, 35})
	if s.units != 29 {
		t.Errorf("%d units after a drop", s.units)
	}
	s.release("liar")
	if p := s.take(); len(p.done) != 19 || len(p.messages) != 3 || s.waits() {
		t.Errorf("%d results of %d messages are ready", len(p.done), len(p.messages))
	}
	s.release("honest")
	if p := s.take(); len(p.done) != 10 || s.waits() || s.units != 0 {
		t.Errorf("%d results are left", len(p.done))
	}
}
