package web

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"gambito/files"
)

// lookAgain is after what time the data folder is tried again: anybody may ask, and each
// try writes a file.
const lookAgain = time.Second

// health knows whether a server can do its work.
type health struct {
	mutex  sync.Mutex
	looked time.Time
	err    error
}

// serveHealth adds the route that says whether the server is well, to anybody who
// reaches it: one line and nothing else.
func (s *Server) serveHealth(mux *http.ServeMux) {
	mux.HandleFunc("GET "+healthPath, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if ill := s.ill(time.Now()); ill != "" {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, ill)
			return
		}
		fmt.Fprintln(w, "ok")
	})
}

// healthPath needs no token.
const healthPath = "/healthz"

// ill says what keeps the server from its work; "" if nothing does.
func (s *Server) ill(now time.Time) string {
	if s.ctx.Err() != nil {
		return "the server is ending"
	}
	if s.options.Data == "" {
		return "" // nothing is to be kept
	}
	h := &s.health
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.looked.IsZero() || now.Sub(h.looked) >= lookAgain {
		h.looked, h.err = now, files.Writable(s.options.Data)
	}
	if h.err != nil {
		return "the data folder cannot be written to: " + h.err.Error()
	}
	return ""
}
