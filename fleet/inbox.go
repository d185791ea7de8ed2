package fleet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/crew"
	"gambito/fleet/message"
)

// received is an answer that was looked through.
type received struct {
	msg    acknowledger
	answer message.Answer
	broken error         // it cannot be read
	bad    map[int]error // results that cannot be those of their units
}

// fetched is how many answers are asked for at a time: up to half a megabyte each.
const fetched = 64

// read takes answers off their queue until ctx ends, and looks through them with some
// cores at a time.
func (r *run) read(ctx context.Context, answers chan<- received) {
	messages := make(chan jetstream.Msg)
	var all sync.WaitGroup
	for range r.client.options.Jobs {
		all.Go(func() {
			for m := range messages {
				select {
				case answers <- r.lookThrough(m):
				case <-ctx.Done():
				}
			}
		})
	}
	for pause := leastPause; ctx.Err() == nil; {
		err := r.fetch(ctx, messages)
		if err == nil {
			pause = leastPause
			continue
		}
		r.trouble(ctx, err)
		rest(ctx, pause)
		pause = min(2*pause, mostPause)
	}
	close(messages)
	all.Wait()
}

// fetch reads what comes until the queue is gone. It is one subscription, not one question
// after the other: what comes after a question has run out, because this process stood
// still, would be lost for a while.
func (r *run) fetch(ctx context.Context, messages chan<- jetstream.Msg) error {
	_, results := r.queues.get()
	all, err := results.Messages(jetstream.PullMaxMessages(fetched), jetstream.PullExpiry(askTime),
		jetstream.PullHeartbeat(askTime/4), jetstream.WithMessagesErrOnMissingHeartbeat(false))
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, all.Stop)()
	defer all.Stop()
	for {
		m, err := all.Next()
		switch {
		case err == nil:
			r.calm()
			messages <- m
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, jetstream.ErrMsgIteratorClosed):
			return jetstream.ErrConsumerDeleted
		default:
			return err
		}
	}
}

// askTime is after how long the broker is asked anew.
const askTime = 4 * time.Second

// lookThrough reads an answer and checks each of its results.
func (r *run) lookThrough(m jetstream.Msg) received {
	in := received{msg: m}
	in.answer, in.broken = message.ParseAnswer(m.Data())
	if in.broken == nil && in.answer.Job != r.id {
		in.broken = errors.New("an answer to another job")
	}
	if in.broken != nil {
		return in
	}
	for _, u := range in.answer.Done {
		if err := checkSafely(r.doer, u.Number, crew.Result{Data: u.Data, Notes: u.Notes}); err != nil {
			in.bad = map[int]error{u.Number: err} // one is enough
			break
		}
	}
	return in
}

// checkSafely checks a result; a panic is an error, for strangers made what caused it.
func checkSafely(d crew.Doer, unit int, result crew.Result) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return d.Check(unit, result)
}

// check is what was found out about a result.
func (in received) check(u message.Unit) error { return in.bad[u.Number] }
