package dispatch_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

// world is a fleet in which everything goes wrong that can: a broker that loses and
// redelivers, workers that die, sleep, lie and send nonsense, answers that come late,
// twice, in parts and out of order, and a coordinator that is killed.
type world struct {
	*rand.Rand
	hazards
	now time.Duration

	units   int
	poison  map[int]bool
	each    time.Duration
	workers []*machine
	queue   []*parcel
	held    []*parcel
	results []letter // on their way to the coordinator

	d       *dispatch.Dispatcher
	number  uint64 // of pieces, of all coordinators
	buffer  []message.Unit
	from    map[int]string // who did what is in the buffer
	store   map[int]string // the data that were handed over
	by      map[int]string // and who did it
	aside   []int
	banned  map[string]bool
	named   map[string]bool // workers that contradictions named
	restart int
	seen    dispatch.Fleet
	twice   int
}

// hazards are chances a step, or a piece.
type hazards struct {
	die, sleep, leave, refuse, flaky    float64 // of a worker
	drop, repeat, late, part            float64 // of an answer
	loseAll, lose                       float64 // of the broker
	kill                                float64 // of the coordinator
	liars, garblers, poisoned, machines int
	honesty                             float64 // of a liar, a unit
	calmAfter                           time.Duration
}

type machine struct {
	name   string
	slots  int
	busy   []*parcel
	asleep time.Duration // until then it does nothing, and its pieces lapse
	liar   bool
	garble bool
	flaky  bool
	speed  float64
}

// parcel is a piece at the broker or with a machine.
type parcel struct {
	message.Piece
	deliveries int
	lapses     time.Duration // when the broker gives it to somebody else
	by         *machine
	ready      time.Duration
}

type letter struct {
	message.Answer
	at time.Duration
}

const (
	step     = 50 * time.Millisecond
	patience = 2 * time.Second
)

func policy() dispatch.Policy {
	p := dispatch.Usual()
	p.Stuck, p.Lost, p.Pause = 5*time.Second, time.Second, 500*time.Millisecond
	return p
}

func (w *world) chance(p float64) bool { return p > 0 && w.now < w.calmAfter && w.Float64() < p }

func newWorld(seed uint64, h hazards) *world {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &world{Rand: r, hazards: h, units: 1 + r.IntN(150), poison: map[int]bool{},
		each: time.Duration(1+r.IntN(400)) * time.Millisecond, store: map[int]string{}, by: map[int]string{},
		from: map[int]string{}, banned: map[string]bool{}, named: map[string]bool{}, number: 1}
	for range h.poisoned {
		w.poison[r.IntN(w.units)] = true
	}
	for i := range h.machines + h.liars + h.garblers {
		w.workers = append(w.workers, &machine{name: fmt.Sprint("w", i), slots: 1 + r.IntN(3), speed: 0.5 + r.Float64(),
			liar: i >= h.machines && i < h.machines+h.liars, garble: i >= h.machines+h.liars, flaky: i == 0 && h.machines > 1})
	}
	w.begin()
	return w
}

// begin starts a coordinator for what is left.
func (w *world) begin() {
	if w.d != nil {
		w.d.Close()
		w.twice += w.d.Stats().Twice
	}
	left := func(yield func(int) bool) {
		for u := range w.units {
			if _, is := w.store[u]; !is && !yield(u) {
				return
			}
		}
	}
	w.number += 1 << 20
	w.d = dispatch.New(dispatch.Job{ID: "J", Units: left, First: w.number, Earlier: len(w.store) > 0}, policy())
	for name := range w.banned {
		w.d.Ban(name)
	}
	w.buffer, w.aside = nil, nil
}

// move lets a step of time pass.
func (w *world) move() error {
	w.now += step
	w.broker()
	for _, i := range w.Perm(len(w.workers)) {
		w.work(w.workers[i])
	}
	if w.chance(w.kill) {
		w.restart++
		if w.IntN(2) == 0 { // the old pieces are purged or not
			w.queue = nil
		}
		w.begin()
	}
	return w.coordinate()
}

func (w *world) broker() {
	if w.chance(w.loseAll) {
		w.queue, w.held = nil, nil
	}
	w.queue = slices.DeleteFunc(w.queue, func(*parcel) bool { return w.chance(w.lose) })
	w.held = slices.DeleteFunc(w.held, func(p *parcel) bool {
		if w.now < p.lapses {
			return false
		}
		w.queue = append(w.queue, p)
		return true
	})
}

func (w *world) work(m *machine) {
	if w.banned[m.name] || w.now < m.asleep {
		return
	}
	if w.chance(w.die) {
		m.busy, m.asleep = nil, w.now+time.Duration(w.IntN(5000))*time.Millisecond
		return
	}
	if w.chance(w.sleep) {
		m.asleep = w.now + time.Duration(w.IntN(8000))*time.Millisecond
		return
	}
	for _, p := range slices.Clone(m.busy) {
		w.beat(p)
		if leave := w.chance(w.leave); leave || w.now >= p.ready {
			m.busy = slices.DeleteFunc(m.busy, func(x *parcel) bool { return x == p })
			if !w.finish(m, p, leave) {
				m.busy, m.asleep = nil, w.now+time.Duration(w.IntN(2000))*time.Millisecond
				return
			}
		}
	}
	for len(m.busy) < m.slots && len(w.queue) > 0 {
		w.take(m)
	}
}

// beat keeps a piece from being given to others, if it is still with its worker.
func (w *world) beat(p *parcel) {
	for _, h := range w.held {
		if h.Number == p.Number && h.deliveries == p.deliveries {
			h.lapses = w.now + patience
		}
	}
}

func (w *world) take(m *machine) {
	p := w.queue[0]
	w.queue = w.queue[1:]
	p.deliveries++
	p.lapses = w.now + patience
	w.held = append(w.held, p)
	mine := *p
	mine.by = m
	simple := message.Answer{Piece: p.Number, Worker: m.name, Delivery: p.deliveries}
	switch n := length(p.Piece); {
	case p.Not == m.name:
		simple.Split, simple.Delivery = true, 0
	case n > 1 && p.deliveries > 1:
		simple.Split = true
	case p.deliveries > p.Deliveries:
		simple.Aside = true
	case w.chance(w.refuse):
		simple.Refused = "no"
		m.asleep = w.now + time.Second
	default:
		mine.ready = w.now + time.Duration(float64(w.each)*float64(n)*m.speed*(0.5+w.Float64()))
		m.busy = append(m.busy, &mine)
		return
	}
	w.send(simple)
	w.acknowledge(p.Number)
}

func (w *world) acknowledge(number uint64) {
	w.held = slices.DeleteFunc(w.held, func(p *parcel) bool { return p.Number == number })
}

// finish answers a piece. It is false if that killed the worker.
func (w *world) finish(m *machine, p *parcel, leave bool) bool {
	a := message.Answer{Piece: p.Number, Worker: m.name, Delivery: p.deliveries}
	for _, s := range p.Units {
		for u := s.First; u < s.First+s.Count; u++ {
			if w.poison[u] {
				if len(a.Done) > 0 && w.IntN(2) == 0 {
					w.send(a)
				}
				return false
			}
			if leave && w.IntN(2) == 0 {
				continue
			}
			a.Done = append(a.Done, message.Unit{Number: u, Data: w.say(m, u)})
			a.Seconds += w.each.Seconds()
			if m.flaky && w.chance(w.flaky) {
				a.Failed = &message.Failure{Unit: u, Why: "disk full"}
				a.Done = a.Done[:len(a.Done)-1]
			} else if w.chance(w.part) {
				w.send(a)
				a.Done, a.Seconds = nil, 0
			}
			if a.Failed != nil {
				break
			}
		}
		if a.Failed != nil {
			break
		}
	}
	if a.Last = true; leave {
		a.Split, a.Delivery, a.Last = true, 0, false
	}
	w.send(a)
	w.acknowledge(p.Number)
	return true
}

// say is what a machine says of a unit.
func (w *world) say(m *machine, u int) []byte {
	switch {
	case m.garble && w.IntN(3) == 0:
		return nil
	case m.liar && w.Float64() >= w.honesty:
		return fmt.Appendf(nil, "lie of %s of %d", m.name, u)
	}
	return truth(u)
}

func (w *world) send(a message.Answer) {
	a.Done = slices.Clone(a.Done)
	at := w.now
	if w.chance(w.late) {
		at += time.Duration(w.IntN(6000)) * time.Millisecond
	}
	if !a.Last || !w.chance(w.drop) {
		if w.chance(w.drop) {
			return
		}
	}
	w.results = append(w.results, letter{a, at})
	if w.chance(w.repeat) {
		w.results = append(w.results, letter{a, at + time.Duration(w.IntN(3000))*time.Millisecond})
	}
}

// coordinate is what the carrier of a real fleet does.
func (w *world) coordinate() error {
	arrived := w.results[:0:0]
	w.results = slices.DeleteFunc(w.results, func(l letter) bool {
		if l.at <= w.now {
			arrived = append(arrived, l)
		}
		return l.at <= w.now
	})
	w.Shuffle(len(arrived), func(a, b int) { arrived[a], arrived[b] = arrived[b], arrived[a] })
	for _, l := range arrived {
		if err := w.hear(l.Answer); err != nil {
			return err
		}
	}
	if w.IntN(3) == 0 || w.d.Finished() {
		if err := w.handOver(); err != nil {
			return err
		}
	}
	if w.IntN(4) == 0 {
		w.look()
	}
	for _, p := range w.d.Tick(w.now, w.seen) {
		w.queue = append(w.queue, &parcel{Piece: p})
	}
	return nil
}

func (w *world) look() {
	w.seen = dispatch.Fleet{At: w.now, Queued: len(w.queue), Held: len(w.held), Answers: len(w.results)}
	for _, m := range w.workers {
		if !w.banned[m.name] {
			w.seen.Workers++
			w.seen.Slots += m.slots
			if w.now >= m.asleep && len(m.busy) < m.slots {
				w.seen.Hungry++
			}
		}
	}
}

func (w *world) hear(a message.Answer) error {
	o := w.d.Answer(w.now, a, right)
	for _, u := range o.New {
		w.buffer = append(w.buffer, u)
		w.from[u.Number] = a.Worker
	}
	w.aside = append(w.aside, o.Aside...)
	if o.Failed != nil {
		return fmt.Errorf("unit %d failed", o.Failed.Unit)
	}
	if o.Garbage != nil {
		if err := w.ban(a.Worker); err != nil {
			return err
		}
	}
	for _, c := range o.Contradictions {
		w.named[c.Workers[0]], w.named[c.Workers[1]] = true, true
		v := w.d.Judge(c.Unit, truth(c.Unit))
		if len(v.Wrong) == 0 && !w.banned[c.Workers[0]] && !w.banned[c.Workers[1]] {
			return fmt.Errorf("a contradiction of %v that nobody is wrong about", c.Workers)
		}
		for _, name := range v.Wrong {
			if err := w.ban(name); err != nil {
				return err
			}
			if !w.named[name] {
				return fmt.Errorf("%s is wrong but was not named", name)
			}
		}
		w.buffer = slices.DeleteFunc(w.buffer, func(u message.Unit) bool {
			return slices.Contains(v.Drop, u.Number) && slices.Contains(v.Wrong, w.from[u.Number])
		})
		if v.Back {
			w.takeBack(v.Wrong)
			return nil
		}
	}
	return nil
}

// takeBack is what callers do about wrong workers: what these did is done again.
func (w *world) takeBack(wrong []string) {
	_ = w.handOver()
	for u, name := range w.by {
		if slices.Contains(wrong, name) {
			delete(w.store, u)
			delete(w.by, u)
		}
	}
	w.begin()
}

func (w *world) ban(name string) error {
	w.banned[name] = true
	for _, m := range w.workers {
		if m.name == name && !m.liar && !m.garble {
			return fmt.Errorf("%s is banned and did nothing wrong", name)
		}
	}
	return nil
}

func (w *world) handOver() error {
	for _, u := range w.buffer {
		if _, is := w.store[u.Number]; is {
			return fmt.Errorf("unit %d is handed over twice", u.Number)
		}
		name := w.from[u.Number]
		if w.banned[name] && w.named[name] && string(u.Data) != string(truth(u.Number)) {
			return fmt.Errorf("unit %d is handed over, a lie of %s that was exposed", u.Number, name)
		}
		w.store[u.Number], w.by[u.Number] = string(u.Data), name
		w.d.Delivered(u.Number)
	}
	w.buffer = nil
	return nil
}

// run goes on to the end, which must come in time, and looks at what was handed over.
func (w *world) run(limit time.Duration) error {
	defer func() { w.d.Close() }()
	for !w.d.Finished() || len(w.buffer) > 0 {
		if w.now > limit {
			return fmt.Errorf("no end after %v: %+v; %d of %d units, queue %d, held %d", limit, w.d.Stats(), len(w.store), w.units, len(w.queue), len(w.held))
		}
		if err := w.move(); err != nil {
			return fmt.Errorf("at %v: %w", w.now, err)
		}
	}
	aside := w.d.Aside()
	for u := range w.units {
		said, is := w.store[u]
		switch {
		case !is && !slices.Contains(aside, u):
			return fmt.Errorf("unit %d is lost", u)
		case is && slices.Contains(aside, u):
			return fmt.Errorf("unit %d is done and set aside", u)
		case !is && !w.poison[u] && w.die+w.sleep == 0: // else it may just have had bad luck
			return fmt.Errorf("unit %d is set aside though it kills nobody", u)
		case is && w.banned[w.by[u]] && w.named[w.by[u]] && said != string(truth(u)):
			return fmt.Errorf("unit %d is a lie of %s, which was exposed", u, w.by[u])
		case is && w.honesty == 0 && said != string(truth(u)):
			return fmt.Errorf("unit %d is a lie of %s, which always lies", u, w.by[u])
		}
	}
	if s := w.d.Stats(); s.Out != 0 {
		return errors.New("units are out at the end")
	}
	return nil
}
