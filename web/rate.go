package web

import (
	"net/http"
	"sync"
	"time"
)

// burst is for how many seconds' worth of requests a client may come at once: a page
// that is opened asks for many things.
const burst = 10

// mostBuckets is of how many clients rates are known; those of others are forgotten.
const mostBuckets = 10_000

// rates counts the requests of clients: a bucket each that fills with time, from which
// every request takes.
type rates struct {
	mutex   sync.Mutex
	each    float64 // requests a second; 0 for any number
	buckets map[string]*bucket
}

type bucket struct {
	left float64
	seen time.Time
}

func newRates(each float64) *rates { return &rates{each: each, buckets: map[string]*bucket{}} }

// take takes a request from a client's bucket, if there is one left.
func (r *rates) take(client string, now time.Time) bool {
	if r.each <= 0 || loopback(client) {
		return true
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	full := r.each * burst
	b := r.buckets[client]
	if b == nil {
		if len(r.buckets) >= mostBuckets {
			r.sweep(now)
		}
		b = &bucket{left: full}
		r.buckets[client] = b
	} else {
		b.left = min(full, b.left+now.Sub(b.seen).Seconds()*r.each)
	}
	b.seen = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// sweep drops the buckets that are full again, or all if none is. The mutex is held.
func (r *rates) sweep(now time.Time) {
	for client, b := range r.buckets {
		if now.Sub(b.seen) > burst*time.Second {
			delete(r.buckets, client)
		}
	}
	if len(r.buckets) >= mostBuckets {
		clear(r.buckets)
	}
}

// limited refuses requests of clients that send too many.
func (s *Server) limited(h http.Handler) http.Handler {
	rates := newRates(s.options.Rate)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rates.take(addressOf(r), time.Now()) {
			w.Header().Set("Retry-After", "1")
			deny(w, r, http.StatusTooManyRequests, "too many requests: wait a second")
			return
		}
		h.ServeHTTP(w, r)
	})
}
