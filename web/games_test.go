package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/api"
	"gambito/board"
	"gambito/protocol/gtp"
	"gambito/terminal"
)

// gameServer is a server at which people can sit.
func gameServer(t testing.TB, data string) *Server {
	t.Helper()
	return serverFor(t, Options{Data: data, Agents: agents.New(agent.NewEnvironment(data), gtp.Entry, terminal.HumanEntry(nil, nil))})
}

type object = map[string]any

func person() object        { return object{"person": true} }
func by(spec string) object { return object{"spec": spec} }

// begin begins a game.
func begin(t testing.TB, s *Server, game string, body object, players ...object) api.PlayedGame {
	t.Helper()
	full := object{"game": game, "seats": players, "seed": 1}
	for key, value := range body {
		full[key] = value
	}
	return read[api.PlayedGame](t, ask(t, s, "POST", "/api/games", full))
}

func post(t testing.TB, s *Server, id, what string, body any) api.PlayedGame {
	t.Helper()
	return read[api.PlayedGame](t, ask(t, s, "POST", "/api/games/"+id+"/"+what, body))
}

func moveOf(text string, ply int) object { return object{"move": text, "ply": ply} }

// until asks for a game until it is as wanted.
func until(t testing.TB, s *Server, id string, wanted func(g api.PlayedGame) bool) api.PlayedGame {
	t.Helper()
	var g api.PlayedGame
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(2 * time.Millisecond) {
		if g = read[api.PlayedGame](t, ask(t, s, "GET", "/api/games/"+id, nil)); wanted(g) {
			return g
		}
	}
	t.Fatalf("it does not come to what is waited for: %+v", g)
	return g
}

// mine is a game in which a person is to move, or that is over.
func mine(g api.PlayedGame) bool {
	return g.Over || g.Position.Turn == board.OfPlayer && g.Seats[g.Position.Seat].Person
}

// hearGame opens the events of a game at a server over the network.
func hearGame(t testing.TB, ctx context.Context, url, id string) <-chan api.PlayedGame {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", url+"/api/games/"+id+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("status %d", answer.StatusCode)
	}
	heard := make(chan api.PlayedGame, 1000)
	go func() {
		defer answer.Body.Close()
		defer close(heard)
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var g api.PlayedGame
				if json.Unmarshal([]byte(data), &g) == nil {
					heard <- g
				}
			}
		}
	}()
	return heard
}

// hear waits for an event that is as wanted.
func hear(t testing.TB, events <-chan api.PlayedGame, wanted func(api.PlayedGame) bool) api.PlayedGame {
	t.Helper()
	timeout := time.After(10 * time.Second)
	version := int64(0)
	for {
		select {
		case g, ok := <-events:
			if !ok {
				t.Fatal("the events have ended")
			}
			if g.Version < version {
				t.Errorf("version %d comes after %d", g.Version, version)
			}
			if version = g.Version; wanted(g) {
				return g
			}
		case <-timeout:
			t.Fatal("what is waited for does not come")
		}
	}
}

func overNetwork(t testing.TB, s *Server) string {
	h := httptest.NewServer(s.Handler())
	t.Cleanup(h.Close)
	return h.URL
}

// TestPlay plays a game of Connect 4 against an agent.
func TestPlay(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", nil, person(), by("level:1"))
	if g.ID != "connect4-1" || !g.Seats[0].Person || g.Seats[1].Level != 1 || len(g.Position.Legal) != 7 || g.Over || g.Can.Undo || !g.Can.Hint || len(g.Can.Resign) != 1 {
		t.Fatalf("the game is %+v", g)
	}
	for !g.Over {
		next := post(t, s, g.ID, "moves", moveOf(g.Position.Legal[0].Text, g.Position.Ply))
		again := post(t, s, g.ID, "moves", moveOf(g.Position.Legal[0].Text, g.Position.Ply)) // the same request again
		if len(next.History) <= len(g.History) || next.History[len(g.History)].Text != g.Position.Legal[0].Text || len(again.History) > len(g.History)+2 {
			t.Fatalf("after %v come %v and %v", g.History, next.History, again.History)
		}
		g = until(t, s, g.ID, mine)
	}
	if g.Ending == "" || g.Result == nil || g.Position.Legal == nil || len(g.Position.Legal) > 0 || len(g.History) != g.Position.Ply {
		t.Errorf("in the end it is %+v", g)
	}
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/moves", moveOf("4", g.Position.Ply)), http.StatusConflict)
	at := read[board.Position](t, ask(t, s, "GET", fmt.Sprintf("/api/games/%s/at/%d", g.ID, 2), nil))
	if at.Ply != 2 || at.Turn != board.OfPlayer {
		t.Errorf("at ply 2: %+v", at)
	}
	refused(t, ask(t, s, "GET", fmt.Sprintf("/api/games/%s/at/%d", g.ID, g.Position.Ply+1), nil), http.StatusNotFound)
	back := post(t, s, g.ID, "undo", nil)
	if back.Over || len(back.History) >= len(g.History) || back.ID != g.ID || !mine(back) {
		t.Errorf("undone it is %+v", back)
	}
}

// TestStale: a move for another position than the present changes nothing.
func TestStale(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "othello", nil, person(), person())
	post(t, s, g.ID, "moves", moveOf("d3", 0))
	path := "/api/games/" + g.ID + "/moves"
	refused(t, ask(t, s, "POST", path, moveOf("c4", 0)), http.StatusPreconditionFailed)
	refused(t, ask(t, s, "POST", path, moveOf("c3", 2)), http.StatusPreconditionFailed)
	refused(t, ask(t, s, "POST", path, moveOf("a1", 1)), http.StatusBadRequest)
	refused(t, ask(t, s, "POST", path, object{"move": "c3", "ply": 1, "seat": 0}), http.StatusConflict)
	if g = post(t, s, g.ID, "moves", moveOf("c3", 1)); g.Position.Moves != "d3 c3" {
		t.Errorf("the moves are %s", g.Position.Moves)
	}
	if g = post(t, s, g.ID, "undo", nil); g.Position.Moves != "d3" {
		t.Errorf("the moves are %s", g.Position.Moves)
	}
	if g = post(t, s, g.ID, "moves", moveOf("c3", 1)); g.Position.Moves != "d3 c3" {
		t.Errorf("what was undone cannot be made again: %s", g.Position.Moves)
	}
}
