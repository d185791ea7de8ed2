package fleet

import (
	"context"
	"maps"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// follow tells see all that stands under some keys of a bucket, again whenever that
// changes, until ctx ends. It looks anew when a lost connection is there again, and
// once a minute or so, for a broker that came back may have forgotten who watched.
func (l *Link) follow(ctx context.Context, bucket jetstream.KeyValue, keys string, see func(map[string][]byte)) {
	for ctx.Err() == nil {
		again := l.reconnected()
		limited, cancel := context.WithTimeout(ctx, time.Minute+rand.N(30*time.Second))
		watcher, err := bucket.Watch(limited, keys)
		if err != nil {
			cancel()
			if missing(err) {
				l.setUp(ctx)
			}
			rest(ctx, 200*time.Millisecond+rand.N(300*time.Millisecond))
			continue
		}
		watch(limited, watcher, again, see)
		go watcher.Stop() // which asks the broker, whether it is there or not
		cancel()
	}
}

// watch follows one watcher, until it ends or ctx does or again is closed.
func watch(ctx context.Context, watcher jetstream.KeyWatcher, again <-chan struct{}, see func(map[string][]byte)) {
	all := map[string][]byte{}
	complete := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-again:
			return
		case entry, ok := <-watcher.Updates():
			switch {
			case !ok:
				return
			case entry == nil:
				complete = true
			case entry.Operation() == jetstream.KeyValuePut:
				all[entry.Key()] = entry.Value()
			default:
				delete(all, entry.Key())
			}
			if complete {
				see(maps.Clone(all))
			}
		}
	}
}
