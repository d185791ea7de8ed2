package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestCompressed: large answers are compressed for who takes it, small ones and those
// of others are not, and the bytes are the same.
func TestCompressed(t *testing.T) {
	s := serverFor(t, Options{})
	get := func(path, encoding string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "127.0.0.1:7777"
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w
	}
	plain, small := get("/api/catalogue", "identity"), get("/api/catalogue", "br, gzip")
	if plain.Header().Get("Content-Encoding") != "" || small.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("the catalogue comes as %v, for who takes gzip as %v", plain.Header(), small.Header())
	}
	if small.Body.Len() > plain.Body.Len()/4 {
		t.Errorf("of %d bytes compressed stay %d", plain.Body.Len(), small.Body.Len())
	}
	z, err := gzip.NewReader(small.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain.Body.Bytes()) {
		t.Errorf("what was compressed is another text (%v)", err)
	}
	if w := get("/api/games/none", "gzip"); w.Code != 404 || w.Header().Get("Content-Encoding") != "" || !strings.Contains(w.Body.String(), "none") {
		t.Errorf("a refusal is %d, %v, %s", w.Code, w.Header(), w.Body)
	}
}
