package dispatch

import (
	"slices"
	"time"

	"gambito/fleet/message"
)

// audit is a piece of units that a worker has done and somebody else does again.
type audit struct {
	worker uint32 // who is looked at
	first  bool   // it is the first look at this worker: the job waits for it
	tries  int    // how often the worker itself answered
}

// audit has somebody else do what a worker did: one unit of the first answer of every
// worker that nobody has proven yet (or of a later one that took less time), as soon as
// there is somebody else, and all of one answer in Policy.Audit.
func (d *Dispatcher) audit(now time.Duration, w uint32, a message.Answer) {
	of := &d.workers[w]
	if a.Last {
		of.pieces++
	}
	if d.job.Timed || d.policy.Audit <= 0 || len(a.Done) == 0 {
		return
	}
	if each := a.Seconds / float64(len(a.Done)); !of.proven && !of.tried && (!of.sampled || each < of.took) {
		of.sampled, of.took = true, each
		of.sample = a.Done[int(a.Piece%uint64(len(a.Done)))].Number
	}
	if d.seen.Workers < 2 || !a.Last || of.pieces%d.policy.Audit != 0 {
		return
	}
	var units []int
	for _, u := range a.Done {
		if e := d.units.find(u.Number); e != nil && e.state() == done && e.owner() == w {
			units = append(units, u.Number)
		}
	}
	if len(units) > 0 {
		slices.Sort(units)
		var spans []message.Span
		for _, u := range units {
			spans = extend(spans, u)
		}
		d.putAudit(now, spans, &audit{worker: w})
	}
}

// firstAudits begins to compare workers with others that were not compared yet. Who
// does an audit is compared as well: half as many are under way as there are workers
// that nobody has proven, until nothing else is left to do.
func (d *Dispatcher) firstAudits(now time.Duration) {
	if d.seen.Workers < 2 {
		return
	}
	want := 0
	for i := range d.workers {
		if of := &d.workers[i]; of.sampled && !of.proven && !of.banned {
			want++
		}
	}
	if d.waiting > 0 || !d.line.ended {
		want = (want + 1) / 2
	}
	for _, p := range d.audits {
		if p.audit.first && !p.dead {
			want--
		}
	}
	for w := range d.workers {
		if want <= 0 {
			return
		}
		if of := &d.workers[w]; of.untried() && d.firstAudit(now, uint32(w)) {
			want--
		}
	}
}

// firstAudit begins to compare a worker with others, if what is to be compared is
// still its own.
func (d *Dispatcher) firstAudit(now time.Duration, w uint32) bool {
	of := &d.workers[w]
	if e := d.units.find(of.sample); e == nil || e.state() != done || e.owner() != w {
		of.sampled = false // somebody else was first, or it was done again: the next answer will do
		return false
	}
	of.tried = true
	d.putAudit(now, []message.Span{{First: of.sample, Count: 1}}, &audit{worker: w, first: true})
	return true
}

// untried reports whether results of a worker were taken though nobody has compared
// it with others, or is about to.
func (w *worker) untried() bool { return w.sampled && !w.tried && !w.proven && !w.banned }

func (d *Dispatcher) putAudit(now time.Duration, spans []message.Span, a *audit) {
	p := &piece{units: spans, audit: a, begun: now}
	d.audits = append(d.audits, p)
	d.later.put(item{at: now, piece: p})
}

// prove notes that somebody else came to what a worker had come to.
func (d *Dispatcher) prove(w uint32) {
	if of := &d.workers[w]; !of.proven {
		of.proven = true
		if d.job.Proven != nil {
			d.job.Proven[of.name] = true
		}
	}
}

// audited takes that somebody is through with an audit. If it was the very worker that
// is looked at (which returns it without work, as Piece.Not asks for), others are asked
// some times more.
func (d *Dispatcher) audited(now time.Duration, w uint32, g *giving) {
	p := g.piece
	const tries = 16
	if p.audit.tries++; w != p.audit.worker || p.audit.tries >= tries {
		d.dropAudit(p)
		return
	}
	d.answered(now, g)
}

// dropAudit ends an audit, answered or not. A worker that was not proven by its first
// is tried again when it answers next.
func (d *Dispatcher) dropAudit(p *piece) {
	d.end(p)
	if p.audit.first {
		of := &d.workers[p.audit.worker]
		of.tried, of.sampled = false, of.proven
	}
}

// lookAtAudits begins those that could not begin before, and drops those that are not
// needed any more, that nobody is there for, or that the job has waited long for.
func (d *Dispatcher) lookAtAudits(now time.Duration) {
	if d.waiting+d.out > 0 || !d.line.ended {
		d.rested = now
	}
	d.audits = slices.DeleteFunc(d.audits, func(p *piece) bool { return p.dead })
	for _, p := range d.audits {
		long := now-max(d.rested, p.begun) > max(d.policy.Stuck, 10*time.Duration(length(p.units))*d.each())
		of := &d.workers[p.audit.worker]
		alone := d.seen.Workers < 2
		if long || alone || p.audit.first && of.proven {
			d.dropAudit(p)
			of.sampled = of.sampled || alone && p.audit.first // for when somebody comes
		}
	}
	d.firstAudits(now)
}
