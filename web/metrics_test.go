package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// measured are the numbers of /metrics, by name and labels.
func measured(t *testing.T, s *Server) map[string]string {
	t.Helper()
	w := send(s, "GET", metricsPath)
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Fatalf("%s: status %d, %s", metricsPath, w.Code, w.Header().Get("Content-Type"))
	}
	numbers := map[string]string{}
	for line := range strings.Lines(w.Body.String()) {
		if i := strings.LastIndexByte(line, ' '); i > 0 && line[0] != '#' {
			numbers[line[:i]] = strings.TrimSpace(line[i:])
		}
	}
	return numbers
}

// TestMetrics checks that what happens is counted once, where it belongs.
func TestMetrics(t *testing.T) {
	s := serverFor(t, Options{})
	send(s, "GET", "/api/rulesheets")
	send(s, "GET", "/api/rulesheets")
	send(s, "GET", "/api/games/nothing-1")
	send(s, "GET", "/some/page")
	send(s, "GET", "/api/rulesheets", "Host", "evil.example.org")
	send(s, "POST", "/api/position", "Origin", "http://evil.example.org")
	id := begun(t, s)
	if w := ask(t, s, "POST", "/api/games/"+id+"/resign", map[string]any{}); w.Code != http.StatusOK {
		t.Fatalf("giving up: %d %s", w.Code, w.Body)
	}
	numbers := measured(t, s)
	for name, want := range map[string]string{
		`gambito_requests_total{route="GET /api/rulesheets",status="2xx"}`: "2",
		`gambito_requests_total{route="GET /api/games/{id}",status="4xx"}`: "1",
		`gambito_requests_total{route="/",status="2xx"}`:                   "1",
		`gambito_requests_total{route="none",status="4xx"}`:                "2",
		`gambito_request_seconds_count{route="GET /api/rulesheets"}`:       "2",
		`gambito_games_total{by="people"}`:                                 "1",
		`gambito_games_total{by="agents"}`:                                 "0",
		`gambito_streams_open`:                                             "0",
		`gambito_pool_searches{kind="analysis",state="running"}`:           "0",
		`gambito_search_seconds_count{kind="analysis"}`:                    "0",
		`gambito_pool_memory_bytes{for="searches"}`:                        "0",
	} {
		if numbers[name] != want {
			t.Errorf("%s is %q, want %s", name, numbers[name], want)
		}
	}
	if numbers["go_goroutines"] == "" {
		t.Error("nothing is told of the runtime")
	}
}

// begun is a game of a person against an agent.
func begun(t *testing.T, s *Server) string {
	t.Helper()
	w := ask(t, s, "POST", "/api/games", map[string]any{"game": "tictactoe", "seats": []map[string]any{{"person": true}, {"spec": "random"}}})
	return read[struct {
		ID string `json:"id"`
	}](t, w).ID
}

// TestMetricsOfSearches checks that a search is seen while it runs and counted after,
// and that the time of a stream spoils no average.
func TestMetricsOfSearches(t *testing.T) {
	s := serverFor(t, Options{})
	h := httptest.NewServer(s.Handler())
	defer h.Close()
	answer, err := http.Get(h.URL + "/api/analysis?game=tictactoe&agent=mcts&time=60")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := answer.Body.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	numbers := measured(t, s)
	if numbers["gambito_streams_open"] != "1" || numbers[`gambito_pool_searches{kind="analysis",state="running"}`] != "1" || numbers[`gambito_pool_memory_bytes{for="searches"}`] == "0" {
		t.Errorf("a search runs, and there are %s streams, %s searches", numbers["gambito_streams_open"], numbers[`gambito_pool_searches{kind="analysis",state="running"}`])
	}
	answer.Body.Close()
	begin := time.Now()
	const requests = `gambito_requests_total{route="GET /api/analysis",status="2xx"}`
	for numbers[requests] != "1" || numbers[`gambito_search_seconds_count{kind="analysis"}`] != "1" {
		if time.Since(begin) > time.Minute {
			t.Fatal("the search is never counted")
		}
		time.Sleep(time.Millisecond)
		numbers = measured(t, s)
	}
	if n := numbers[`gambito_request_seconds_count{route="GET /api/analysis"}`]; n != "" {
		t.Errorf("the stream is counted among %s answers", n)
	}
}

// TestMetricsNeedTheToken, as everything does.
func TestMetricsNeedTheToken(t *testing.T) {
	s := serverFor(t, Options{Token: "a secret of many letters"})
	if w := send(s, "GET", metricsPath); w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "gambito_games") {
		t.Errorf("without the token: status %d", w.Code)
	}
	if w := send(s, "GET", metricsPath, "Authorization", "Bearer a secret of many letters"); w.Code != http.StatusOK {
		t.Errorf("with the token: status %d", w.Code)
	}
}

// documented finds the names of numbers in a page.
var documented = regexp.MustCompile("(?m)^\\| `(gambito_[a-z_]+)`")

// TestMetricsAreDescribed: docs/operations.md lists what there is, and nothing else.
func TestMetricsAreDescribed(t *testing.T) {
	page, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	s := serverFor(t, Options{})
	s.meters.tasks.WithLabelValues("run", "done") // what has no labels yet is not told
	s.meters.waits.WithLabelValues(moving.String())
	send(s, "GET", "/")
	families, err := s.meters.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var told, described []string
	for _, f := range families {
		if name := f.GetName(); strings.HasPrefix(name, "gambito_") {
			told = append(told, name)
		}
	}
	for _, found := range documented.FindAllSubmatch(page, -1) {
		described = append(described, string(found[1]))
	}
	slices.Sort(described)
	if !slices.Equal(told, described) {
		t.Errorf("told are %v, docs/operations.md has %v", told, described)
	}
}
