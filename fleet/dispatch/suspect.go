package dispatch

import (
	"slices"
	"time"

	"gambito/fleet/message"
)

// A worker that dies takes all with it that it does at the time, so that a unit may
// be delivered too often only because others killed its workers. What is to be set
// aside is a suspect first: when all else is done, suspects are given once more, one
// at a time and nothing beside it.

// trial is how often a suspect is delivered.
const trial = 2

// maxSuspects is how many units are tried so. Where more kill their workers, nobody
// wants to wait for each.
const maxSuspects = 16

// limit is how often a piece of one unit is delivered at most.
func (d *Dispatcher) limit(p *piece) int {
	if p.suspect {
		return trial
	}
	return d.policy.Deliveries
}

// giveUp takes that the unit that is left of a piece was delivered too often.
func (d *Dispatcher) giveUp(p *piece, o *Outcome) {
	unit := d.dissolve(p)[0].First
	if !p.suspect && d.suspected < maxSuspects {
		d.suspected++
		d.suspects = append(d.suspects, unit)
		return
	}
	d.waiting--
	d.units.find(unit).set(aside, 0)
	d.asides = append(d.asides, unit)
	o.Aside = append(o.Aside, unit)
}

// try gives the next suspect, if nothing else is left.
func (d *Dispatcher) try(now time.Duration) []message.Piece {
	if len(d.suspects) == 0 || d.out > 0 || !d.line.ended {
		return nil
	}
	d.suspects = slices.DeleteFunc(d.suspects, func(u int) bool { return d.units.find(u).state() != waiting })
	if len(d.suspects) == 0 || d.waiting > len(d.suspects) {
		return nil
	}
	p := d.own(now, []message.Span{{First: d.suspects[0], Count: 1}}, 0)
	p.suspect = true
	d.suspects = d.suspects[1:]
	return []message.Piece{d.give(now, p)}
}
