package web

import (
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"
)

// noRoute is what requests are counted as that were refused before they had reached a
// route: where they wanted to go is theirs to choose, and would be a number each.
const noRoute = "none"

// observed counts requests and logs them: what was asked for without its query, which
// may hold the token, and never a header.
func (s *Server) observed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		o := &observer{ResponseWriter: w}
		defer func() { s.noted(o, r, time.Since(begin)) }() // also of who has left in the middle of a stream
		h.ServeHTTP(o, r)
	})
}

// noted counts and logs a request that was answered.
func (s *Server) noted(o *observer, r *http.Request, took time.Duration) {
	if o.status == 0 {
		o.status = http.StatusOK
	}
	route := r.Pattern // which the mux has set
	if route == "" {
		route = noRoute
	}
	s.meters.requests.WithLabelValues(route, classOf(o.status)).Inc()
	if !o.stream {
		s.meters.answers.WithLabelValues(route).Observe(took.Seconds())
	}
	level := slog.LevelInfo
	switch {
	case o.status >= http.StatusInternalServerError:
		level = slog.LevelError
	case r.URL.Path == healthPath || r.URL.Path == metricsPath:
		level = slog.LevelDebug // they come again and again
	}
	if !s.log.Enabled(r.Context(), level) {
		return
	}
	s.log.LogAttrs(r.Context(), level, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", o.status),
		slog.Float64("seconds", took.Round(time.Microsecond).Seconds()), slog.String("client", addressOf(r)), slog.Bool("stream", o.stream))
}

// observer sees with what status a request is answered.
type observer struct {
	http.ResponseWriter
	status int
	stream bool // of events
}

// WriteHeader notes the status. One from 100 to 199 comes before the answer.
func (o *observer) WriteHeader(status int) {
	if o.status == 0 && status >= http.StatusOK {
		o.status = status
		o.stream = strings.HasPrefix(o.Header().Get("Content-Type"), "text/event-stream")
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *observer) Write(b []byte) (int, error) {
	if o.status == 0 {
		o.WriteHeader(http.StatusOK)
	}
	return o.ResponseWriter.Write(b)
}

// Unwrap lets answers be flushed and deadlines be set.
func (o *observer) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// logOf is where a server logs to: what its options say, or else standard error, where
// only what goes wrong is told.
func logOf(o Options) *slog.Logger {
	if o.Log != nil {
		return o.Log
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}
