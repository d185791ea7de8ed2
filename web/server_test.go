package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/protocol/ggp"
	"gambito/protocol/gtp"
	"gambito/terminal"
)

// withoutData is what agents of servers without a data folder share: tables are made
// once for all tests.
var withoutData = agent.NewEnvironment("")

// testAgents are those of a server with that data folder.
func testAgents(data string) *agent.Registry {
	environment := withoutData
	if data != "" {
		environment = agent.NewEnvironment(data)
	}
	return agents.New(environment, ggp.Entry(), gtp.Entry, terminal.HumanEntry(nil, nil))
}

// serverFor makes a server that ends with the test.
func serverFor(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Agents == nil {
		o.Agents = testAgents(o.Data)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ask sends a request to a server as its own page does, and returns the answer.
func ask(t testing.TB, s *Server, method, path string, body any) *httptest.ResponseRecorder {
	t.Helper()
	var b bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&b).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, path, &b)
	r.Host = "127.0.0.1:7777"
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// read reads an answer of 200.
func read[T any](t testing.TB, w *httptest.ResponseRecorder) (v T) {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return v
}

// refused reads an answer of another status.
func refused(t testing.TB, w *httptest.ResponseRecorder, status int) string {
	t.Helper()
	var r Refusal
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != status || r.Status != status || r.Detail == "" || strings.Contains(r.Detail, "\n") {
		t.Fatalf("status %d, want %d with one sentence (%v): %s", w.Code, status, err, w.Body)
	}
	return r.Detail
}

func TestCatalogue(t *testing.T) {
	s := serverFor(t, Options{})
	c := read[Catalogue](t, ask(t, s, "GET", "/api/catalogue", nil))
	byID := map[string]CatalogueGame{}
	for _, g := range c.Games {
		byID[g.ID] = g
	}
	if g := byID["othello"]; g.Unit != "discs" || !g.Solvable || g.Chance || g.Simultaneous || g.Sheet || len(g.Levels) != agents.Levels {
		t.Errorf("othello: %+v", g)
	}
	if g := byID["tron"]; !g.Simultaneous {
		t.Errorf("tron: %+v", g)
	}
	if g := byID["backgammon"]; !g.Chance {
		t.Errorf("backgammon: %+v", g)
	}
	if g := byID["gdl:hex"]; !g.Sheet {
		t.Errorf("gdl:hex: %+v", g)
	}
	spanish := read[Catalogue](t, ask(t, s, "GET", "/api/catalogue?lang=es", nil))
	if spanish.Games[0].About == c.Games[0].About {
		t.Error("the catalogue is English whatever is asked for")
	}
	if detail := refused(t, ask(t, s, "GET", "/api/catalogue?lang=xx", nil), http.StatusUnprocessableEntity); !strings.HasPrefix(detail, "lang: ") {
		t.Errorf("another language: %s", detail)
	}
}

func TestLanguageOfTheBrowser(t *testing.T) {
	for header, want := range map[string]string{"": "en", "es-MX,es;q=0.9": "es", "de, es;q=0.5, en;q=0.1": "es", "fr": "en", ";;,": "en"} {
		if got := accepted(header); string(got) != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	s := serverFor(t, Options{})
	for _, path := range []string{"/", "/play/connect4-1", "/analyse?game=othello", "/../../etc/passwd"} {
		w := ask(t, s, "GET", path, nil)
		if w.Code != http.StatusOK && w.Code < 300 || !strings.Contains(w.Body.String(), "<html") && w.Code == http.StatusOK {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
	}
	if w := ask(t, s, "GET", "/assets/none.js", nil); w.Code != http.StatusNotFound {
		t.Errorf("a file that is not there: status %d", w.Code)
	}
	first := ask(t, s, "GET", "/", nil)
	r := httptest.NewRequest("GET", "/", nil)
	r.Host = "localhost:7777"
	r.Header.Set("If-None-Match", first.Header().Get("ETag"))
	w := httptest.NewRecorder()
	if s.Handler().ServeHTTP(w, r); w.Code != http.StatusNotModified {
		t.Errorf("the same page again: status %d", w.Code)
	}
}

func TestUnknownRoute(t *testing.T) {
	s := serverFor(t, Options{})
	refused(t, ask(t, s, "GET", "/api/nothing", nil), http.StatusNotFound)
	refused(t, ask(t, s, "DELETE", "/api/catalogue", nil), http.StatusNotFound)
	refused(t, ask(t, s, "POST", "/", nil), http.StatusMethodNotAllowed)
}

func TestDocument(t *testing.T) {
	first, err := serverFor(t, Options{}).Document()
	if err != nil {
		t.Fatal(err)
	}
	second, _ := serverFor(t, Options{}).Document()
	if !bytes.Equal(first, second) {
		t.Error("two documents differ")
	}
	var d struct{ OpenAPI string }
	if err := json.Unmarshal(first, &d); err != nil || !strings.HasPrefix(d.OpenAPI, "3.1") {
		t.Errorf("version %q, %v", d.OpenAPI, err)
	}
	w := ask(t, serverFor(t, Options{}), "GET", "/api/docs", nil)
	if !strings.Contains(w.Body.String(), "/api/catalogue") || strings.Contains(w.Body.String(), "<script") || strings.Contains(w.Body.String(), "//unpkg") {
		t.Errorf("the page of the document: %s", w.Body)
	}
}

// TestFormInSpanish: what is wrong with the form of a request is told in its language.
func TestFormInSpanish(t *testing.T) {
	s := serverFor(t, Options{})
	for _, r := range []struct {
		method, path string
		body         any
		status       int
		want         string
	}{
		{"GET", "/api/nothing", nil, 404, "no hay GET /api/nothing; /api/docs dice lo que hay"},
		{"POST", "/api/position", object{"game": 5}, 422, "game: debe ser un texto"},
		{"POST", "/api/position", object{"game": "connect4", "more": 1}, 422, "more: no se conoce"},
		{"POST", "/api/position", object{"game": strings.Repeat("x", mostBody)}, 413, "la petición tiene más de 8388608 bytes"},
	} {
		if detail := refused(t, ask(t, s, r.method, r.path+"?lang=es", r.body), r.status); detail != r.want {
			t.Errorf("%s %s: %s, want %s", r.method, r.path, detail, r.want)
		}
	}
}
