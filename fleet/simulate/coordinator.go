package simulate

import (
	"time"

	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// How the coordinator looks at the fleet, as that of a real one does.
const (
	sight    = 250 * time.Millisecond // between two looks
	farewell = 30 * time.Second       // how long a worker that died is believed to live
)

func fine(message.Unit) error { return nil }

// hear takes an answer, and gives what follows from it.
func (f *fleet) hear(p *parcel, a *message.Answer) {
	f.answers--
	begin := time.Now()
	o := f.dispatcher.Answer(f.now, *a, fine)
	pieces := f.dispatcher.Tick(f.now, f.seen)
	f.logic += time.Since(begin)
	f.heard++
	f.messages++
	f.results.keep(f.now + f.Latency) // the answer is removed
	if n := len(a.Done); n > 0 {
		each := a.Seconds / float64(n)
		f.useful += each * float64(len(o.New))
		if again := each * float64(n-len(o.New)); p.Not != "" {
			f.audited += again
		} else {
			f.doubled += again
		}
	}
	f.publish(pieces)
	f.finished = f.dispatcher.Finished()
}

// look sees how the fleet is.
func (f *fleet) look() {
	f.seen = dispatch.Fleet{At: f.now + 1, Queued: f.queue.len() + f.sending, Held: f.held, Hungry: f.hungry, Answers: f.answers}
	for i := range f.machines {
		if m := &f.machines[i]; m.alive || f.now-m.since < farewell {
			f.seen.Workers++
			f.seen.Slots += f.Jobs
		}
	}
	f.publish(f.dispatcher.Tick(f.now, f.seen))
	f.finished = f.dispatcher.Finished()
	f.events.add(event{at: f.now + sight, kind: looks})
}
