package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// usual are values that most routes take, by the names of parameters and fields.
var usual = map[string]string{
	"game": "connect4", "moves": "44", "agent": "random", "judge": "random", "spec": "random", "name": "tictactoe",
	"id": "connect4-1", "ply": "1", "format": "json", "move": "4", "lang": "en", "seat": "0",
	"kind": "run", "source": "ggp", "study": "first", "times": "1", "text": "(role a)", "time": "0.1", "depth": "2", "dice": "31",
}

// filler makes requests to routes as the document describes them.
type filler struct {
	api *huma.OpenAPI

	// value is that of a parameter or field which is a text or a number.
	value func(name string) string
}

// operations are all routes, in a fixed order.
func operations(document *huma.OpenAPI) (list []*huma.Operation) {
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op != nil {
				list = append(list, op)
			}
		}
	}
	return list
}

// request is one to a route.
func (f filler) request(op *huma.Operation) *http.Request {
	path, query := op.Path, url.Values{}
	for _, p := range op.Parameters {
		switch value := f.value(p.Name); {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(value))
		case p.In == "query" && value != "":
			query.Set(p.Name, value)
		}
	}
	var body bytes.Buffer
	if op.RequestBody != nil {
		for _, content := range op.RequestBody.Content {
			_ = json.NewEncoder(&body).Encode(f.fill(content.Schema, "", 0))
		}
	}
	r := httptest.NewRequest(op.Method, "http://127.0.0.1:7777/", &body)
	r.URL.RawPath, r.URL.RawQuery = path, query.Encode()
	var err error
	if r.URL.Path, err = url.PathUnescape(path); err != nil {
		r.URL.Path = path
	}
	r.RequestURI = r.URL.RequestURI()
	r.Header.Set("Content-Type", "application/json")
	return r
}

// fill makes a value of a schema.
func (f filler) fill(s *huma.Schema, name string, depth int) any {
	if s.Ref != "" {
		s = f.api.Components.Schemas.SchemaFromRef(s.Ref)
	}
	switch {
	case depth > 6:
		return nil
	case s.Items != nil:
		return []any{f.fill(s.Items, name, depth+1), f.fill(s.Items, name, depth+1)}
	case s.Type == huma.TypeObject:
		object := map[string]any{}
		for field, schema := range s.Properties {
			object[field] = f.fill(schema, field, depth+1)
		}
		return object
	}
	value := f.value(name)
	switch s.Type {
	case huma.TypeInteger, huma.TypeNumber:
		if number, err := strconv.ParseFloat(value, 64); err == nil && number == number && number < 1e300 && number > -1e300 {
			return number
		}
		return 0
	case huma.TypeBoolean:
		return value == "true"
	}
	return value
}

// patient is how long a test waits for a route at the most: streams end only when
// their client leaves.
const patient = 300 * time.Millisecond

// send sends a request and checks that what it is answered is no mistake of ours.
func sendHostile(t testing.TB, s *Server, r *http.Request, wait time.Duration) *httptest.ResponseRecorder {
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r.WithContext(ctx))
	switch {
	case w.Code >= 500:
		t.Errorf("%s %s: status %d: %s", r.Method, r.URL, w.Code, w.Body)
	case w.Code >= 400:
		var refusal Refusal
		if err := json.Unmarshal(w.Body.Bytes(), &refusal); err != nil || refusal.Detail == "" || strings.Contains(refusal.Detail, "\n") || len(refusal.Detail) > 2*longest {
			t.Errorf("%s %s: status %d without one sentence: %.300s", r.Method, r.URL, w.Code, w.Body)
		}
	}
	return w
}

// TestNoFileIsNamed checks that nothing which is sent names a file: each route is sent
// the names of one in every place, and its content must not come back.
func TestNoFileIsNamed(t *testing.T) {
	data, elsewhere := t.TempDir(), t.TempDir()
	const secret = "mellon"
	outside := filepath.Join(elsewhere, "secret.kif")
	for _, file := range []string{outside, filepath.Join(data, "secret.kif"), filepath.Join(data, "secret.json")} {
		if err := os.WriteFile(file, []byte(secret+" "+secret+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := treeOf(t, elsewhere)
	t.Chdir(elsewhere)
	s := serverFor(t, Options{Data: data})
	for _, op := range operations(s.api.OpenAPI()) {
		names := map[string]bool{}
		(filler{s.api.OpenAPI(), func(name string) string { names[name] = true; return usual[name] }}).request(op)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			for _, file := range []string{outside, "secret.kif", "../secret", "..%2fsecret", "../../" + filepath.Base(elsewhere) + "/secret"} {
				for _, hostile := range []string{file, "gdl:" + file, "perfect:book=" + file, "td:model=" + file, "rules:file=" + file, `{"game":"gdl:` + file + `","agents":["human","human"],"moves":""}`} {
					if strings.HasPrefix(hostile, "gdl:") != (name == "game") && name == "game" {
						continue
					}
					f := filler{s.api.OpenAPI(), func(n string) string {
						if n == name {
							return hostile
						}
						return usual[n]
					}}
					w := sendHostile(t, s, f.request(op), patient)
					if strings.Contains(w.Body.String(), secret) {
						t.Errorf("%s %s with %s = %q tells what is in the file: %s", op.Method, op.Path, name, hostile, w.Body)
					}
				}
			}
		}
	}
	within(t, "all that was begun ends", 10*time.Second, func() bool {
		s.pool.mutex.Lock()
		defer s.pool.mutex.Unlock()
		return len(s.pool.running)+len(s.pool.waiting) == 0 && s.streams.all == 0
	})
	if after := treeOf(t, elsewhere); after != before {
		t.Errorf("files elsewhere were changed: %s, before %s", after, before)
	}
}

// treeOf lists the files of a folder with their contents.
func treeOf(t *testing.T, folder string) (text string) {
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		text += path + ": " + string(content) + "\n"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// FuzzRoutes sends whatever it likes to every route. Values are taken from the input
// one after another, separated by line ends; an empty one is the usual.
func FuzzRoutes(f *testing.F) {
	s, err := New(Options{Agents: testAgents("")})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(s.Close)
	ask(f, s, "GET", "/api/catalogue", nil) // compiles what comes along, which takes a while
	list := operations(s.api.OpenAPI())
	for i := range list {
		f.Add(uint8(i), "")
		f.Add(uint8(i), "connect4:8x6\nx\n9\n")
		f.Add(uint8(i), "gdl:/etc/passwd\n-1\n1e300\nNaN\n\x00\n\xff")
		f.Add(uint8(i), "mcts:sims=5\nlevel:1\n\n\n{}\n[]\nnull")
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		op := list[int(which)%len(list)]
		id := ""
		if strings.Contains(op.Path, "/games/{id}") {
			id = beginAny(t, s)
			defer send(s, "DELETE", "/api/games/"+id)
		}
		values := strings.Split(text, "\n")
		fill := filler{s.api.OpenAPI(), func(name string) string {
			value := ""
			if len(values) > 0 {
				value, values = values[0], values[1:]
			}
			switch {
			case value != "":
				return value
			case name == "id" && id != "":
				return id
			}
			return usual[name]
		}}
		wait := 20 * time.Millisecond
		if answersWithEvents(op) || strings.HasSuffix(op.Path, "/hint") {
			wait = 0 // the request is looked at, and nobody listens
		}
		sendHostile(t, s, fill.request(op), wait)
	})
}

// answersWithEvents reports whether a route does.
func answersWithEvents(op *huma.Operation) bool {
	ok := op.Responses["200"]
	return ok != nil && ok.Content["text/event-stream"] != nil
}

// beginAny begins a game between two people, and returns its ID.
func beginAny(t testing.TB, s *Server) string {
	t.Helper()
	type seat struct {
		Person bool `json:"person"`
	}
	begun := read[struct {
		ID string `json:"id"`
	}](t, ask(t, s, "POST", "/api/games", map[string]any{"game": "connect4", "seats": []seat{{true}, {true}}}))
	return begun.ID
}

// TestBodies checks what is answered to bodies that are too large, or no JSON at all.
func TestBodies(t *testing.T) {
	s := serverFor(t, Options{})
	deep := strings.Repeat(`{"game":`, 5000) + "1" + strings.Repeat("}", 5000)
	for _, op := range operations(s.api.OpenAPI()) {
		if op.RequestBody == nil {
			continue
		}
		for _, body := range []string{"", "{", "[]", "null", "1", `"x"`, `{"game":null}`, `{"game":{}}`, `{"Game":1e999}`, "\xff\xfe", deep, `{"unknown":1}`, strings.Repeat(" ", mostBody+1)} {
			for _, kind := range []string{"application/json", "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", ";", "+json;"} {
				r := (filler{s.api.OpenAPI(), func(name string) string { return usual[name] }}).request(op)
				r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
				r.Header.Set("Content-Type", kind)
				if w := sendHostile(t, s, r, patient); w.Code < 400 && kind != "application/json" {
					t.Errorf("%s %s takes %s: %d", op.Method, op.Path, kind, w.Code)
				} else if len(body) > mostBody && op.Path != importPath && w.Code != http.StatusRequestEntityTooLarge && kind == "application/json" {
					t.Errorf("%s %s takes %d bytes: %d %s", op.Method, op.Path, len(body), w.Code, w.Body)
				}
			}
		}
	}
}
