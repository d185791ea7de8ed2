package dispatch

import (
	"slices"
	"sort"
	"time"

	"gambito/fleet/message"
)

// piece is units that are out together. Every one of them is with this piece alone
// until it is done, unless the piece is an audit, whose units are done.
type piece struct {
	slot  uint32
	units []message.Span
	left  int // units that are not done
	dead  bool

	numbers []uint64      // under which it was given
	open    int           // of these, those that are not answered
	begun   time.Duration // when it was first given
	given   time.Duration // when it was last given
	tries   int           // pauses so far
	audit   *audit
	suspect bool
	again   bool // somebody else has its units as well
}

// giving is one time that a piece was given.
type giving struct {
	piece    *piece
	size     int // units, what was left of the piece then
	answered bool
}

// has reports whether a unit is one of the piece's.
func (p *piece) has(unit int) bool {
	i := sort.Search(len(p.units), func(i int) bool { return p.units[i].First > unit })
	return i > 0 && unit < p.units[i-1].First+p.units[i-1].Count
}

// Tick returns the pieces to be published now, each under a number of its own that is
// never used again: whatever is given a second time has another. It is to be called
// after every answer, and every 100 ms or so; seen may be the same several times.
// What it returns counts as given: a carrier that fails to publish a piece need not
// say so, it will be missed and given again, but should try.
func (d *Dispatcher) Tick(now time.Duration, seen Fleet) []message.Piece {
	var give []message.Piece
	fresh := seen.At != d.seen.At || d.seen == Fleet{}
	if fresh {
		d.since = 0
	}
	d.seen = seen
	if fresh {
		d.missing()
		d.lookAtAudits(now)
		d.sighted = d.sighted || seen != Fleet{}
	}
	for d.room() {
		p, ok := d.nextPiece(now)
		if !ok {
			break
		}
		give = append(give, p)
	}
	give = append(give, d.try(now)...)
	if fresh {
		give = append(give, d.lost(now)...)
		if d.room() {
			give = append(give, d.tail(now)...)
		}
	}
	return give
}

// room reports whether more may be out: as many pieces as keep every core busy for a
// while, so that several jobs share the fleet fairly; and where cores do many units at a
// time, as many units as that.
func (d *Dispatcher) room() bool {
	const spare = 4
	f := d.seen
	return d.open < 2*f.Slots+spare+d.deficit.lost || f.Width > 1 && d.out < (f.Width+1)*f.Slots+spare
}

// nextPiece is what is to be given next, if anything is.
func (d *Dispatcher) nextPiece(now time.Duration) (message.Piece, bool) {
	for {
		i, ok := d.later.due(now)
		switch {
		case !ok:
			spans := d.cut(d.size())
			if len(spans) == 0 {
				return message.Piece{}, false
			}
			return d.give(now, d.own(now, spans, 0)), true
		case i.piece == nil:
			if spans := d.still(i.units, waiting); len(spans) > 0 {
				return d.give(now, d.own(now, spans, i.tries)), true
			}
		case !i.piece.dead && i.piece.open == 0:
			i.piece.tries = i.tries
			return d.give(now, i.piece), true
		}
	}
}

// size is how many units the next piece should have: one as long as speeds are not
// known, then what takes as long as pieces should; but near the end no more than half
// of what every slot still gets, and not so few that messages cost more than the work.
// Sizes grow in steps, since the first answers are those of the shortest units.
func (d *Dispatcher) size() int {
	each := d.each()
	if each == 0 {
		d.ahead(1)
		return 1
	}
	const growth = 4
	length, least := d.lengths()
	want := min(max(int((length+each/2)/each), 1), growth*d.largest, maxUnits)
	slots := max(d.seen.Slots, 1)
	d.ahead(2 * slots * want)
	if d.line.ended {
		want = min(want, max(d.waiting/(2*slots), int((least+each-1)/each), 1))
	}
	return want
}

// lengths are how long pieces should be and, near the end, at least: longer where so
// many slots work that the broker would have too many pieces.
func (d *Dispatcher) lengths() (usual, least time.Duration) {
	usual, least = d.policy.Piece, d.policy.Least
	if d.policy.Rate > 0 {
		long := time.Duration(float64(d.seen.Slots) / d.policy.Rate * float64(time.Second))
		usual, least = max(usual, long), max(least, (long-usual)/4)
	}
	return usual, least
}

// own makes a piece of units that wait.
func (d *Dispatcher) own(now time.Duration, spans []message.Span, tries int) *piece {
	p := &piece{units: spans, left: length(spans), begun: now, tries: tries}
	if n := len(d.free); n > 0 {
		p.slot, d.free = d.free[n-1], d.free[:n-1]
		d.pieces[p.slot] = p
	} else {
		p.slot = uint32(len(d.pieces))
		d.pieces = append(d.pieces, p)
	}
	for _, s := range spans {
		for u := s.First; u < s.First+s.Count; u++ {
			d.units.find(u).set(out, p.slot)
		}
	}
	d.waiting -= p.left
	d.out += p.left
	if len(d.order) > 2*len(d.pieces)+64 {
		d.order = slices.DeleteFunc(d.order, func(p *piece) bool { return p.dead })
	}
	d.order = append(d.order, p)
	return p
}

// give gives what is left of a piece under a new number.
func (d *Dispatcher) give(now time.Duration, p *piece) message.Piece {
	n := d.next
	d.next++
	p.numbers = append(p.numbers, n)
	p.open++
	p.given = now
	d.open++
	d.since++
	d.empty = -1
	d.stats.Given++
	spans := p.units
	switch {
	case p.audit != nil:
		d.stats.Audits++
	case len(p.numbers) > 1:
		d.stats.Doubled++
		spans = d.still(spans, out)
	}
	d.givings[n] = &giving{piece: p, size: length(spans)}
	made := message.Piece{Job: d.job.ID, Number: n, Units: slices.Clone(spans), Deliveries: d.limit(p)}
	if p.audit != nil {
		made.Not = d.workers[p.audit.worker].name
	}
	return made
}

// still is what is in a state yet of some units.
func (d *Dispatcher) still(spans []message.Span, s state) (left []message.Span) {
	for _, span := range spans {
		for u := span.First; u < span.First+span.Count; u++ {
			if d.units.find(u).state() == s {
				left = extend(left, u)
			}
		}
	}
	return left
}

// end forgets a piece: its units are done, or have been taken from it.
func (d *Dispatcher) end(p *piece) {
	if p.dead {
		return
	}
	p.dead = true
	for _, n := range p.numbers {
		delete(d.givings, n)
	}
	d.open -= p.open
	if p.audit == nil {
		d.pieces[p.slot] = nil
		d.free = append(d.free, p.slot)
	}
}

// dissolve ends a piece and returns those of its units that are not done: they wait
// again, and must be put somewhere by the caller.
func (d *Dispatcher) dissolve(p *piece) []message.Span {
	if p.dead || p.audit != nil {
		d.end(p)
		return nil
	}
	spans := d.still(p.units, out)
	for _, s := range spans {
		for u := s.First; u < s.First+s.Count; u++ {
			d.units.find(u).set(waiting, 0)
		}
	}
	d.out -= p.left
	d.waiting += p.left
	d.end(p)
	return spans
}
