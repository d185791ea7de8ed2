package simulate

import (
	"time"

	"gambito/fleet/message"
)

// line is somebody who does one thing after the other.
type line struct {
	free time.Duration // when it has done what it was told so far
	busy time.Duration
}

// do is when something is done that comes at a time and takes some.
func (l *line) do(at, takes time.Duration) time.Duration {
	l.free = max(l.free, at) + takes
	l.busy += takes
	return l.free
}

// stream is a stream of the broker. What it hands out does not wait for what it makes
// durable: these are lines of their own.
type stream struct {
	disk, out            line
	keeping, handingOver time.Duration
	busy                 time.Duration // of the disk
}

func newStream(s Settings) stream {
	return stream{
		keeping:     time.Duration(float64(time.Second) / s.Durable),
		handingOver: time.Duration(float64(time.Second) / s.Handed),
	}
}

func (s *stream) keep(at time.Duration) time.Duration {
	s.busy += s.keeping
	return s.disk.do(at, s.keeping)
}

func (s *stream) hand(at time.Duration) time.Duration { return s.out.do(at, s.handingOver) }

// parcel is a piece on its way.
type parcel struct {
	message.Piece
	units      int
	deliveries uint32
	gone       bool // acknowledged
}

// pull is a slot that waits for a piece, in a life of its machine.
type pull struct {
	slot int32
	life uint32
}

// publish sends pieces to the broker.
func (f *fleet) publish(pieces []message.Piece) {
	for _, p := range pieces {
		parcel := &parcel{Piece: p}
		for _, s := range p.Units {
			parcel.units += s.Count
		}
		f.messages++
		f.sending++
		f.events.add(event{at: f.work.keep(f.now + f.Latency), kind: arrives, parcel: parcel})
	}
}

// ask takes the wish of a slot for a piece.
func (f *fleet) ask(slot int32, life uint32) {
	f.messages++
	if m := f.machines[f.slots[slot].machine]; m.life == life {
		f.waiting.put(pull{slot, life})
		f.hungry++
		f.match()
	}
}

// match gives pieces to slots that wait.
func (f *fleet) match() {
	for f.waiting.len() > 0 && f.queue.len()+f.again.len() > 0 {
		w := f.waiting.take()
		if f.machines[f.slots[w.slot].machine].life != w.life {
			continue // died while it waited
		}
		f.hungry--
		var p *parcel
		if f.again.len() > 0 {
			if p = f.again.take(); p.gone {
				f.hungry++
				f.waiting.items[f.waiting.head-1], f.waiting.head = w, f.waiting.head-1
				continue
			}
		} else {
			p = f.queue.take()
			f.held++
		}
		p.deliveries++
		f.messages++
		f.events.add(event{at: f.work.hand(f.now) + f.Latency, kind: starts, slot: w.slot, life: w.life, parcel: p})
	}
}

// acknowledge removes a piece.
func (f *fleet) acknowledge(p *parcel) {
	f.messages++
	if !p.gone {
		p.gone = true
		f.held--
		f.work.keep(f.now)
	}
}

// lapse gives a piece to somebody else, unless it was answered.
func (f *fleet) lapse(p *parcel, delivery uint32) {
	if !p.gone && p.deliveries == delivery {
		f.again.put(p)
		f.match()
	}
}
