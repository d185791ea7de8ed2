package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/game"
	"gambito/games"
)

// eventsOf takes the events of an answer apart: the data of each kind, the latest.
func eventsOf(t *testing.T, body string) map[string]string {
	t.Helper()
	found, kind := map[string]string{}, ""
	scanner := bufio.NewScanner(strings.NewReader(body))
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		if name, ok := strings.CutPrefix(scanner.Text(), "event: "); ok {
			kind = name
		}
		if data, ok := strings.CutPrefix(scanner.Text(), "data: "); ok {
			found[kind] = data
		}
	}
	return found
}

// told reads the data of an event.
func told[T any](t *testing.T, found map[string]string, kind string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(found[kind]), &v); err != nil {
		t.Fatalf("event %s of %v: %v", kind, found, err)
	}
	return v
}

// imported keeps a game of a line of moves, and returns its name.
func imported(t testing.TB, s *Server, game, line string) string {
	t.Helper()
	return read[[]api.SavedGame](t, ask(t, s, "POST", "/api/games/import", ImportRequest{Text: line, Game: game}))[0].ID
}

func TestReview(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	id := imported(t, s, "tictactoe", "b2 b1 a1 c3 a3 a2")
	w := ask(t, s, "GET", "/api/reviews/"+id+"?lang=es", nil)
	found := eventsOf(t, w.Body.String())
	g, r := told[ReviewGame](t, found, "game"), told[api.Review](t, found, "review")
	if len(g.Plies) != 6 || g.Plies[1].Text != "b1" || *g.Plies[1].Seat != 1 || g.Saved.ID != id || g.First.Board.Columns != 3 {
		t.Errorf("the game is %+v", g)
	}
	if r.File != id || len(r.Moves) != 6 || r.Moves[1].Class != "blunder" || r.Moves[1].Best == "b1" || !strings.HasPrefix(r.Judge, "perfect") {
		t.Errorf("the review is %+v", r)
	}
	if _, ok := found["progress"]; !ok {
		t.Error("no progress is told")
	}
	again := eventsOf(t, ask(t, s, "GET", "/api/reviews/"+id, nil).Body.String())
	if _, ok := again["progress"]; ok || again["review"] == "" {
		t.Error("a review that is known is made again")
	}
	other := eventsOf(t, ask(t, s, "GET", "/api/reviews/"+id+"?agent=uct:sims%3D50", nil).Body.String())
	if r := told[api.Review](t, other, "review"); r.Judge != "uct:sims=50" {
		t.Errorf("the judge is %s", r.Judge)
	}
}

func TestReviewTry(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	id := imported(t, s, "tictactoe", "b2 b1 a1 c3 a3 a2")
	try := func(move string) api.ReviewedMove {
		return read[api.ReviewedMove](t, ask(t, s, "POST", "/api/reviews/"+id+"/try", TryRequest{Ply: 1, Move: move}))
	}
	if m := try("a1"); m.Class != "best" || m.Ply != 1 || m.Move != "a1" {
		t.Errorf("a1: %+v", m)
	}
	if m := try("a2"); m.Class != "blunder" || m.Loss <= 0 {
		t.Errorf("a2: %+v", m)
	}
	tron := imported(t, s, "tron", "up,left up,up")
	m := read[api.ReviewedMove](t, ask(t, s, "POST", "/api/reviews/"+tron+"/try", TryRequest{Ply: 1, Move: "right", Seat: 0, Agent: "uct:sims=50"}))
	if m.Move != "right" || m.Player != "red" && m.Player == "" {
		t.Errorf("tron: %+v", m)
	}
	dice := imported(t, s, "backgammon", "31 8/5 6/5 42 8/4 6/4")
	if m := read[api.ReviewedMove](t, ask(t, s, "POST", "/api/reviews/"+dice+"/try", TryRequest{Ply: 1, Move: "24/23 13/10"})); m.Count == nil || *m.Count <= 0 {
		t.Errorf("backgammon: %+v", m)
	}
	for _, c := range []struct {
		id   string
		body TryRequest
	}{
		{id, TryRequest{Ply: 6, Move: "a2"}}, {id, TryRequest{Ply: 1, Move: "b2"}}, {tron, TryRequest{Move: "down", Seat: 7}},
		{tron, TryRequest{Move: "nowhere"}}, {dice, TryRequest{Ply: 0, Move: "31"}}, {dice, TryRequest{Ply: 1, Move: "24/5"}},
	} {
		refused(t, ask(t, s, "POST", "/api/reviews/"+c.id+"/try", c.body), http.StatusBadRequest)
	}
}

func TestReviewRefuses(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	id := imported(t, s, "tictactoe", "b2 b1")
	for path, status := range map[string]int{
		"/api/reviews/tictactoe-7":                          http.StatusNotFound,
		"/api/reviews/" + url.PathEscape("../x"):            http.StatusNotFound,
		"/api/reviews/" + id + "?agent=nobody":              http.StatusBadRequest,
		"/api/reviews/" + id + "?agent=human":               http.StatusBadRequest,
		"/api/reviews/" + id + "?agent=gtp:cmd%3Dgnugo":     http.StatusForbidden,
		"/api/reviews/" + id + "?lang=xx":                   http.StatusUnprocessableEntity,
		"/api/reviews/" + id + "?agent=perfect:nothing%3D1": http.StatusBadRequest,
	} {
		if detail := refused(t, ask(t, s, "GET", path, nil), status); detail == "" {
			t.Errorf("%s: nothing is said", path)
		}
	}
}

// TestReviewEnds checks that a review ends when nobody waits for it any more.
func TestReviewEnds(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	id := imported(t, s, "othello", "f5d6c3d3c4f4c5b3c2e3")
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "GET", "/api/reviews/"+id+"?agent=uct:time%3D60s", nil)
	r.Host = "127.0.0.1:7777"
	ended := make(chan struct{})
	go func() {
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
		close(ended)
	}()
	time.Sleep(50 * time.Millisecond)
	cancel()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the review goes on")
	}
}

// TestPliesAreALine checks of all games that the moves as they are told, joined by
// spaces, are read again: the page asks for positions so.
func TestPliesAreALine(t *testing.T) {
	specs := []string{"backgammon:cube=on", "backgammon:match=3", "connect4:12x4", "gdl:hex", "gdl:tron-10x10", "gdl:breakthrough"}
	for _, e := range games.Catalogue.Entries {
		specs = append(specs, e.Schema.ID)
	}
	for _, spec := range specs {
		g, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		random, s := rand.New(rand.NewPCG(1, 2)), g.New()
		var texts []string
		for range 60 {
			before := s.Clone()
			m, ok := game.RandomMove(s, random, nil)
			if !ok {
				break
			}
			texts = append(texts, g.FormatMove(before, m))
			s.Play(m)
		}
		again := g.New()
		if _, err := game.ParseLine(g, again, strings.Join(texts, " ")); err != nil || g.FormatPosition(again) != g.FormatPosition(s) {
			t.Errorf("%s: %v: %v", spec, texts, err)
		}
	}
}

// FuzzReview checks that requests for reviews are answered or refused with a sentence.
func FuzzReview(f *testing.F) {
	f.Add("tictactoe-1", "uct:sims=5", "b2", 0, 0)
	f.Add("last", "perfect", "a1", 1, 1)
	f.Add("../x", "gtp:cmd=x", "", -1, -1)
	s := serverFor(f, Options{Data: f.TempDir()})
	imported(f, s, "tictactoe", "b2 b1 a1")
	f.Fuzz(func(t *testing.T, id, judge, move string, ply, seat int) {
		if _, err := s.options.Agents.Parse(judge); err == nil {
			judge = "uct:sims=5" // others may take their time
		}
		body, err := json.Marshal(TryRequest{Ply: ply, Move: move, Seat: seat, Agent: judge})
		if err != nil {
			t.Fatal(err)
		}
		neverFails(t, s, "POST", "/api/reviews/"+url.PathEscape(id)+"/try", string(body))
		neverFails(t, s, "GET", fmt.Sprintf("/api/reviews/%s?agent=%s", url.PathEscape(id), url.QueryEscape(judge)), "")
	})
}
