package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// entry is a value of a bucket.
type entry struct {
	key   string
	value []byte
	time  time.Time // when it was written, by the clock of the broker
}

// entriesOf are the values of a bucket whose keys match a pattern.
func entriesOf(ctx context.Context, bucket jetstream.KeyValue, pattern string) ([]entry, error) {
	w, err := bucket.Watch(ctx, pattern, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer w.Stop()
	var list []entry
	for {
		select {
		case e, ok := <-w.Updates():
			if !ok {
				return nil, errors.Join(ctx.Err(), jetstream.ErrConnectionClosed)
			}
			if e == nil { // all have come
				return list, nil
			}
			list = append(list, entry{e.Key(), e.Value(), e.Created()})
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// missing reports whether an error says that something is not there, as opposed to a
// broker that does not answer.
func missing(err error) bool {
	for _, e := range []error{
		jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDoesNotExist, jetstream.ErrConsumerDeleted,
		jetstream.ErrBucketNotFound, jetstream.ErrKeyNotFound, jetstream.ErrObjectNotFound, jetstream.ErrNoStreamResponse,
		nats.ErrStreamNotFound, nats.ErrNoResponders,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// ignoreMissing is an error, unless it says that something is not there.
func ignoreMissing(err error) error {
	if missing(err) {
		return nil
	}
	return err
}
