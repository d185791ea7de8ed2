package simulate

import (
	"math"
	"math/rand/v2"
	"time"

	"gambito/fleet/message"
)

// machine is a worker.
type machine struct {
	name   string
	slow   float64 // how much longer it takes than others
	alive  bool
	life   uint32        // how often it has died
	since  time.Duration // when it died
	until  time.Duration // paused until then
	pauses time.Duration // how long it was paused in all
}

// slot is what does one unit at a time.
type slot struct {
	machine int32
	parcel  *parcel
	started time.Duration
	takes   time.Duration
	pauses  time.Duration // the machine's when it was counted last
}

// fate draws when a worker dies, and when it is paused.
func (f *fleet) fate(i int) {
	if f.Fail > 0 {
		f.events.add(event{at: f.now + f.chance(f.Fail), kind: dies, slot: int32(i), life: f.machines[i].life})
	}
	if f.Pause > 0 && f.machines[i].life == 0 {
		f.events.add(event{at: f.now + f.chance(f.Pause), kind: pauses, slot: int32(i)})
	}
}

// chance draws when something happens that has a probability a minute.
func (f *fleet) chance(p float64) time.Duration {
	return time.Duration(f.ExpFloat64() / -math.Log1p(-p) * float64(time.Minute))
}

// takes is how long the units of a piece take a machine of mean speed. A unit takes
// the same whoever does it and however often; the sum of many is drawn as one.
func (f *fleet) takes(p *parcel) time.Duration {
	const few = 64
	sum := 0.0
	if p.units > few {
		r := rand.New(rand.NewPCG(f.Seed, uint64(p.Units[0].First)))
		n := float64(p.units)
		sum = max(n+math.Sqrt(n)*f.Spread*r.NormFloat64(), n/2)
	} else {
		for _, s := range p.Units {
			for u := s.First; u < s.First+s.Count; u++ {
				r := rand.NewPCG(f.Seed, uint64(u))
				r.Uint64()
				a, b := float64(r.Uint64()>>11+1)/(1<<53), float64(r.Uint64()>>11)/(1<<53)
				z := math.Sqrt(-2*math.Log(a)) * math.Cos(2*math.Pi*b)
				sum += math.Exp(f.sigma*z - f.sigma*f.sigma/2)
			}
		}
	}
	return time.Duration(sum * float64(f.Mean))
}

// start begins with a piece, or says why not.
func (f *fleet) start(i int32, life uint32, p *parcel) {
	s := &f.slots[i]
	m := &f.machines[s.machine]
	if m.life != life { // it died while the piece was on its way
		f.events.add(event{at: f.now + f.Patience, kind: lapses, parcel: p, life: p.deliveries})
		return
	}
	a := message.Answer{Piece: p.Number, Worker: m.name, Delivery: int(p.deliveries)}
	switch {
	case p.Not == m.name:
		a.Split, a.Delivery = true, 0
	case p.units > 1 && p.deliveries > 1:
		a.Split = true
	case int(p.deliveries) > p.Deliveries:
		a.Aside = true
	default:
		s.parcel, s.started, s.pauses = p, max(f.now, m.until), m.pauses
		s.takes = time.Duration(float64(f.takes(p)) * m.slow)
		f.events.add(event{at: s.started + s.takes, kind: finishes, slot: i, life: life, parcel: p})
		return
	}
	f.answer(p, &a)
	f.events.add(event{at: f.now + f.Latency, kind: asks, slot: i, life: life})
}

// finish answers a piece, unless its worker died meanwhile, or was paused.
func (f *fleet) finish(i int32, life uint32, p *parcel) {
	s := &f.slots[i]
	m := &f.machines[s.machine]
	if m.life != life || s.parcel != p {
		return
	}
	if late := m.pauses - s.pauses; late > 0 {
		s.pauses = m.pauses
		f.events.add(event{at: f.now + late, kind: finishes, slot: i, life: life, parcel: p})
		return
	}
	s.parcel = nil
	f.busy += s.takes.Seconds()
	a := &message.Answer{Piece: p.Number, Worker: m.name, Delivery: int(p.deliveries), Last: true, Seconds: s.takes.Seconds()}
	a.Done = make([]message.Unit, 0, p.units)
	for _, span := range p.Units {
		for u := span.First; u < span.First+span.Count; u++ {
			a.Done = append(a.Done, message.Unit{Number: u})
		}
	}
	f.answer(p, a)
	f.events.add(event{at: f.now + f.Latency, kind: asks, slot: i, life: life})
}

// answer sends an answer and, once it is kept, acknowledges the piece.
func (f *fleet) answer(p *parcel, a *message.Answer) {
	f.messages++
	f.answers++
	f.told.Waited = max(f.told.Waited, f.answers)
	kept := f.results.keep(f.now + f.Latency)
	f.events.add(event{at: kept + 2*f.Latency, kind: acknowledged, parcel: p})
	takes := f.PerAnswer + time.Duration(len(a.Done))*f.PerUnit
	f.messages++
	at := f.coordinator.do(f.results.hand(kept)+f.Latency, takes)
	f.events.add(event{at: at, kind: answered, parcel: p, answer: a})
}

// die ends a worker. What it has held lapses after its last sign of life.
func (f *fleet) die(i int) {
	m := &f.machines[i]
	f.told.Deaths++
	m.alive, m.since = false, f.now
	f.away -= float64(f.Jobs) * max(m.until-f.now, 0).Seconds()
	m.until = min(m.until, f.now)
	for j := i * f.Jobs; j < (i+1)*f.Jobs; j++ {
		s := &f.slots[j]
		if s.parcel == nil {
			continue
		}
		did := min(max(f.now-s.started-(m.pauses-s.pauses), 0), s.takes)
		f.busy += did.Seconds()
		f.lost += did.Seconds()
		f.silent(s.parcel)
		s.parcel = nil
	}
	for n := f.waiting.head; n < len(f.waiting.items); n++ {
		if w := f.waiting.items[n]; int(f.slots[w.slot].machine) == i && w.life == m.life {
			f.hungry--
		}
	}
	m.life++
	f.events.add(event{at: f.now + f.Back, kind: returns, slot: int32(i)})
}

// silent lets a piece lapse whose worker gives no sign any more. It gave the last
// within a third of the broker's patience.
func (f *fleet) silent(p *parcel) {
	last := time.Duration(f.Float64() * float64(f.Patience) / 3)
	f.events.add(event{at: f.now + f.Patience - last, kind: lapses, parcel: p, life: p.deliveries})
}

// revive has a worker come back.
func (f *fleet) revive(i int) {
	m := &f.machines[i]
	m.alive = true
	f.away += float64(f.Jobs) * (f.now - m.since).Seconds()
	f.fate(i)
	for j := i * f.Jobs; j < (i+1)*f.Jobs; j++ {
		f.events.add(event{at: f.now + f.Latency, kind: asks, slot: int32(j), life: m.life})
	}
}

// pause stops a worker for a while, as a machine that sleeps.
func (f *fleet) pause(i int) {
	m := &f.machines[i]
	f.events.add(event{at: f.now + f.PauseFor + f.chance(f.Pause), kind: pauses, slot: int32(i)})
	if !m.alive {
		return
	}
	f.told.Pauses++
	m.until = f.now + f.PauseFor
	m.pauses += f.PauseFor
	f.away += float64(f.Jobs) * f.PauseFor.Seconds()
	if f.PauseFor < f.Patience {
		return
	}
	for j := i * f.Jobs; j < (i+1)*f.Jobs; j++ {
		if p := f.slots[j].parcel; p != nil {
			f.silent(p)
		}
	}
}
