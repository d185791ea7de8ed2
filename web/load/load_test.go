package load

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/terminal"
	"gambito/web"
)

// serverIn is a server that keeps its games in a folder, and what ends it.
func serverIn(t *testing.T, data string) (url string, end func()) {
	t.Helper()
	s, err := web.New(web.Options{Data: data, Agents: agents.New(agent.NewEnvironment(data), terminal.HumanEntry(nil, nil))})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	end = func() {
		s.Close()
		h.Close()
	}
	t.Cleanup(end)
	return h.URL, end
}

// TestPlayers: nothing that a crowd does is lost, neither in memory nor in the folder. How
// fast it goes is measured by gambito bench web, on a machine that does nothing else.
func TestPlayers(t *testing.T) {
	t.Parallel()
	for _, c := range []Crowd{
		{Players: 50, Game: "connect4", Against: "level:1"},
		{Players: 10, Game: "tron:size=6", Against: "random"}, // all move at once, games end soon
	} {
		data := t.TempDir()
		url, end := serverIn(t, data)
		c.Every, c.Time = 400*time.Millisecond, 2*time.Second
		told, games, err := Players(t.Context(), url, c)
		if err != nil {
			t.Fatal(err)
		}
		end()
		if kept := games.Lost(data); told.Lost > 0 || kept > 0 || told.Refused > 0 {
			t.Errorf("%s: %d moves are lost in memory and %d in the folder, %d requests failed: %s", c.Game, told.Lost, kept, told.Refused, told.Problem)
		}
		if told.Moves.Count < 2*c.Players || told.Replies.Count != told.Moves.Count || told.Games < c.Players {
			t.Errorf("%s: of %d players come %d games, %d moves and %d replies", c.Game, c.Players, told.Games, told.Moves.Count, told.Replies.Count)
		}
	}
}

// TestLostMovesAreSeen: what is measured can fail.
func TestLostMovesAreSeen(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	url, end := serverIn(t, data)
	told, games, err := Players(t.Context(), url, Crowd{Players: 3, Game: "connect4", Against: "random", Every: 50 * time.Millisecond, Time: 300 * time.Millisecond})
	if err != nil || told.Lost > 0 {
		t.Fatal(err, told)
	}
	end()
	files, _ := filepath.Glob(filepath.Join(data, "games", "connect4-*.json"))
	if len(files) < 3 {
		t.Fatalf("%d games are kept", len(files))
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if games.Lost(data) == 0 {
		t.Error("a game is gone, and nobody sees it")
	}
	if told, _, _ := Players(t.Context(), url, Crowd{Players: 3, Game: "connect4", Against: "random", Every: 10 * time.Millisecond, Time: 50 * time.Millisecond}); told.Refused == 0 || told.Problem == "" {
		t.Errorf("the server is gone, and nobody sees it: %+v", told)
	}
}

func TestAnalysesAndStreams(t *testing.T) {
	t.Parallel()
	url, _ := serverIn(t, t.TempDir())
	analyses, err := Analyses(t.Context(), url, Searches{Analyses: 3, Game: "connect4", Agent: "mcts", Time: 500 * time.Millisecond})
	if err != nil || analyses.Refused > 0 || analyses.Gaps.Count < 3 || analyses.Slowest <= 0 || analyses.Slowest > analyses.Mean || analyses.Speed <= 0 {
		t.Errorf("analyses: %v, %+v", err, analyses)
	}
	streams, err := Streams(t.Context(), url, Listeners{Streams: 20, Game: "othello", Against: "random", Time: 10 * time.Millisecond})
	if err != nil || streams.Refused > 0 {
		t.Errorf("streams: %v, %+v", err, streams)
	}
	refused, _ := Streams(t.Context(), url, Listeners{Streams: 2, Game: "chess", Against: "random", Time: time.Millisecond})
	if refused.Refused != 2 || refused.Problem == "" {
		t.Errorf("a game that is not there: %+v", refused)
	}
}

func TestStops(t *testing.T) {
	t.Parallel()
	url, _ := serverIn(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if _, _, err := Players(ctx, url, Crowd{Players: 3, Game: "connect4", Against: "random", Every: time.Second, Time: time.Hour}); err == nil {
		t.Error("a load that was stopped has a result")
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

func TestDelays(t *testing.T) {
	var d delays
	if got := d.told(); got.Count != 0 || got.Worst != 0 {
		t.Errorf("of nothing: %+v", got)
	}
	for i := range 1000 {
		d.add(time.Duration(1000-i) * time.Millisecond)
	}
	if got := d.told(); got.Count != 1000 || got.Median != 0.501 || got.P90 != 0.901 || got.P99 != 0.991 || got.Worst != 1 {
		t.Errorf("of 1 to 1000 ms: %+v", got)
	}
}
