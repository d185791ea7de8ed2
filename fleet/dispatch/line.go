package dispatch

import (
	"container/heap"
	"slices"
	"time"

	"gambito/fleet/message"
)

// line is the units that wait for a piece that is made as speeds demand: those that
// came back, and those that are taken from the sequence ahead of need.
type line struct {
	next  func() (int, bool)
	stop  func()
	ended bool // the sequence is at its end

	back  []message.Span // came back, first in line
	ahead []message.Span // in the order of the sequence
}

// most is how many units are taken ahead at most to see how much is left. A job that
// has more is far from its end.
const most = 1 << 22

// ahead takes units from the sequence until n wait, or no more come. Those that are
// known already (somebody gave them twice) are passed over.
func (d *Dispatcher) ahead(n int) {
	for n = min(n, most); d.waiting < n && !d.line.ended; {
		d.draw()
	}
}

// draw takes one unit from the sequence.
func (d *Dispatcher) draw() {
	u, ok := d.line.next()
	if !ok {
		d.line.ended = true
		return
	}
	e := d.units.make(u)
	if e.state() != unknown {
		return
	}
	e.set(waiting, 0)
	d.waiting++
	d.line.ahead = extend(d.line.ahead, u)
}

// extend adds a unit at the end of spans.
func extend(spans []message.Span, u int) []message.Span {
	if i := len(spans) - 1; i >= 0 && spans[i].First+spans[i].Count == u {
		spans[i].Count++
		return spans
	}
	return append(spans, message.Span{First: u, Count: 1})
}

// Bounds of a piece, so that its message stays small.
const (
	maxUnits = 1 << 15
	maxSpans = 1 << 12
)

// cut takes up to n units out of the line, as spans in ascending order.
func (d *Dispatcher) cut(n int) []message.Span {
	var units []int
	spans := 0
	n = min(n, maxUnits)
	for _, from := range []*[]message.Span{&d.line.back, &d.line.ahead} {
		for len(units) < n && len(*from) > 0 && spans < maxSpans {
			s := &(*from)[0]
			spans++
			for ; s.Count > 0 && len(units) < n; s.First, s.Count = s.First+1, s.Count-1 {
				// A unit in line may have been done meanwhile, or stand there twice.
				if e := d.units.find(s.First); e.state() == waiting {
					e.set(out, 0)
					units = append(units, s.First)
				}
			}
			if s.Count == 0 {
				*from = (*from)[1:]
			}
		}
	}
	if !slices.IsSorted(units) {
		slices.Sort(units)
	}
	var made []message.Span
	for _, u := range units {
		made = extend(made, u)
		d.units.find(u).set(waiting, 0) // until own says whose it is
	}
	return made
}

// item is what is given at a certain time: a part as it is, or a piece again.
type item struct {
	at    time.Duration
	turn  int // what was put off first comes first
	units []message.Span
	tries int // pauses so far
	piece *piece
}

// later is what waits for its time, the earliest first.
type later struct {
	items []item
	turn  int
}

func (l *later) Len() int      { return len(l.items) }
func (l *later) Swap(a, b int) { l.items[a], l.items[b] = l.items[b], l.items[a] }
func (l *later) Push(x any)    { l.items = append(l.items, x.(item)) }
func (l *later) Less(a, b int) bool {
	if l.items[a].at != l.items[b].at {
		return l.items[a].at < l.items[b].at
	}
	return l.items[a].turn < l.items[b].turn
}
func (l *later) Pop() any {
	x := l.items[len(l.items)-1]
	l.items = l.items[:len(l.items)-1]
	return x
}

func (l *later) put(i item) {
	l.turn++
	i.turn = l.turn
	heap.Push(l, i)
}

// due takes what is to be given by now.
func (l *later) due(now time.Duration) (item, bool) {
	if len(l.items) == 0 || l.items[0].at > now {
		return item{}, false
	}
	return heap.Pop(l).(item), true
}
