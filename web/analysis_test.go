package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"
)

// event is one of a stream.
type event struct {
	name string
	data []byte
}

// listen reads the events of a stream until it ends, or until more says that there is
// enough; then the client leaves.
func listen(t testing.TB, s *Server, path string, more func(event) bool) (list []event) {
	t.Helper()
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || kind != "text/event-stream" {
		t.Fatalf("status %d, %s", answer.StatusCode, kind)
	}
	lines, now := bufio.NewScanner(answer.Body), event{}
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "" && now.name != "":
			if list = append(list, now); more != nil && !more(now) {
				return list
			}
			now = event{}
		case strings.HasPrefix(line, "event: "):
			now.name = line[len("event: "):]
		case strings.HasPrefix(line, "data: "):
			now.data = []byte(line[len("data: "):])
		}
	}
	return list
}

// dataOf is what an event holds.
func dataOf[T any](t testing.TB, e event) (v T) {
	t.Helper()
	if err := json.Unmarshal(e.data, &v); err != nil {
		t.Fatalf("%s: %v: %s", e.name, err, e.data)
	}
	return v
}

func analysisPath(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return "/api/analysis?" + v.Encode()
}

func TestAnalysisLive(t *testing.T) {
	s := serverFor(t, Options{})
	list := listen(t, s, analysisPath("game", "othello", "moves", "f5", "agent", "mcts", "time", "0.6", "tree", "100"), nil)
	if len(list) < 2 || len(list) > 9 {
		t.Errorf("%d events in 0.6 s", len(list))
	}
	visits, trees := 0, 0
	for i, e := range list {
		a := dataOf[LiveAnalysis](t, e)
		if want := map[bool]string{true: "end", false: "analysis"}[i == len(list)-1]; e.name != want {
			t.Errorf("event %d is %s", i, e.name)
		}
		if a.Simulations < visits || a.Player != "white" || len(a.Moves) != 3 || a.Speed == 0 || a.Moves[0].Visits == 0 || a.Moves[0].Low == nil {
			t.Errorf("event %d: %+v", i, a)
		}
		visits = a.Simulations
		if a.Tree != nil {
			trees++
			if a.Tree.Moves != 3 || a.Tree.Alpha == 0 || len(a.Tree.Children) != 3 || a.Tree.Children[0].Value == nil || a.Tree.Children[0].Low == nil {
				t.Errorf("the tree is %+v", a.Tree)
			}
		}
	}
	if trees < 1 || trees > 3 {
		t.Errorf("%d trees", trees)
	}
}

func TestAnalysisDefaults(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct{ game, moves, seat, agent, lang, words string }{
		{game: "connect4", moves: "44444", words: "loses"},
		{game: "connect4", moves: "44444", lang: "es", words: "pierde"},
		{game: "tictactoe", words: "draw"},
		{game: "tron", seat: "1", agent: "ggp:sims=50"},
		{game: "gdl:tictactoe"},
		{game: "backgammon", moves: "31"},
	} {
		list := listen(t, s, analysisPath("game", c.game, "moves", c.moves, "for", c.seat, "agent", c.agent, "lang", c.lang), nil)
		last := list[len(list)-1]
		a := dataOf[LiveAnalysis](t, last)
		if last.name != "end" || a.Move == "" || a.Value == nil || !strings.Contains(a.Words, c.words) {
			t.Errorf("%+v: %s %s", c, last.name, last.data)
		}
	}
}

func TestAnalysisRefuses(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	for _, c := range []struct {
		status int
		pairs  []string
	}{
		{422, nil},
		{400, []string{"game", "chess"}},
		{400, []string{"game", "connect4", "moves", "9"}},
		{400, []string{"game", "connect4", "position", "x"}},
		{400, []string{"game", "connect4", "moves", "1212121"}},
		{400, []string{"game", "einstein"}},
		{400, []string{"game", "tron", "for", "2"}},
		{422, []string{"game", "tron", "for", "-1"}},
		{422, []string{"game", "othello", "time", "601"}},
		{400, []string{"game", "othello", "time", "NaN"}},
		{422, []string{"game", "othello", "tree", "1000000"}},
		{422, []string{"game", "othello", "lines", "x"}},
		{422, []string{"game", "othello", "moves", strings.Repeat("f5", 20000)}},
		{400, []string{"game", "othello", "agent", "nobody"}},
		{400, []string{"game", "othello", "agent", "human"}},
		{400, []string{"game", "tron", "agent", "perfect"}},
		{403, []string{"game", "othello", "agent", "gtp:cmd=true"}},
		{403, []string{"game", "othello", "agent", "ggp:url=127.0.0.1:1"}},
		{403, []string{"game", "connect4", "agent", "perfect:book=/etc/passwd"}},
	} {
		refused(t, ask(t, s, "GET", analysisPath(c.pairs...), nil), c.status)
	}
}

// TestAnalysisLeft checks that a search ends at once when its client leaves.
func TestAnalysisLeft(t *testing.T) {
	s := serverFor(t, Options{})
	ask(t, s, "GET", "/api/catalogue", nil)
	before := runtime.NumGoroutine()
	for _, agent := range []string{"mcts", "alphabeta", "alphazero", "mcts:threads=2"} {
		listen(t, s, analysisPath("game", "breakthrough", "agent", agent, "time", "600"), func(event) bool { return false })
		within(t, agent+": the search ends", 10*time.Second, func() bool {
			s.parked.clear()
			s.pool.mutex.Lock()
			defer s.pool.mutex.Unlock()
			return len(s.pool.running) == 0 && s.pool.memory == poolMemory
		})
	}
	within(t, "goroutines end", 10*time.Second, func() bool { return runtime.NumGoroutine() <= before+2 })
}

// within waits until something is so.
func within(t testing.TB, what string, d time.Duration, so func() bool) {
	t.Helper()
	for end := time.Now().Add(d); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("%s: not within %v", what, d)
			return
		}
	}
}

// TestAnalysisMany checks that many live searches all get their turns.
func TestAnalysisMany(t *testing.T) {
	s := serverFor(t, Options{})
	counts := make(chan int, 20)
	for range cap(counts) {
		go func() {
			counts <- len(listen(t, s, analysisPath("game", "connect4", "agent", "mcts", "time", "1"), nil))
		}()
	}
	for range cap(counts) {
		if n := <-counts; n < 2 {
			t.Errorf("a search told %d things in a second", n)
		}
	}
}

// TestAnalysisOfBackgammon checks that all moves are told with their chances, and what
// there is to do about the cube.
func TestAnalysisOfBackgammon(t *testing.T) {
	t.Parallel()
	s := serverFor(t, Options{})
	end := func(game, position, moves, agent string) LiveAnalysis {
		list := listen(t, s, analysisPath("game", game, "position", position, "moves", moves, "agent", agent), nil)
		if e := list[len(list)-1]; e.name != "end" {
			t.Fatalf("%s %s: %s %s", game, moves, e.name, e.data)
		}
		return dataOf[LiveAnalysis](t, list[len(list)-1])
	}
	if a := end("backgammon", "", "31", "td"); a.Table == nil || len(a.Table.Moves) != 16 || a.Table.Dice != "31" || a.Move != a.Table.Move || a.Table.Moves[0].Chances.Win < 0.5 {
		t.Errorf("a roll of 31: %+v", a)
	}
	if a := end("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "", "td"); a.Table == nil || a.Table.Chances == nil || a.Value == nil || a.Move != "roll" {
		t.Errorf("before the roll: %+v", a)
	}
	if a := end("backgammon:cube=on", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "", "td"); a.Table == nil || a.Table.Cube == nil || a.Table.Cube.NoDouble.Equity == 0 {
		t.Errorf("with the cube: %+v", a)
	}
	if a := end("backgammon", "", "31", "rollout:games=36,truncate=1"); a.Table != nil || a.Moves[0].Low == nil {
		t.Errorf("by games that are played: %+v", a)
	}
	if a := end("backgammon", "", "31", "pubeval"); a.Table != nil || a.Move == "" {
		t.Errorf("by an agent that tells no chances: %+v", a)
	}
}

// TestAnalysisGoesOn checks that a search which is asked for again goes on, also after
// its client has left, and that another begins anew.
func TestAnalysisGoesOn(t *testing.T) {
	t.Parallel()
	s := serverFor(t, Options{})
	visits := func(pairs ...string) (n int) {
		list := listen(t, s, analysisPath(append(pairs, "game", "connect4", "agent", "mcts:sims=2000")...), nil)
		for _, m := range dataOf[LiveAnalysis](t, list[len(list)-1]).Moves {
			n += m.Visits
		}
		return n
	}
	for i, want := range []int{2000, 4000, 6000} {
		if n := visits("moves", "44"); n != want {
			t.Errorf("search %d has %d visits, want %d", i, n, want)
		}
	}
	if n := visits("moves", "45"); n != 2000 {
		t.Errorf("another position has %d visits", n)
	}
	if n := visits("position", s.position(t, "connect4", "44")); n != 2000 {
		t.Errorf("the same board reached otherwise has %d visits", n)
	}
	listen(t, s, analysisPath("game", "othello", "agent", "mcts", "time", "600"), func(event) bool { return false })
	within(t, "the search is parked", 10*time.Second, func() bool {
		s.parked.mutex.Lock()
		defer s.parked.mutex.Unlock()
		return len(s.parked.list) > 0 && s.parked.list[len(s.parked.list)-1].key.game == "othello"
	})
	list := listen(t, s, analysisPath("game", "othello", "agent", "mcts", "time", "0.001"), nil)
	a, all := dataOf[LiveAnalysis](t, list[len(list)-1]), 0
	for _, m := range a.Moves {
		all += m.Visits
	}
	if all <= a.Simulations {
		t.Errorf("%d simulations, and all moves together have %d visits", a.Simulations, all)
	}
	for i := range 2 * mostParked {
		visits("moves", strings.Repeat("1", i%6)+strings.Repeat("2", i/6))
	}
	s.parked.mutex.Lock()
	n := len(s.parked.list)
	s.parked.mutex.Unlock()
	s.parked.clear()
	if n > mostParked || s.pool.memory != poolMemory {
		t.Errorf("%d agents wait, and %d bytes are gone", n, poolMemory-s.pool.memory)
	}
}

// position is the text of the position after moves.
func (s *Server) position(t *testing.T, game, moves string) string {
	at, err := s.find(t.Context(), Place{Game: game, Moves: moves})
	if err != nil {
		t.Fatal(err)
	}
	return at.game.FormatPosition(at.state)
}
