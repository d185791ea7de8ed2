package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gambito/fleet/message"
)

// publish puts pieces into the queue of the workers until ctx ends. A piece that the
// broker does not take is tried again: it takes none twice.
func (r *run) publish(ctx context.Context, pieces <-chan []message.Piece) {
	for {
		select {
		case <-ctx.Done():
			return
		case left := <-pieces:
			for pause := leastPause; len(left) > 0 && ctx.Err() == nil; pause = min(2*pause, mostPause) {
				var err error
				if left, err = r.publishOnce(ctx, left); err == nil {
					r.calm()
					r.room()
					break
				}
				r.trouble(ctx, err)
				rest(ctx, pause)
			}
		}
	}
}

// publishOnce publishes pieces one upon the other, and then waits until the broker has
// them all. It returns those that it has not. When ctx ends it waits a moment more: what
// is under way would come to a queue that has been emptied.
func (r *run) publishOnce(ctx context.Context, pieces []message.Piece) (left []message.Piece, err error) {
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), tryTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, cancel) })()
	again := r.link.reconnected()
	waits := make([]jetstream.PubAckFuture, len(pieces))
	for i, p := range pieces {
		body, e := message.JSON(p)
		if e != nil {
			return nil, e // of this program: it is missed, and given again
		}
		m := nats.NewMsg(workSubject(r.id))
		m.Data = body
		m.Header.Set(jetstream.MsgIDHeader, fmt.Sprintf("%s-%d", r.id, p.Number))
		if waits[i], e = r.link.js.PublishMsgAsync(m); e != nil {
			err = errors.Join(err, e)
		}
	}
	for i, wait := range waits {
		if wait == nil {
			left = append(left, pieces[i])
			continue
		}
		select {
		case <-wait.Ok():
			r.unconfirmed.Add(-1)
		case e := <-wait.Err():
			left, err = append(left, pieces[i]), e
		case <-again: // what was under way may be lost, and is not taken twice
			left, err = append(left, pieces[i]), nats.ErrDisconnected
		case <-limit.Done():
			left, err = append(left, pieces[i]), limit.Err()
		}
	}
	return left, err
}
