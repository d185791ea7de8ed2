package dispatch

import (
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"gambito/fleet/message"
)

// Outcome is what an answer comes to.
type Outcome struct {
	New            []message.Unit  // done for the first time: to be handed over, each is named once
	Garbage        error           // not nil: the worker sent what cannot be; nothing of its answer counts and it is banned
	Ignored        bool            // the worker is banned: nothing of its answer counts
	Contradictions []Contradiction // to be arbitrated: Judge
	Aside          []int           // units that nobody survives, set aside now
	Failed         *Failed         // a unit that can be done nowhere: the job fails
	Refused        string          // why this worker does nothing of the job; others may
}

// Failed is a unit that can be done nowhere.
type Failed struct {
	Unit   int
	Worker string
	Why    string
}

// Answer takes what a worker says of a piece. Answers may come in any order, late,
// several times, or for pieces of an earlier coordinator. check says whether a result
// can be that of a unit; it is asked for units of this job alone. The caller must hand
// over Outcome.New before it acknowledges the answer, and call Delivered then.
//
// An answer that names a unit outside its piece, or one that check refuses, is garbage.
// What a worker says cannot be done is believed when a second worker says so too, or
// there is no other.
func (d *Dispatcher) Answer(now time.Duration, a message.Answer, check func(message.Unit) error) (o Outcome) {
	w := d.who(a.Worker)
	g := d.givings[a.Piece]
	if d.workers[w].banned {
		o.Ignored = true
		if g != nil && (a.Last || a.Split || a.Aside || a.Refused != "" || a.Failed != nil) {
			d.back(d.dissolve(g.piece))
		}
		return o
	}
	if o.Garbage = d.garbage(g, a, check); o.Garbage != nil {
		d.workers[w].banned = true
		if g != nil {
			d.back(d.dissolve(g.piece))
		}
		return o
	}
	for _, u := range a.Done {
		d.result(w, g, u, &o)
	}
	d.took(len(a.Done), a.Seconds)
	d.audit(now, w, a)
	if g != nil {
		d.rest(now, w, g, a, &o)
	}
	if a.Refused != "" {
		o.Refused = a.Refused
		if !slices.Contains(d.refused, a.Refused) && len(d.refused) < 10 {
			d.refused = append(d.refused, a.Refused)
		}
	}
	return o
}

// garbage is what is wrong with an answer, if anything is.
func (d *Dispatcher) garbage(g *giving, a message.Answer, check func(message.Unit) error) error {
	for _, u := range a.Done {
		if g != nil && !g.piece.has(u.Number) {
			return fmt.Errorf("worker %s answers piece %d with unit %d, which is not in it", a.Worker, a.Piece, u.Number)
		}
		if !d.known(u.Number, g == nil) {
			continue
		}
		if err := check(u); err != nil {
			return fmt.Errorf("worker %s, unit %d: %w", a.Worker, u.Number, err)
		}
	}
	if a.Failed != nil && g != nil && !g.piece.has(a.Failed.Unit) {
		return fmt.Errorf("worker %s answers piece %d with a failure of unit %d, which is not in it", a.Worker, a.Piece, a.Failed.Unit)
	}
	return nil
}

// reach is how far ahead a unit is looked for that an earlier coordinator gave out.
const reach = 1 << 16

// known reports whether a unit is one of the job. A piece of an earlier coordinator
// may hold units that were not taken from the sequence yet.
func (d *Dispatcher) known(unit int, search bool) bool {
	is := func() bool {
		e := d.units.find(unit)
		return e != nil && e.state() != unknown
	}
	for search && !is() && d.waiting < reach && !d.line.ended {
		d.draw()
	}
	return is()
}

// result takes one result that is no garbage.
func (d *Dispatcher) result(w uint32, g *giving, u message.Unit, o *Outcome) {
	if !d.known(u.Number, false) {
		return // of an earlier coordinator, which had it delivered
	}
	e := d.units.find(u.Number)
	hash := d.hash(u.Data)
	if e.state() == done {
		d.repeat(w, g, u.Number, hash, e, o)
		return
	}
	was, slot := e.state(), e.owner()
	e.hash = hash
	e.set(done, w)
	d.stats.Done++
	o.New = append(o.New, u)
	switch was {
	case waiting:
		d.waiting--
	case aside:
		d.asides = slices.DeleteFunc(d.asides, func(x int) bool { return x == u.Number })
	case out:
		d.out--
		p := d.pieces[slot]
		if p.left--; p.left == 0 {
			d.end(p)
		}
	}
}

// hash is short: that a lie has the hash of the truth happens once in four billion.
func (d *Dispatcher) hash(data []byte) uint32 { return uint32(maphash.Bytes(d.seed, data)) }

// repeat takes a second result of a unit.
func (d *Dispatcher) repeat(w uint32, g *giving, unit int, hash uint32, e *entry, o *Outcome) {
	first := e.owner()
	if first != w || g != nil && !g.answered {
		d.stats.Twice++
	}
	switch {
	case d.job.Timed:
	case hash != e.hash:
		d.doubt(unit, w, hash, e, o)
	case first != w:
		d.prove(first)
		d.prove(w)
	}
}

// rest goes on with a piece as the worker says.
func (d *Dispatcher) rest(now time.Duration, w uint32, g *giving, a message.Answer, o *Outcome) {
	p := g.piece
	switch {
	case p.dead:
	case p.audit != nil:
		if a.Last || a.Split || a.Aside || a.Failed != nil || a.Refused != "" {
			d.audited(now, w, g)
		}
	case a.Failed != nil:
		d.failure(now, w, p, a, o)
	case a.Refused != "": // perhaps by all: not at once
		d.answered(now, g)
	case a.Split && a.Delivery == 0: // returned by a worker that leaves
		d.back(d.dissolve(p))
	case a.Aside && g.size == 1 && a.Delivery > d.limit(p):
		d.giveUp(p, o)
	case a.Split && g.size > 1:
		for _, part := range parts(d.dissolve(p), single(p.left)) {
			d.later.put(item{at: now, units: part, tries: p.tries})
		}
	case a.Last || a.Split || a.Aside:
		d.answered(now, g)
	}
}

// answered notes that a worker is through with a piece. If nobody else has it and
// units are left (parts of the answer are late or lost, or it was refused), it is given
// again after a while.
func (d *Dispatcher) answered(now time.Duration, g *giving) {
	if g.answered {
		return
	}
	g.answered = true
	p := g.piece
	p.open--
	d.open--
	if p.open == 0 {
		pause := d.pause(p.tries)
		if p.audit != nil { // somebody else will take it as soon as it is offered
			pause = d.policy.Least << min(p.audit.tries, 3)
		}
		d.later.put(item{at: now + pause, tries: p.tries + 1, piece: p})
	}
}

// back puts units into the line again, before all others.
func (d *Dispatcher) back(spans []message.Span) { d.line.back = append(d.line.back, spans...) }

// failure takes that a unit cannot be done. The other units of its piece wait again.
func (d *Dispatcher) failure(now time.Duration, w uint32, p *piece, a message.Answer, o *Outcome) {
	unit := a.Failed.Unit
	left := d.dissolve(p)
	if d.units.find(unit).state() != waiting {
		d.back(left)
		return
	}
	said := append(d.failed[unit], w)
	d.failed[unit] = said
	others := slices.ContainsFunc(said, func(x uint32) bool { return x != w })
	if others || len(said) > 2 || d.sighted && d.seen.Workers < 2 {
		o.Failed = &Failed{Unit: unit, Worker: a.Worker, Why: a.Failed.Why}
	}
	var rest []message.Span
	for _, s := range left {
		for u := s.First; u < s.First+s.Count; u++ {
			if u != unit {
				rest = extend(rest, u)
			}
		}
	}
	d.back(rest)
	d.later.put(item{at: now + d.pause(len(said)-1), units: []message.Span{{First: unit, Count: 1}}})
}

// single is how small the parts are of a piece that came to nothing: a large one is cut
// into some of its size, for most likely its worker just went away, others into single
// units, of which one may be what kills its workers.
func single(units int) int {
	const many, few = 64, 16
	if units > many {
		return (units + few - 1) / few
	}
	return 1
}

// parts cuts units into parts of a size.
func parts(spans []message.Span, size int) (cut [][]message.Span) {
	in := size
	for _, s := range spans {
		for u := s.First; u < s.First+s.Count; u++ {
			if in == size {
				cut, in = append(cut, nil), 0
			}
			last := &cut[len(cut)-1]
			*last = extend(*last, u)
			in++
		}
	}
	return cut
}
