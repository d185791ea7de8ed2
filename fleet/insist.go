package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// lasting is an error that trying again does not help against.
type lasting struct{ error }

func (l lasting) Unwrap() error { return l.error }

// passing reports whether an error may be over after a while: the broker is away, has
// lost something that can be made again, or has no room for the moment.
func passing(err error) bool {
	var final lasting
	var api *jetstream.APIError
	switch {
	case errors.As(err, &final), errors.As(err, new(ErrBuild)), errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrMaxPayload):
		return false
	case missing(err), full(err), !errors.As(err, &api):
		return true
	}
	return api.Code >= 500
}

const (
	tryTime    = 10 * time.Second // that something which the broker is asked for may take
	uploadTime = 5 * time.Minute  // the same with files
	leastPause = 50 * time.Millisecond
	mostPause  = time.Second
)

// insist does something until it succeeds, however long the broker is away.
func (r *run) insist(ctx context.Context, do func(context.Context) error) error {
	for pause := leastPause; ; pause = min(2*pause, mostPause) {
		err := r.try(ctx, uploadTime, do)
		if err == nil {
			r.room()
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if errors.As(err, new(ErrBuild)) {
			return err
		}
		if !passing(err) {
			return r.link.explain(err)
		}
		r.trouble(ctx, err)
		rest(ctx, pause)
	}
}

// try does something once, within a time, as soon as there is a connection. What is asked
// for when the connection breaks is never answered, so that it fails then.
func (r *run) try(ctx context.Context, within time.Duration, do func(context.Context) error) error {
	again := r.link.reconnected()
	if !r.link.conn.IsConnected() && !r.link.conn.IsClosed() {
		return nats.ErrDisconnected
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	go func() {
		ticks := time.NewTicker(mostPause / 2)
		defer ticks.Stop()
		for r.link.conn.IsConnected() {
			select {
			case <-ctx.Done():
				return
			case <-again:
				cancel()
			case <-ticks.C:
			}
		}
		cancel()
	}()
	err := do(ctx)
	if err == nil {
		r.calm()
	}
	return err
}

// patienceWithBroker is how long a broker may be silent before people are told.
const patienceWithBroker = 2 * time.Second

// trouble notes that the broker could not do what it was asked for. If it has lost its
// streams they are made again. An error that waiting does not help against ends the job.
func (r *run) trouble(ctx context.Context, err error) {
	t := &r.client.tell
	if !passing(err) {
		select {
		case r.fatal <- r.link.explain(err):
		default: // another came first
		}
		return
	}
	if full(err) {
		r.client.tidy(ctx, makeTime, true)
		t.once("full", "the broker at "+r.link.where+" has no room left: waiting until it has (fleet serve --max-store gives it more)")
		return
	}
	if missing(err) {
		r.try(ctx, tryTime, func(ctx context.Context) error {
			_, err := r.link.setUp(ctx) // what was found first is known by its name, and stays good
			return err
		})
		return
	}
	if r.queues.silent() < patienceWithBroker {
		return
	}
	what := "does not answer"
	if away := errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, context.Canceled) || errors.Is(err, nats.ErrNoResponders); !away {
		what += " as it should (" + err.Error() + ")"
	}
	t.once("broker", "the broker at "+r.link.where+" "+what+": waiting")
}

// calm notes that the broker has answered.
func (r *run) calm() {
	t := &r.client.tell
	r.queues.heard()
	t.over("broker", "the broker at "+r.link.where+" answers again")
}

// room notes that the broker has taken something.
func (r *run) room() {
	r.client.tell.over("full", "the broker at "+r.link.where+" has room again")
}

// rest waits for a while.
func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
