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
// worker that nobody has proven yet, and all of one answer in Policy.Audit after.
func (d *Dispatcher) audit(now time.Duration, w uint32, a message.Answer) {
	of := &d.workers[w]
	if a.Last {
		of.pieces++
	}
	if d.job.Timed || d.policy.Audit <= 0 || d.seen.Workers < 2 || len(a.Done) == 0 {
		return
	}
	var units []int
	first := !of.proven && !of.tried
	switch {
	case first:
		units = []int{a.Done[int(a.Piece%uint64(len(a.Done)))].Number}
	case a.Last && of.pieces%d.policy.Audit == 0:
		for _, u := range a.Done {
			units = append(units, u.Number)
		}
		slices.Sort(units)
	}
	var spans []message.Span
	for _, u := range units {
		if e := d.units.find(u); e != nil && e.state() == done && e.owner() == w {
			spans = extend(spans, u)
		}
	}
	if len(spans) == 0 {
		return
	}
	of.tried = of.tried || first
	p := &piece{units: spans, audit: &audit{worker: w, first: first}, begun: now}
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
	const tries = 8
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
		d.workers[p.audit.worker].tried = false
	}
	d.audits = slices.DeleteFunc(d.audits, func(x *piece) bool { return x == p })
}

// forgetAudits drops audits that are not needed any more, that nobody is there for, or
// that take too long.
func (d *Dispatcher) forgetAudits(now time.Duration) {
	for _, p := range slices.Clone(d.audits) {
		long := now-p.begun > max(d.policy.Stuck, 10*time.Duration(length(p.units))*d.each())
		of := d.workers[p.audit.worker]
		if long || d.seen.Workers < 2 || p.audit.first && of.proven {
			d.dropAudit(p)
		}
	}
}
