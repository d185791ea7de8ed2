package web

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	// sendTime is how long sending one event may take: who does not read is left.
	sendTime = 10 * time.Second

	// beatTime is after how much silence a line is sent that means nothing, which finds
	// out whether anybody still listens.
	beatTime = 20 * time.Second
)

// Failed is the event that ends a stream whose work has failed.
type Failed struct {
	Detail string `json:"detail" doc:"What went wrong, in one sentence."`
}

// events sends server-sent events. It is for any number of goroutines.
type events struct {
	mutex   sync.Mutex
	writer  http.ResponseWriter
	control *http.ResponseController
	beat    *time.Timer
	buffer  []byte
	err     error // of the first event that could not be sent
}

// send sends an event. Its data is one line of JSON.
func (e *events) send(event string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.buffer = append(append(append(e.buffer[:0], "event: "...), event...), "\ndata: "...)
	e.buffer = append(append(e.buffer, text...), "\n\n"...)
	e.beat.Reset(beatTime)
	return e.write(e.buffer)
}

// write sends bytes at once. The mutex is held.
func (e *events) write(b []byte) error {
	if e.err != nil {
		return e.err
	}
	_ = e.control.SetWriteDeadline(time.Now().Add(sendTime)) // a recorder of a test has none
	if _, e.err = e.writer.Write(b); e.err == nil {
		e.err = e.control.Flush()
	}
	return e.err
}

// keepAlive sends a line that means nothing.
func (e *events) keepAlive() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.write([]byte(":\n\n")) == nil {
		e.beat.Reset(beatTime)
	}
}

// stream registers an operation that answers with events. Kinds says what each event
// holds. Open looks at the request and may refuse it; what it returns then runs until
// it has sent everything or ctx ends, because the client has left or the server is
// closed. An error that run returns is the event failed.
func stream[I any](s *Server, api huma.API, op huma.Operation, kinds map[string]any, open func(context.Context, *I) (run func(context.Context, *events) error, err error)) {
	kinds["failed"] = Failed{}
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Events, until the work is done or the client leaves.",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: eventSchema(api, kinds)}},
	}}
	route(api, op, func(ctx context.Context, input *I) (*huma.StreamResponse, error) {
		run, err := open(ctx, input)
		if err != nil {
			return nil, err
		}
		leave, err := s.streams.enter(clientOf(ctx))
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(h huma.Context) {
			defer leave()
			_, w := humago.Unwrap(h)
			header := w.Header()
			header.Set("Content-Type", "text/event-stream")
			header.Set("Cache-Control", "no-store")
			header.Set("X-Accel-Buffering", "no") // proxies are not to wait for more
			ctx, cancel := context.WithCancel(h.Context())
			defer cancel()
			defer context.AfterFunc(s.ctx, cancel)()
			e := &events{writer: w, control: http.NewResponseController(w)}
			e.mutex.Lock()
			e.beat = time.AfterFunc(beatTime, e.keepAlive)
			e.mutex.Unlock()
			defer e.stop()
			if err := run(ctx, e); err != nil && ctx.Err() == nil {
				_ = e.send("failed", Failed{refusalOf(ctx, err).Detail}) // nobody may be there to hear it
			}
		}}, nil
	})
}

// Streams that are open at once, of a client elsewhere and of all.
const (
	mostStreamsOfClient = 100
	mostStreams         = 5000
)

// streams counts the streams that are open.
type streams struct {
	mutex    sync.Mutex
	all      int
	ofClient map[string]int
}

// enter counts a stream of a client until leave is called, or refuses it.
func (s *streams) enter(client string) (leave func(), err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.all >= mostStreams || s.ofClient[client] >= mostStreamsOfClient && !loopback(client) {
		return nil, refuse(http.StatusTooManyRequests, "too many pages listen at once: close some")
	}
	s.all++
	s.ofClient[client]++
	return func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.all--
		if s.ofClient[client]--; s.ofClient[client] == 0 {
			delete(s.ofClient, client)
		}
	}, nil
}

// stop ends the beat. No event may be sent after it.
func (e *events) stop() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.beat.Stop()
	e.err = http.ErrAbortHandler
}

// eventSchema describes the events for the document.
func eventSchema(api huma.API, kinds map[string]any) *huma.Schema {
	var list []*huma.Schema
	for event, data := range kinds {
		list = append(list, &huma.Schema{
			Title: event, Type: huma.TypeObject, Required: []string{"event", "data"},
			Properties: map[string]*huma.Schema{
				"event": {Type: huma.TypeString, Enum: []any{event}},
				"data":  api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(data), true, event),
			},
		})
	}
	slices.SortFunc(list, func(a, b *huma.Schema) int { return strings.Compare(a.Title, b.Title) })
	return &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{OneOf: list}}
}
