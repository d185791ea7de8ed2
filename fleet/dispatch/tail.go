package dispatch

import (
	"slices"
	"time"

	"gambito/fleet/message"
)

// deficit is how many pieces are out of which the broker knows nothing: the least
// number that was seen for some time, since a single sight may come too early.
type deficit struct {
	since time.Duration // when counting began
	least int           // seen since then; −1 if nothing was
	lost  int           // believed
}

// missing compares what should be out with what the broker has.
func (d *Dispatcher) missing() {
	f := d.seen
	has := f.Queued + f.Held + f.Answers
	if has > 0 || d.open == 0 {
		d.empty = -1
	} else if d.empty < 0 {
		d.empty = f.At
	}
	gone := max(d.open-has, 0)
	if gone == 0 {
		d.deficit = deficit{since: f.At, least: -1}
		return
	}
	if d.deficit.least < 0 || gone < d.deficit.least {
		d.deficit.least = gone
	}
	if f.At-d.deficit.since >= 2*d.policy.Lost {
		d.deficit = deficit{since: f.At, least: -1, lost: d.deficit.least}
	}
}

// lost gives again what is nowhere: the broker has had nothing at all for a while, and
// nobody has answered.
func (d *Dispatcher) lost(now time.Duration) (give []message.Piece) {
	empty := d.empty
	if empty < 0 || d.seen.At-empty < d.policy.Lost {
		return nil
	}
	for _, list := range [][]*piece{d.order, d.audits} {
		for _, p := range list {
			if !p.dead && p.open > 0 && p.given < empty && now-p.given >= d.pause(p.tries) {
				p.tries++
				give = append(give, d.give(now, p))
			}
		}
	}
	return give
}

// tail gives pieces a second time, the oldest first, when nothing else is left and
// somebody waits: rather than wait for the slowest. One that should be done by now is
// given at once, in as many parts as there are who wait; what was given twice or more
// is given again after long and growing pauses.
func (d *Dispatcher) tail(now time.Duration) (give []message.Piece) {
	hungry := d.seen.Hungry - d.since
	if d.seen.Queued > 0 || hungry <= 0 || !d.line.ended || d.looked == d.seen.At {
		return nil
	}
	d.looked = d.seen.At
	each := d.each()
	for _, p := range slices.Clone(d.order) {
		left := hungry - len(give)
		if left <= 0 {
			break
		}
		if p.dead || p.open == 0 {
			continue
		}
		should := time.Duration(p.left) * each
		wait := should + d.policy.Least
		if each == 0 {
			wait = d.policy.Piece
		}
		if p.again || p.suspect {
			wait = max(d.policy.Stuck, 10*should) << min(len(p.numbers)-1, 10)
		}
		if now-p.given >= wait {
			give = append(give, d.double(now, p, left)...)
		}
	}
	return give
}

// double gives what is left of a piece a second time, in some parts at most, none of
// them less than is worth a message. Whoever has it may still answer.
func (d *Dispatcher) double(now time.Duration, p *piece, most int) (give []message.Piece) {
	worth := 1
	if each := d.each(); each > 0 {
		worth = max(int(d.policy.Least/each), 1)
	}
	if n := min(p.left/worth, most); n > 1 {
		size := (p.left + n - 1) / n
		for _, part := range parts(d.dissolve(p), size) {
			double := d.own(now, part, p.tries)
			double.again = true
			d.stats.Doubled++
			give = append(give, d.give(now, double))
		}
		return give
	}
	p.again = true
	return []message.Piece{d.give(now, p)}
}
