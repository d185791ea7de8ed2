package web

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// worthCompressing is from how many bytes on an answer is compressed: those that players
// wait for move by move are smaller, and take no time for it.
const worthCompressing = 4 << 10

// compressed compresses answers in JSON that are large enough, such as the catalogue's,
// for clients that take it. Streams of events and what is compressed already stay as
// they are.
func compressed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || r.Method == http.MethodHead {
			h.ServeHTTP(w, r)
			return
		}
		c := &compressor{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(c, r)
		c.close() // not after a panic: then nobody may take the answer for a whole one
	})
}

// compressor decides at the first write whether an answer is compressed.
type compressor struct {
	http.ResponseWriter
	status int
	begun  bool
	gzip   *gzip.Writer // nil if the answer stays as it is
}

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// WriteHeader keeps the status until it is known how the answer is written.
func (c *compressor) WriteHeader(status int) {
	if !c.begun {
		c.status = status
	}
}

func (c *compressor) Write(b []byte) (int, error) {
	c.begin(len(b))
	if c.gzip != nil {
		return c.gzip.Write(b)
	}
	return c.ResponseWriter.Write(b)
}

// begin sends the header, before the first bytes of a body.
func (c *compressor) begin(size int) {
	if c.begun {
		return
	}
	c.begun = true
	header := c.Header()
	if size >= worthCompressing && header.Get("Content-Encoding") == "" && strings.HasPrefix(header.Get("Content-Type"), "application/json") {
		header.Set("Content-Encoding", "gzip")
		header.Add("Vary", "Accept-Encoding")
		header.Del("Content-Length")
		c.gzip = gzips.Get().(*gzip.Writer)
		c.gzip.Reset(c.ResponseWriter)
	}
	c.ResponseWriter.WriteHeader(c.status)
}

// FlushError sends what is written so far; an answer of events does after each.
func (c *compressor) FlushError() error {
	c.begin(0)
	return http.NewResponseController(c.ResponseWriter).Flush()
}

// Unwrap lets deadlines be set.
func (c *compressor) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// close ends an answer.
func (c *compressor) close() {
	c.begin(0)
	if c.gzip != nil {
		_ = c.gzip.Close() // whoever has left needs nothing
		gzips.Put(c.gzip)
	}
}
