package web

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestLogOfRequests checks that a request is one line, and that neither its query nor
// its headers are in it: the token may be.
func TestLogOfRequests(t *testing.T) {
	const token = "a-secret-of-many-letters"
	var out bytes.Buffer
	s := serverFor(t, Options{Token: token, Log: slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	send(s, "GET", "/?token="+token)
	send(s, "GET", "/api/rulesheets?token="+token, "Authorization", "Bearer "+token)
	send(s, "GET", "/api/rulesheets", "Cookie", cookieName+"="+token)
	send(s, "GET", "/api/rulesheets", "Authorization", "Bearer "+token+"x")
	var status []int
	for line := range strings.Lines(out.String()) {
		var told struct {
			Msg, Method, Path, Client string
			Status                    int
			Seconds                   float64
		}
		if err := json.Unmarshal([]byte(line), &told); err != nil || told.Msg != "request" || told.Method != "GET" || told.Client != "127.0.0.1" || told.Seconds < 0 {
			t.Errorf("%v: %s", err, line)
		}
		status = append(status, told.Status)
	}
	if strings.Contains(out.String(), token) {
		t.Errorf("the token is logged: %s", out.String())
	}
	if len(status) != 4 || status[0] != 200 || status[1] != 200 || status[2] != 200 || status[3] != 401 {
		t.Errorf("the requests are logged with %v", status)
	}
}

// TestLogOfPanics checks that a mistake of ours is an error in the log, with the place.
func TestLogOfPanics(t *testing.T) {
	var out bytes.Buffer
	s := serverFor(t, Options{Log: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	h := s.observed(s.recovered(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("oh no") })))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/api/x", nil))
	if w.Code != 500 || strings.Count(out.String(), "\n") != 2 || !strings.Contains(out.String(), "oh no") || !strings.Contains(out.String(), "observe_test.go") {
		t.Errorf("status %d, log %s", w.Code, out.String())
	}
}
