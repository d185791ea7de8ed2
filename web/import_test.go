package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/api"
)

func TestImport(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	for _, name := range []string{"sample.ggf", "sample.mat", "sample.txt", "sample.json", "sample.jsonl", "sample.wtb"} {
		content, err := os.ReadFile(filepath.Join("../gamefile/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		list := read[[]api.SavedGame](t, ask(t, s, "POST", "/api/games/import", ImportRequest{Data: content, Name: name}))
		if len(list) == 0 || list[0].ID == "" || list[0].Moves == 0 || list[0].File != "" {
			t.Errorf("%s: %+v", name, list)
		}
		if strings.HasSuffix(name, ".wtb") {
			continue // it is no text
		}
		again := read[[]api.SavedGame](t, ask(t, s, "POST", "/api/games/import", ImportRequest{Text: string(content)}))
		if len(again) != len(list) {
			t.Errorf("%s without its name: %d games, not %d", name, len(again), len(list))
		}
	}
	line := read[[]api.SavedGame](t, ask(t, s, "POST", "/api/games/import", ImportRequest{Text: "1. 4 4 2. 3 3 5 5 2\n", Game: "connect4"}))
	if len(line) != 1 || line[0].Moves != 7 || line[0].Result[0] != 1 {
		t.Errorf("a line of moves: %+v", line)
	}
}

func TestImportRefuses(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	secret := filepath.Join(t.TempDir(), "secret.kif")
	if err := os.WriteFile(secret, []byte("(role a)"), 0o644); err != nil {
		t.Fatal(err)
	}
	sheet, _ := json.Marshal(map[string]any{"game": "gdl:" + secret, "agents": []string{"a", "b"}})
	for _, c := range []struct {
		body   ImportRequest
		status int
		want   string
	}{
		{ImportRequest{}, 400, "there is no text"},
		{ImportRequest{Text: " \n"}, 400, "there is no text"},
		{ImportRequest{Text: "hello"}, 400, "the text: it is no file of games"},
		{ImportRequest{Text: "hello", Name: "../../x.txt"}, 400, `x.txt: line 1: move 1: "hello"`},
		{ImportRequest{Text: "f5f5"}, 400, "f5 is taken"},
		{ImportRequest{Text: string(sheet)}, 400, "a name has up to 40 small letters"},
		{ImportRequest{Text: "449", Game: "connect4"}, 400, "move 3"},
		{ImportRequest{Text: "44", Game: "chess"}, 400, "unknown game"},
		{ImportRequest{Text: strings.Repeat("f5d6c3\n", importGames+1)}, 400, "more than the 200 games"},
		{ImportRequest{Text: `{"game":"connect4","agents":["a","b"],"moves":"","reason":"unfinished"}`}, 400, "nobody has moved"},
	} {
		if detail := refused(t, ask(t, s, "POST", "/api/games/import", c.body), c.status); !strings.Contains(detail, c.want) {
			t.Errorf("%+v: %q, want %q", c.body, detail, c.want)
		}
	}
	refused(t, ask(t, serverFor(t, Options{}), "POST", "/api/games/import", ImportRequest{Text: "f5"}), http.StatusConflict)
}

// FuzzImport checks that whatever is sent is kept or refused with a sentence.
func FuzzImport(f *testing.F) {
	f.Add("f5d6c3", "", "")
	f.Add("4433", "", "connect4")
	f.Add(`{"game":"connect4","agents":["a","b"],"moves":"44","reason":"unfinished"}`, "a.json", "")
	f.Add("(;GM[Othello]PB[a]PW[b]TY[8]B[f5];)", "a.ggf", "")
	f.Add(" 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n", "../a.mat", "")
	s := serverFor(f, Options{Data: f.TempDir()})
	f.Fuzz(func(t *testing.T, text, name, game string) {
		if strings.Contains(text+game, "gdl:") {
			return // compiling takes its time
		}
		content, err := json.Marshal(ImportRequest{Text: text, Name: name, Game: game})
		if err != nil {
			t.Fatal(err)
		}
		neverFails(t, s, "POST", "/api/games/import", string(content))
	})
}

// neverFails sends a request that may be refused, but with one sentence.
func neverFails(t *testing.T, s *Server, method, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	r, err := http.NewRequest(method, "http://127.0.0.1:7777"+path, strings.NewReader(body))
	if err != nil {
		t.Skip("no client can send such an address")
	}
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	switch {
	case w.Code >= 500:
		t.Fatalf("%s %s %q: status %d: %s", method, path, body, w.Code, w.Body)
	case w.Code >= 400:
		refused(t, w, w.Code)
	}
	return w
}
