package simulate

import (
	"time"

	"gambito/fleet/message"
)

// kind is what happens.
type kind uint8

const (
	asks         kind = iota // a slot's wish for a piece is at the broker
	arrives                  // a piece is in the stream
	starts                   // a slot has a piece
	finishes                 // a slot is through with it
	answered                 // the coordinator has taken an answer
	acknowledged             // the broker removes a piece
	lapses                   // the broker gives a piece to somebody else
	dies                     // a worker
	returns                  // a worker
	pauses                   // a worker
	looks                    // the coordinator looks at the fleet
)

// event is something that happens at a time.
type event struct {
	at     time.Duration
	turn   uint64 // of two at the same time the one that was planned first is first
	parcel *parcel
	answer *message.Answer
	slot   int32  // or machine
	life   uint32 // of the slot's machine, or delivery of the parcel, for which it holds
	kind   kind
}

func (e *event) before(o *event) bool { return e.at < o.at || e.at == o.at && e.turn < o.turn }

// agenda is what will happen, a heap with four children a node.
type agenda struct {
	heap []event
	turn uint64
}

func (a *agenda) add(e event) {
	a.turn++
	e.turn = a.turn
	a.heap = append(a.heap, e)
	i := len(a.heap) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !e.before(&a.heap[up]) {
			break
		}
		a.heap[i] = a.heap[up]
		i = up
	}
	a.heap[i] = e
}

// next takes what happens first. There is always something: the coordinator looks at
// the fleet as long as work is left.
func (a *agenda) next() event {
	first := a.heap[0]
	n := len(a.heap) - 1
	e := a.heap[n]
	a.heap[n] = event{}
	a.heap = a.heap[:n]
	i := 0
	for {
		least := 4*i + 1
		if least >= n {
			break
		}
		for c := least + 1; c < min(4*i+5, n); c++ {
			if a.heap[c].before(&a.heap[least]) {
				least = c
			}
		}
		if !a.heap[least].before(&e) {
			break
		}
		a.heap[i] = a.heap[least]
		i = least
	}
	if n > 0 {
		a.heap[i] = e
	}
	return first
}

// fifo is a queue.
type fifo[T any] struct {
	items []T
	head  int
}

func (q *fifo[T]) len() int { return len(q.items) - q.head }
func (q *fifo[T]) put(x T)  { q.items = append(q.items, x) }

func (q *fifo[T]) take() T {
	var none T
	x := q.items[q.head]
	q.items[q.head] = none
	if q.head++; q.head > 1024 && q.head > len(q.items)/2 {
		q.items = append(q.items[:0], q.items[q.head:]...)
		q.head = 0
	}
	return x
}
