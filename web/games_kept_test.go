package web

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/api"
	"gambito/kept"
	"gambito/protocol/gtp"
	"gambito/terminal"
)

// serverOf is a server that the test closes.
func serverOf(t testing.TB, data string) *Server {
	t.Helper()
	s, err := New(Options{Data: data, Agents: agents.New(agent.NewEnvironment(data), gtp.Entry, terminal.HumanEntry(nil, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRestart: after the server was started anew games are there under the same IDs,
// also one in which nobody has moved, and go on as they were.
func TestRestart(t *testing.T) {
	data := t.TempDir()
	s := serverOf(t, data)
	played := begin(t, s, "othello", object{"clock": "5m+1s"}, person(), by("level:1"))
	post(t, s, played.ID, "moves", moveOf("d3", 0))
	played = until(t, s, played.ID, mine)
	unmoved := begin(t, s, "tron", object{"pace": 150}, person(), by("random"))
	thinking := begin(t, s, "othello", nil, person(), by("mcts:time=50s"))
	post(t, s, thinking.ID, "moves", moveOf("d3", 0))
	lost := begin(t, s, "connect4", nil, person(), person())
	post(t, s, lost.ID, "moves", moveOf("4", 0))
	lost = post(t, s, lost.ID, "resign", object{})
	s.Close()
	refused(t, ask(t, s, "POST", "/api/games", object{"game": "connect4", "seats": []object{person(), person()}}), http.StatusConflict)

	entries, problems, err := kept.In(data).List()
	if err != nil || problems != nil || len(entries) != 3 {
		t.Errorf("kept are %v, %v, %v", entries, problems, err)
	}
	s = serverOf(t, data)
	defer s.Close()
	again := until(t, s, played.ID, mine)
	if again.Position.Moves != played.Position.Moves || again.Version <= played.Version || again.Seats[1].Level != 1 || again.Clock != "5m+1s" || *again.Seats[0].Left > *played.Seats[0].Left+0.1 {
		t.Errorf("it was %+v and is %+v", played, again)
	}
	if g := until(t, s, unmoved.ID, func(api.PlayedGame) bool { return true }); g.Position.Ply != 0 || g.Pace != 150 || g.Seed != unmoved.Seed {
		t.Errorf("it was %+v and is %+v", unmoved, g)
	}
	if g := until(t, s, thinking.ID, func(api.PlayedGame) bool { return true }); !g.Seats[1].Thinking || g.Position.Moves != "d3" {
		t.Errorf("it was %+v and is %+v", thinking, g)
	}
	g := until(t, s, lost.ID, func(api.PlayedGame) bool { return true })
	if !g.Over || g.Reason != "resigned" || g.Ending != lost.Ending || !g.Can.Undo {
		t.Errorf("it was %+v and is %+v", lost, g)
	}
	// How it ended stays known: what is tried from it is another game.
	other := post(t, s, lost.ID, "undo", nil)
	if other.ID == lost.ID || other.Over || other.Position.Moves != "4" {
		t.Errorf("undone it is %+v", other)
	}
	if g = until(t, s, lost.ID, func(api.PlayedGame) bool { return true }); !g.Over {
		t.Errorf("the game that had ended is %+v", g)
	}
}

// TestPutAway: a game at which nobody looks leaves the memory and comes back.
func TestPutAway(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", nil, person(), by("random"))
	post(t, s, g.ID, "moves", moveOf("4", 0))
	g = until(t, s, g.ID, mine)
	ctx, cancel := context.WithCancel(context.Background())
	events := hearGame(t, ctx, overNetwork(t, s), g.ID)
	hear(t, events, mine)
	s.played.rest(time.Now().Add(time.Hour))
	if len(s.played.live) != 1 {
		t.Error("a game is put away though somebody looks")
	}
	cancel()
	for begin := time.Now(); len(s.played.live) > 0 && time.Since(begin) < 5*time.Second; time.Sleep(5 * time.Millisecond) {
		s.played.rest(time.Now().Add(time.Hour))
	}
	if len(s.played.live) != 0 {
		t.Fatal("a game stays in memory though nobody looks")
	}
	if again := until(t, s, g.ID, mine); again.Position.Moves != g.Position.Moves {
		t.Errorf("it was %s and is %s", g.Position.Moves, again.Position.Moves)
	}
}

// TestDelete: a game that is deleted is gone, in memory and where it is kept, and who
// listens is told.
func TestDelete(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, moved := range []bool{true, false} {
		g := begin(t, s, "connect4", nil, person(), person())
		events := hearGame(t, ctx, overNetwork(t, s), g.ID)
		if moved {
			post(t, s, g.ID, "moves", moveOf("4", 0))
		}
		if w := ask(t, s, "DELETE", "/api/games/"+g.ID, nil); w.Code != http.StatusNoContent {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		for range events { // until they end
		}
		refused(t, ask(t, s, "GET", "/api/games/"+g.ID, nil), http.StatusNotFound)
		refused(t, ask(t, s, "DELETE", "/api/games/"+g.ID, nil), http.StatusNotFound)
	}
	time.Sleep(2 * saveEvery)
	if left, _ := filepath.Glob(filepath.Join(data, "games", "*-*")); len(left) > 0 {
		t.Errorf("there is %v", left)
	}
}

// TestDeleteWhileOpened: a game that is deleted while somebody opens it does not come
// back.
func TestDeleteWhileOpened(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", nil, person(), person())
	post(t, s, g.ID, "moves", moveOf("4", 0))
	s.played.putAway(s.played.live[g.ID])
	release, err := s.played.claim(context.Background(), g.ID) // as open does
	if err != nil {
		t.Fatal(err)
	}
	deleted := make(chan int)
	go func() { deleted <- ask(t, s, "DELETE", "/api/games/"+g.ID, nil).Code }()
	select {
	case status := <-deleted:
		t.Fatalf("it was deleted while it was opened: status %d", status)
	case <-time.After(20 * time.Millisecond):
	}
	if _, err := s.played.load(context.Background(), g.ID); err != nil {
		t.Fatal(err)
	}
	release()
	if status := <-deleted; status != http.StatusNoContent {
		t.Errorf("status %d", status)
	}
	refused(t, ask(t, s, "GET", "/api/games/"+g.ID, nil), http.StatusNotFound)
}

// TestTwoTabs: both hear of every move, whoever makes it, and of two who move at once
// one is told that it was late.
func TestTwoTabs(t *testing.T) {
	s := gameServer(t, t.TempDir())
	url := overNetwork(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := begin(t, s, "othello", nil, person(), person())
	one, two := hearGame(t, ctx, url, g.ID), hearGame(t, ctx, url, g.ID)
	post(t, s, g.ID, "moves", moveOf("d3", 0))
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/moves", moveOf("c4", 0)), http.StatusPreconditionFailed)
	for _, events := range []<-chan api.PlayedGame{one, two} {
		hear(t, events, func(g api.PlayedGame) bool { return g.Position.Moves == "d3" })
	}
}

// TestOtherProgram: a game with which another program went on meanwhile is left to it,
// and goes on here under another ID.
func TestOtherProgram(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	g := begin(t, s, "connect4", nil, person(), person())
	post(t, s, g.ID, "moves", moveOf("4", 0))
	file := filepath.Join(data, "games", g.ID+".json")
	var text []byte
	for begin := time.Now(); len(text) == 0 && time.Since(begin) < 5*time.Second; time.Sleep(5 * time.Millisecond) {
		text, _ = os.ReadFile(file)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), `"seed": 1`, `"seed": 2`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	post(t, s, g.ID, "moves", moveOf("4", 1))
	next := until(t, s, g.ID, func(now api.PlayedGame) bool { return now.ID != g.ID })
	if next.Position.Moves != "44" {
		t.Errorf("it goes on as %+v", next)
	}
	if again := until(t, s, next.ID, func(api.PlayedGame) bool { return true }); again.Position.Moves != "44" {
		t.Errorf("under its other name it is %+v", again)
	}
}

// TestNothingLeft: a server that is closed leaves no goroutine behind, whatever was
// going on.
func TestNothingLeft(t *testing.T) {
	serverOf(t, t.TempDir()).Close() // what is made once is made
	time.Sleep(20 * time.Millisecond)
	before := runtime.NumGoroutine()
	s := serverOf(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	url := overNetwork(t, s)
	for _, second := range []object{person(), by("mcts:time=50s"), by("random")} {
		g := begin(t, s, "connect4", object{"clock": "10m"}, person(), second)
		hearGame(t, ctx, url, g.ID)
		post(t, s, g.ID, "moves", moveOf("4", 0))
	}
	g := begin(t, s, "tron", object{"pace": 10}, by("random"), by("mcts:time=50s"))
	hearGame(t, ctx, url, g.ID)
	go s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "http://127.0.0.1/api/games/connect4-1/hint?agent=mcts:time=50s", nil))
	time.Sleep(30 * time.Millisecond)
	s.Close()
	cancel()
	http.DefaultClient.CloseIdleConnections()
	now := 0
	for begin := time.Now(); time.Since(begin) < 5*time.Second; time.Sleep(10 * time.Millisecond) {
		if now = runtime.NumGoroutine(); now <= before+3 { // of the listener
			return
		}
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("there were %d goroutines and are %d:\n%s", before, now, stacks[:runtime.Stack(stacks, true)])
}

// TestShutdownEndsStreams: who listens to a game when the server is closed is not told
// that there is none, and comes again by itself.
func TestShutdownEndsStreams(t *testing.T) {
	s := serverOf(t, t.TempDir())
	h := httptest.NewServer(s.Handler())
	defer h.Close()
	g := begin(t, s, "connect4", nil, person(), person())
	answer, err := http.Get(h.URL + "/api/games/" + g.ID + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	go func() {
		time.Sleep(20 * time.Millisecond)
		s.Close()
	}()
	text, _ := io.ReadAll(answer.Body)
	if strings.Contains(string(text), "failed") || !strings.Contains(string(text), "event: game") {
		t.Errorf("it is told %s", text)
	}
}

// TestScarceMemory: agents that forget play on.
func TestScarceMemory(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", nil, person(), by("mcts:sims=20"))
	for range 3 {
		post(t, s, g.ID, "moves", moveOf(g.Position.Legal[0].Text, g.Position.Ply))
		g = until(t, s, g.ID, mine)
		l := s.played.live[g.ID]
		l.mutex.Lock()
		if err := l.play.Rest(); err != nil {
			t.Fatal(err)
		}
		l.mutex.Unlock()
	}
	if g.Position.Ply != 6 {
		t.Errorf("it is %+v", g)
	}
}

// TestOvertaken: a game with which another program has gone on while nobody looked is
// shown as that left it.
func TestOvertaken(t *testing.T) {
	data := t.TempDir()
	s := gameServer(t, data)
	g := begin(t, s, "connect4", nil, person(), person())
	post(t, s, g.ID, "moves", moveOf("4", 0))
	s.played.written(g.ID)
	l := s.played.live[g.ID]
	e, err := kept.In(data).Open(g.ID)
	if err != nil {
		t.Fatal(err)
	}
	record := e.Record
	record.Moves = "44"
	if err := kept.In(data).GoOn(e, l.play.Rules).Keep(record); err != nil {
		t.Fatal(err)
	}
	l.mutex.Lock()
	l.heard = time.Now().Add(-time.Hour)
	l.mutex.Unlock()
	if g = until(t, s, g.ID, func(api.PlayedGame) bool { return true }); g.Position.Moves != "44" {
		t.Errorf("it is %s", g.Position.Moves)
	}
	if g = post(t, s, g.ID, "moves", moveOf("5", 2)); g.ID != e.ID || g.Position.Moves != "445" {
		t.Errorf("it goes on as %s: %s", g.ID, g.Position.Moves)
	}
}

// TestSeatsChangeWhileLooking: whoever looks whether another program has gone on with a
// game does so while others may sit down to it. The race detector tells.
func TestSeatsChangeWhileLooking(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", nil, person(), person())
	l := s.played.live[g.ID]
	looked := make(chan struct{})
	go func() {
		defer close(looked)
		for range 50 {
			l.mutex.Lock()
			l.heard = time.Now().Add(-time.Hour)
			l.mutex.Unlock()
			l.overtaken()
		}
	}()
	for range 10 {
		post(t, s, g.ID, "seats", object{"seats": []object{person(), person()}})
	}
	<-looked
}
