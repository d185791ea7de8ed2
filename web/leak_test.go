package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"gambito/api"
)

// visitor is a client of a server over the network that leaves in the middle of things.
type visitor struct {
	t    *testing.T
	url  string
	http *http.Client
}

// visit sends a request, reads a few lines of the answer, none if few is 0, and leaves.
// It is gone after a while even if no line has come.
func (v *visitor) visit(few int, while time.Duration, method, path string, body any) {
	ctx, cancel := context.WithTimeout(v.t.Context(), while)
	defer cancel()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			v.t.Error(err)
			return
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, v.url+path, content)
	if err != nil {
		v.t.Error(err)
		return
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := v.http.Do(r)
	if err != nil {
		return // it has left before
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 500 {
		v.t.Errorf("%s %s: status %d", method, path, answer.StatusCode)
	}
	lines := bufio.NewReader(answer.Body)
	for range few {
		if _, err := lines.ReadString('\n'); err != nil {
			return
		}
	}
}

// TestNothingStays opens hundreds of streams, searches, games, reviews and lessons, and
// leaves them at all moments. No goroutine, no search and no stream may stay behind; and
// when the server is closed nothing at all.
func TestNothingStays(t *testing.T) {
	runtime.GC() // ends what others have left to finalizers
	before := runtime.NumGoroutine()
	data := t.TempDir()
	s := gameServer(t, data)
	h := httptest.NewUnstartedServer(s.Handler())
	h.Config.ErrorLog = log.New(io.Discard, "", 0) // who leaves cannot be told anything
	h.Start()
	v := &visitor{t, h.URL, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	game := finished(t, s)
	v.visit(1, time.Second, "GET", "/api/catalogue", nil)
	withServer := runtime.NumGoroutine()

	const rounds = 6
	var wait sync.WaitGroup
	for i := range rounds {
		wait.Go(func() { v.hurry(i, game) })
	}
	wait.Wait()
	within(t, "searches and streams have ended", 10*time.Second, func() bool {
		s.pool.mutex.Lock()
		defer s.pool.mutex.Unlock()
		s.streams.mutex.Lock()
		defer s.streams.mutex.Unlock()
		return len(s.pool.running)+len(s.pool.waiting) == 0 && s.streams.all == 0 && len(s.streams.ofClient) == 0
	})
	goroutines(t, "every client has left", withServer)
	s.Close()
	h.Close()
	goroutines(t, "the server is closed", before)
}

// hurry is what one visitor does.
func (v *visitor) hurry(number int, game string) {
	moment := time.Duration(1+number*3) * time.Millisecond
	place := "game=othello&moves=d3c3"
	for _, path := range []string{
		"/api/analysis?" + place + "&agent=mcts", "/api/analysis?" + place + "&agent=alphabeta:depth=30&tree=100",
		"/api/analysis?game=connect4&agent=alphazero", "/api/analysis?game=backgammon&agent=random", "/api/analysis?game=chess",
		"/api/truth?game=connect4&moves=44", "/api/truth?game=othello",
		"/api/reviews/" + game, "/api/reviews/" + game + "?agent=" + url.QueryEscape("mcts:sims=1000"), "/api/games/" + game + "/events",
	} {
		v.visit(3, 50*time.Millisecond, "GET", path, nil) // after the first event
		v.visit(0, 50*time.Millisecond, "GET", path, nil) // once it is answered
		v.visit(1000, moment, "GET", path, nil)           // at some moment
	}
	for _, against := range []string{"level:1", "mcts:time=10s", "alphabeta:depth=12"} {
		v.play(against, moment)
	}
	v.visit(0, moment, "POST", "/api/explain", map[string]any{"game": "othello", "depth": 4, "algorithms": []string{"minimax"}})
	v.visit(0, moment, "POST", "/api/rulesheets/check", map[string]any{"text": "(role a) (<= (legal a ?x) (does a ?x))"})
}

// play begins a game, listens to it, moves, asks for a hint, and leaves while the agent
// thinks. The game is forgotten after: at its table the agent would think on.
func (v *visitor) play(against string, moment time.Duration) {
	var g api.PlayedGame
	body, _ := json.Marshal(object{"game": "othello", "seats": []object{person(), by(against)}})
	answer, err := v.http.Post(v.url+"/api/games", "application/json", bytes.NewReader(body))
	if err != nil {
		v.t.Error(err)
		return
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&g); err != nil || g.ID == "" {
		v.t.Errorf("status %d: %v", answer.StatusCode, err)
		return
	}
	path := "/api/games/" + g.ID
	var wait sync.WaitGroup
	for range 5 {
		wait.Go(func() { v.visit(1000, 3*moment, "GET", path+"/events", nil) })
	}
	v.visit(0, moment, "GET", path+"/hint", nil)
	v.visit(0, time.Second, "POST", path+"/moves", moveOf("d3", 0))
	v.visit(0, moment, "POST", path+"/now", nil)
	v.visit(0, moment, "POST", path+"/undo", nil)
	v.visit(0, moment, "GET", path+"/hint?agent=mcts", nil)
	v.visit(0, time.Second, "DELETE", path, nil)
	wait.Wait()
}

// finished is the ID of a game that has ended and is kept.
func finished(t *testing.T, s *Server) string {
	g := begin(t, s, "connect4", nil, person(), person())
	for _, move := range strings.Fields("4 3 4 3 4 3 4") {
		g = post(t, s, g.ID, "moves", moveOf(move, g.Position.Ply))
	}
	if !g.Over {
		t.Fatalf("the game is %+v", g)
	}
	return g.ID
}

// goroutines checks that no more than so many are left, once those have ended that are
// about to.
func goroutines(t *testing.T, when string, most int) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if runtime.NumGoroutine() <= most {
			return
		}
	}
	var left strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&left, 1)
	t.Errorf("%s, and %d goroutines are left instead of %d:\n%s", when, runtime.NumGoroutine(), most, fmt.Sprintf("%.8000s", left.String()))
}
