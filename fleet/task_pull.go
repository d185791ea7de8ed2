package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gambito/fleet/message"
)

// pullTime is how long a request for pieces stands.
const pullTime = 15 * time.Second

// maxDeliveries is how often a unit may be given out. One that came to nothing more
// often than that kills its workers.
const maxDeliveries = 4

// pull fetches pieces whenever some are wanted.
func (t *task) pull() {
	for t.pulling.Err() == nil && !t.refused {
		consumer, err := t.worker.link.work.Consumer(t.pulling, t.header.ID)
		if err != nil { // not made yet, or not any more, or the broker is away
			rest(t.pulling, 100*time.Millisecond)
			continue
		}
		if wait := consumer.CachedInfo().Config.AckWait; wait > 0 {
			t.mutex.Lock()
			t.patience = wait
			t.mutex.Unlock()
		}
		for t.pulling.Err() == nil && !t.refused && err == nil {
			if n := t.hunger(t.worker.active()); n > 0 {
				err = t.fetch(consumer, n)
				continue
			}
			select {
			case <-t.pulling.Done():
			case <-t.hungry:
			case <-time.After(50 * time.Millisecond): // another job may have left a seat
			}
		}
		if err != nil {
			rest(t.pulling, 50*time.Millisecond)
		}
	}
}

// fetch asks for some pieces and takes what comes. An error says that the consumer must
// be found again.
func (t *task) fetch(consumer jetstream.Consumer, n int) error {
	ctx, cancel := t.worker.link.attempt(t.pulling, pullTime)
	defer cancel()
	batch, err := consumer.Fetch(n, jetstream.FetchContext(ctx))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		t.take(m)
	}
	if err := batch.Error(); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// take takes a piece in hand, or answers at once why nothing is done of it.
func (t *task) take(m jetstream.Msg) {
	piece, err := message.Read[message.Piece](m.Data())
	if err == nil && piece.Job != t.header.ID {
		err = errOther
	}
	if err != nil {
		t.noteGarbage(err)
		m.Term()
		return
	}
	h := &hand{message: m, piece: piece, delivery: 1}
	if data, err := m.Metadata(); err == nil {
		h.delivery = int(min(data.NumDelivered, 1<<30))
	}
	t.mutex.Lock()
	t.hands = append(t.hands, h)
	t.mutex.Unlock()
	answer := message.Answer{Delivery: h.delivery}
	switch {
	case t.pulling.Err() != nil || piece.Not == t.name: // returned
		answer.Split, answer.Delivery = true, 0
	case h.delivery > 1 && piece.Len() > 1:
		answer.Split = true
	case h.delivery > maxDeliveries:
		answer.Aside = true
	default:
		if err = t.open(); err == nil && t.pulling.Err() == nil {
			t.worker.stir()
			t.add(h)
			return
		}
		answer.Split, answer.Delivery = true, 0
		if t.pulling.Err() == nil { // else it is only that the worker leaves
			answer.Refused = err.Error()
			t.refused = true
			t.worker.tell(fmt.Sprintf("%s cannot be done here: %v", t.header.Name, err))
		}
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.answer(h, answer)
}

// noteGarbage tells of a message that is no piece: of the first, the tenth, the
// hundredth.
func (t *task) noteGarbage(err error) {
	t.garbage++
	for n := 1; n <= t.garbage; n *= 10 {
		if n == t.garbage {
			t.worker.tell(fmt.Sprintf("among the work of %s is what makes no sense, and is thrown away (%d so far): %v", t.header.Name, n, err))
		}
	}
}

// answer has an answer to a piece delivered. Nothing more is done of the piece.
func (t *task) answer(h *hand, a message.Answer) {
	if h.answered {
		return
	}
	h.answered = true
	t.held++
	w := t.worker
	a.Job, a.Piece, a.Last = t.header.ID, h.piece.Number, true
	a.Worker, a.Build, a.Version = t.name, w.fingerprint, w.place.Build
	t.delivering.Go(func() { t.deliver(h, a) })
}

// deliver publishes an answer and acknowledges its piece, in this order: what is lost
// between is done twice.
func (t *task) deliver(h *hand, a message.Answer) {
	defer func() {
		t.mutex.Lock()
		t.held--
		t.hands = slices.DeleteFunc(t.hands, func(x *hand) bool { return x == h })
		none := len(t.hands) == 0
		t.mutex.Unlock()
		t.stirHunger()
		if none {
			t.worker.stir()
		}
	}()
	parts, err := message.Parts(&a)
	var large message.TooLarge
	if errors.As(err, &large) {
		a.Failed, a.Done = &message.Failure{Unit: large.Unit, Why: large.Error()}, nil
		parts, err = message.Parts(&a)
	}
	if err != nil {
		return
	}
	for i := range parts {
		id := fmt.Sprintf("%s-%d-%s-%d-%d", a.Job, a.Piece, a.Worker, h.delivery, i)
		if !t.publish(id, message.AppendAnswer(nil, &parts[i])) {
			return
		}
	}
	for range 20 {
		ctx, cancel := t.worker.link.attempt(t.doing, 2*time.Second)
		err := h.message.DoubleAck(ctx)
		cancel()
		if err == nil || errors.Is(err, jetstream.ErrMsgAlreadyAckd) || errors.Is(err, nats.ErrNoResponders) || t.doing.Err() != nil {
			return
		}
		rest(t.doing, 200*time.Millisecond)
	}
}

// publish stores a part of an answer, however long that takes. It reports false if the
// job was recalled.
func (t *task) publish(id string, body []byte) bool {
	w := t.worker
	wait := 50 * time.Millisecond
	for t.doing.Err() == nil {
		ctx, cancel := w.link.attempt(t.doing, 5*time.Second)
		err := w.link.publish(ctx, resultSubject(t.header.ID), id, body)
		cancel()
		if err == nil {
			return true
		}
		if errors.Is(err, ErrFull) {
			w.noteFull()
		}
		rest(t.doing, wait)
		wait = min(2*wait, 2*time.Second)
	}
	return false
}
