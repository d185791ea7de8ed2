package web

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"
)

// runHubKey is what pages watch: a run, those of its games that a filter chooses, or the
// list of all; in one language.
type runHubKey struct{ name, filter, language string }

// runHub looks at something that changes, once a second at the most and only while
// somebody watches, and gives all who do the same.
type runHub struct {
	watchers int // of the desk
	cancel   context.CancelFunc

	mutex   sync.Mutex
	seen    json.RawMessage
	err     error
	changed chan struct{}
}

// watching is the run of a stream that sends what look sees.
func (d *runDesk) watching(asked context.Context, key runHubKey, event string, look func(context.Context) (any, error)) func(context.Context, *events) error {
	words := requestOf(asked)
	return func(ctx context.Context, e *events) error {
		h := d.join(key, func(ctx context.Context) (any, error) { return look(context.WithValue(ctx, requestKey{}, words)) })
		defer d.part(key, h)
		for {
			seen, changed, err := h.latest()
			if err != nil {
				return err
			}
			if seen != nil {
				if err := e.send(event, seen); err != nil {
					return err
				}
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// join begins to watch.
func (d *runDesk) join(key runHubKey, look func(context.Context) (any, error)) *runHub {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	h := d.hubs[key]
	if h == nil {
		if d.closed { // the stream ends by itself
			return &runHub{cancel: func() {}, changed: make(chan struct{})}
		}
		ctx, cancel := context.WithCancel(d.server.ctx)
		h = &runHub{cancel: cancel, changed: make(chan struct{})}
		d.hubs[key] = h
		d.server.work.Go(func() { h.run(ctx, look) })
	}
	h.watchers++
	return h
}

// part ends watching.
func (d *runDesk) part(key runHubKey, h *runHub) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if h.watchers--; h.watchers <= 0 {
		h.cancel()
		if d.hubs[key] == h {
			delete(d.hubs, key)
		}
	}
}

// run looks, until nobody watches or something is wrong. What takes long is looked at
// less often.
func (h *runHub) run(ctx context.Context, look func(context.Context) (any, error)) {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		begin := time.Now()
		var text []byte
		err := survived(func() error {
			seen, err := look(ctx)
			if err == nil {
				text, err = json.Marshal(seen)
			}
			return err
		})
		if ctx.Err() != nil {
			return
		}
		h.tell(text, err)
		if err != nil {
			return
		}
		pause.Reset(max(eventPace, 3*time.Since(begin)))
		select {
		case <-pause.C:
		case <-ctx.Done():
			return
		}
	}
}

// tell gives the watchers what was seen, if it is not what they know.
func (h *runHub) tell(text []byte, err error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if err == nil && bytes.Equal(text, h.seen) {
		return
	}
	h.seen, h.err = text, err
	close(h.changed)
	h.changed = make(chan struct{})
}

// latest is what was seen last, nil if that is nothing, and a channel that is closed when
// there is more.
func (h *runHub) latest() (json.RawMessage, <-chan struct{}, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.seen, h.changed, h.err
}
