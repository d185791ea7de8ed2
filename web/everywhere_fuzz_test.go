package web

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/api"
)

// nasty are values that hurt somewhere: texts for numbers, numbers beyond all bounds,
// positions and moves of other games, specs that ask for all time and memory there is,
// signs that mean something to files, terminals, pages and readers of JSON.
var nasty = []string{
	"-1", "0", "1e309", "-9223372036854775808", "18446744073709551615", "0.0000001", "NaN", "∞", "true", "null", "{}", "[]", `"`, `\`, "\x00", "\xff\xfe", "\u202e\u2028",
	"<script>alert(1)</script>", "../../../etc/passwd", "%2e%2e%2f", "connect4-1\n", "last", "human", "random:seed=1", "level:0", "level:99", "level:1,level:2",
	"mcts:sims=999999999999", "mcts:time=9999h,memory=99999", "mcts:threads=100000", "alphabeta:depth=1000", "minimax:depth=99", "perfect:positions=1e18", "lookahead:plies=9", "ensemble", "td", "gnubg", "gtp:cmd=sh", "ggp:url=http://127.0.0.1:1/",
	"connect4:99999x99999", "tictactoe:size=1000000", "tron:size=-3", "gdl:", "gdl:hex", "gdl:nothing", "backgammon:match=99999999",
	"4444444444444444444444444444", "d3c3c4e3", "8/5 6/5", "up,left up,up", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "......./......./......./......./......./.......", "66666666/////X", "((3,17),(2,(", "[2..9]",
	strings.Repeat("(", 5000), strings.Repeat("4", 5000), strings.Repeat("é", 700), strings.Repeat("a,", 3000),
}

// nastyBodies are those that no schema describes.
var nastyBodies = []string{
	"", "null", "0", `"x"`, "[]", "{", "{}x", `{"game":}`, `{"game":null,"seats":null,"moves":null,"text":null,"tree":null,"algorithms":null}`,
	`{"game":["connect4"],"seats":{},"text":{},"ply":"1","move":4,"parts":7,"algorithms":"minimax"}`,
	`{"game":"connect4","game":"othello","GAME":"tron","unknown":1}`, `{"ply":1e999}`, `{"ply":1.5,"pace":-1,"times":99,"seat":-1,"seed":-1,"depth":-5}`,
	strings.Repeat("[", 20000), `{"a":` + strings.Repeat(`{"a":`, 9000), "\xff\xfe{\x00}", `{"text":"` + strings.Repeat(`\u0000`, 3000) + `"}`,
	`{"game":"tictactoe","seats":[` + strings.Repeat(`{"person":true},`, 500) + `{}]}`,
}

// crowded is a server with games of all kinds, and their IDs.
func crowded(t testing.TB) (s *Server, ids []string) {
	s = gameServer(t, t.TempDir())
	for _, g := range []struct {
		game    string
		players []object
	}{
		{"connect4", []object{person(), by("level:1")}},
		{"othello", []object{person(), person()}},
		{"backgammon:cube=on", []object{person(), person()}},
		{"tron", []object{person(), by("random")}},
		{"tictactoe", []object{by("random"), by("random")}},
		{"gdl:tictactoe", []object{person(), by("random")}},
	} {
		ids = append(ids, begin(t, s, g.game, nil, g.players...).ID)
	}
	over := read[api.PlayedGame](t, ask(t, s, "POST", "/api/games", object{"game": "connect4", "moves": "4343434", "seats": []object{person(), person()}}))
	return s, append(ids, over.ID)
}

// survives sends a request and checks the answer, and that who leaves is not kept.
func survives(t testing.TB, s *Server, r *http.Request, wait time.Duration) {
	t.Helper()
	begin := time.Now()
	w := sendHostile(t, s, r, wait)
	if took := time.Since(begin); took > wait+10*time.Second && !raceDetector { // machines may be slow; what is not ended goes on for minutes
		t.Errorf("%s %.200s goes on for %v though the client has left", r.Method, r.URL, took)
	}
	if strings.Contains(w.Body.String(), errMistake.Detail) {
		t.Errorf("%s %.200s: %.300s", r.Method, r.URL, w.Body)
	}
}

// TestNastyEverywhere puts every nasty value into every place of every route of the
// document, and sends all routes bodies that are none.
func TestNastyEverywhere(t *testing.T) {
	s, ids := crowded(t)
	document := s.api.OpenAPI()
	for _, op := range operations(document) {
		places := map[string]bool{}
		(filler{document, func(name string) string { places[name] = true; return usual[name] }}).request(op)
		for i, place := range slices.Sorted(maps.Keys(places)) {
			for j, value := range nasty {
				if raceDetector && j%10 != i%10 {
					continue
				}
				f := filler{document, func(name string) string {
					switch name {
					case place:
						return value
					case "id":
						return ids[(i+j)%len(ids)]
					}
					return usual[name]
				}}
				survives(t, s, f.request(op), time.Millisecond)
			}
		}
		f := filler{document, func(name string) string { return usual[name] }}
		for _, body := range nastyBodies {
			if op.RequestBody != nil {
				survives(t, s, withBody(f.request(op), []byte(body)), time.Millisecond)
			}
		}
	}
}

// withBody is a request with another body.
func withBody(r *http.Request, body []byte) *http.Request {
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return r
}

// FuzzBodies sends any body to any route that takes one, of any game.
func FuzzBodies(f *testing.F) {
	s, ids := crowded(f)
	var list []string
	document := s.api.OpenAPI()
	for _, op := range operations(document) {
		if op.RequestBody != nil {
			list = append(list, op.OperationID)
			r := filler{document, func(name string) string { return usual[name] }}.request(op)
			body, _ := io.ReadAll(r.Body)
			f.Add(uint8(len(list)-1), uint8(0), body)
		}
	}
	for i, body := range nastyBodies {
		f.Add(uint8(i), uint8(i), []byte(body))
	}
	f.Fuzz(func(t *testing.T, which, game uint8, body []byte) {
		id := list[int(which)%len(list)]
		for _, op := range operations(document) {
			if op.OperationID == id {
				fill := filler{document, func(name string) string {
					if name == "id" {
						return ids[int(game)%len(ids)]
					}
					return usual[name]
				}}
				survives(t, s, withBody(fill.request(op), body), time.Millisecond)
			}
		}
	})
}

// TestWhatComesAlongStays: whatever games a client asks for, those of the rulesheets that
// come along are not compiled again.
func TestWhatComesAlongStays(t *testing.T) {
	s := serverFor(t, Options{})
	first, err := s.game(t.Context(), "gdl:tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 * mostGames {
		if _, err := s.game(t.Context(), fmt.Sprintf("connect4:%dx%d", 4+i%20, 4+i/20)); err != nil && i == 0 {
			t.Fatal(err)
		}
	}
	if again, err := s.game(t.Context(), "gdl:tictactoe"); err != nil || again != first {
		t.Errorf("it is another game: %v", err)
	}
}
