package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// What keeps others out: a page elsewhere that its visitor's browser would let talk to
// this server, other people in the network, and requests that are too large, too many
// or too slow.

const (
	// mostBody is how many bytes a request may hold, whatever the route says, unless it is
	// the archive of a run.
	mostBody = 8 << 20

	// answerTime is how long an answer may take that is no stream of events.
	answerTime = 5 * time.Minute
)

// policy is what the page may load: nothing but what this server gives it, and no
// script or style inside a document.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard puts a server behind all that keeps others out.
func (s *Server) guard(h http.Handler) http.Handler {
	writes := http.NewCrossOriginProtection()
	writes.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deny(w, r, http.StatusForbidden, "another site may not change anything here")
	}))
	h = writes.Handler(h)
	h = s.authorized(h)
	h = foreign(h)
	h = s.limited(h)
	h = s.named(h)
	h = s.observed(h)
	h = bounded(h)
	return headers(h)
}

// headers are those of every answer.
func headers(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		if strings.HasPrefix(r.URL.Path, "/api/") {
			header.Set("Cache-Control", "no-store")
		}
		h.ServeHTTP(w, r)
	})
}

// bounded limits what a request may hold and how long its answer may take. Streams of
// events set their own time with every event.
func bounded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime)) // a recorder of a test has none
		most := int64(mostBody)
		if r.URL.Path == importPath {
			most = mostUpload
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		h.ServeHTTP(w, r)
	})
}

// named refuses requests that ask for a host by a name which is not this server's. A
// site elsewhere can make its own name mean this machine (DNS rebinding), and then the
// browser takes the two for one; it cannot do so with an address.
func (s *Server) named(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.knows(r.Host) {
			deny(w, r, http.StatusMisdirectedRequest, "this server is not called %q: ask for it by its address, by localhost, or by a name that gambito serve --host tells", r.Host)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// knows reports whether a Host header names this server.
func (s *Server) knows(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if address, err := netip.ParseAddr(name); err == nil {
		return s.options.Token != "" || address.IsLoopback()
	}
	if name == "localhost" {
		return true
	}
	for _, known := range s.options.Hosts {
		if strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}

// foreign refuses requests to the API that come from pages elsewhere, also such that
// change nothing: they would cost time. Links to it may be followed.
func foreign(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site, mode := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Mode")
		if strings.HasPrefix(r.URL.Path, "/api/") && (site == "cross-site" || site == "same-site") && mode != "navigate" {
			deny(w, r, http.StatusForbidden, "another site may not ask this server")
			return
		}
		h.ServeHTTP(w, r)
	})
}

// deny refuses a request before it has reached its route.
func deny(w http.ResponseWriter, r *http.Request, status int, format string, args ...any) {
	writeRefusal(w, refusalOf(asked(r), refuse(status, format, args...)))
}

// asked is the context of a request that knows its language.
func asked(r *http.Request) context.Context {
	return context.WithValue(r.Context(), requestKey{}, request{words: languageOf(r)})
}

// inside is the part of a URL behind the host, which leads to nowhere else.
func inside(u *url.URL) string {
	to := url.URL{Path: "/" + strings.TrimLeft(u.Path, `/\`)}
	query := u.Query()
	query.Del("token")
	to.RawQuery = query.Encode()
	return to.String()
}
