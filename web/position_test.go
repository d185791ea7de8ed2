package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gambito/board"
)

func TestPosition(t *testing.T) {
	s := serverFor(t, Options{})
	p := read[board.Position](t, ask(t, s, "POST", "/api/position?lang=es", map[string]any{"game": "othello", "moves": "f5d6"}))
	if p.Ply != 2 || p.Roles[0] != "negro" || len(p.Legal) == 0 || len(p.Last) != 1 {
		t.Errorf("othello: ply %d, %v, %v, %v", p.Ply, p.Roles, p.Legal, p.Last)
	}
	p = read[board.Position](t, ask(t, s, "POST", "/api/position", map[string]any{"game": "tron", "seat": 1}))
	if p.Turn != board.Together || p.Seat != 1 || len(p.Legal) != 4 {
		t.Errorf("tron: %+v", p)
	}
	for _, body := range []map[string]any{
		{"game": "chess"}, {"game": "othello", "moves": "a1"}, {"game": "connect4", "position": "x"},
		{"game": "tron", "seat": 2}, {"game": "gdl:/etc/passwd"}, {"game": "gdl:../x"}, {},
	} {
		w := ask(t, s, "POST", "/api/position", body)
		if w.Code < 400 || w.Code >= 500 {
			t.Errorf("%v: %d %s", body, w.Code, w.Body)
		}
	}
}

// A turn at backgammon is made man by man.
func TestStep(t *testing.T) {
	s := serverFor(t, Options{})
	ask1 := func(parts ...string) Step {
		return read[Step](t, ask(t, s, "POST", "/api/position/step", map[string]any{"game": "backgammon", "moves": "31:", "parts": parts}))
	}
	if got := ask1("8/5"); got.Move != "" || len(got.Next) == 0 || got.Board.Men.Points[7] != 2 {
		t.Errorf("%+v", got)
	}
	if got := ask1("8/5", "6/5"); got.Move != "8/5 6/5" || len(got.Next) != 0 {
		t.Errorf("%+v", got)
	}
	refused(t, ask(t, s, "POST", "/api/position/step", map[string]any{"game": "backgammon", "moves": "31:", "parts": []string{"9/5"}}), http.StatusBadRequest)
	refused(t, ask(t, s, "POST", "/api/position/step", map[string]any{"game": "othello", "parts": []string{"9/5"}}), http.StatusBadRequest)
}

func FuzzPosition(f *testing.F) {
	for _, seed := range []string{
		`{"game":"othello","moves":"f5d6c3"}`, `{"game":"connect4:8x6","position":"x","moves":"44"}`, `{"game":"gdl:hex","seat":9}`,
		`{"game":"backgammon:match=3","moves":"31: 8/5 6/5 double","parts":["8/5","bar/off"]}`, `{"game":{}}`, `[`, `{"game":"tron:6x6","moves":"up,up"}`,
	} {
		f.Add(seed)
	}
	s := serverFor(f, Options{})
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/api/position", "/api/position/step"} {
			r := httptest.NewRequest("POST", path, strings.NewReader(body))
			r.Host = "127.0.0.1:7777"
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
				t.Fatalf("%s: %d %s", body, w.Code, w.Body)
			}
		}
	})
}
