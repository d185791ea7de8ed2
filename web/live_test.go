package web

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestLiveEnds: a search that the server takes with it does not say that it is done, so
// that its page asks for it again.
func TestLiveEnds(t *testing.T) {
	s := serverFor(t, Options{})
	h := httptest.NewServer(s.Handler())
	defer h.Close()
	response, err := http.Get(h.URL + "/api/analysis?game=othello&agent=mcts&time=60")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	if first, err := lines.ReadString('\n'); err != nil || first != "event: analysis\n" {
		t.Fatalf("the first line is %q (%v)", first, err)
	}
	s.Close()
	rest, _ := io.ReadAll(lines) // the stream is cut off
	if strings.Contains(string(rest), "event: end") || strings.Contains(string(rest), "event: failed") {
		t.Errorf("the search that was stopped ends with %s", rest)
	}
}
