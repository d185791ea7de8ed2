package web

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestHealth checks that a server is well while its folder can be written to, that
// anybody may ask, and that nothing is told but that.
func TestHealth(t *testing.T) {
	data := filepath.Join(t.TempDir(), "secret-place")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	s := serverFor(t, Options{Data: data, Log: slog.New(slog.DiscardHandler), Token: "a secret of many letters"})
	if w := send(s, "GET", healthPath); w.Code != http.StatusOK || w.Body.String() != "ok\n" {
		t.Errorf("a server that is well: %d %q", w.Code, w.Body)
	}
	if left, err := filepath.Glob(filepath.Join(data, ".usable*")); err != nil || len(left) != 0 {
		t.Errorf("asking leaves %v, %v", left, err)
	}
	if err := os.RemoveAll(data); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(data, nil, 0o644); err != nil { // no folder can be there now
		t.Fatal(err)
	}
	if ill := s.ill(time.Now()); ill != "" {
		t.Errorf("it looks again at once: %q", ill)
	}
	ill := s.ill(time.Now().Add(2 * lookAgain))
	w := send(s, "GET", healthPath)
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != ill+"\n" || !strings.Contains(ill, "data folder") || strings.Contains(ill, "secret-place") {
		t.Errorf("a server that can keep nothing: %d %q", w.Code, w.Body)
	}
}

// TestHealthAtTheEnd: a server that ends is not well.
func TestHealthAtTheEnd(t *testing.T) {
	s := serverFor(t, Options{Log: slog.New(slog.DiscardHandler)})
	if w := send(s, "GET", healthPath); w.Code != http.StatusOK {
		t.Errorf("without a data folder: %d %q", w.Code, w.Body)
	}
	s.Close()
	if w := send(s, "GET", healthPath); w.Code != http.StatusServiceUnavailable {
		t.Errorf("after its end: %d %q", w.Code, w.Body)
	}
}
