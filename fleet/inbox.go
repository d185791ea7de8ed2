package fleet

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
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

const (
	fetched   = 64              // answers that are asked for at a time: up to half a megabyte each
	fetchTime = 2 * time.Second // after which they are asked for again
)

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

// fetch reads what comes within some time.
func (r *run) fetch(ctx context.Context, messages chan<- jetstream.Msg) error {
	_, results := r.queues.get()
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	batch, err := results.Fetch(fetched, jetstream.FetchContext(ctx))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		messages <- m
	}
	err = batch.Error()
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil // nothing came
	}
	return err
}

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
		if err := r.doer.Check(u.Number, crew.Result{Data: u.Data, Notes: u.Notes}); err != nil {
			in.bad = map[int]error{u.Number: err} // one is enough
			break
		}
	}
	return in
}

// check is what was found out about a result.
func (in received) check(u message.Unit) error { return in.bad[u.Number] }
