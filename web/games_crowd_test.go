package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gambito/api"
	"gambito/kept"
)

// TestCrowd: many do everything at once with the same games. Nothing hangs, nothing is
// a mistake of ours, versions grow, and what is kept in the end are games that can be
// read.
func TestCrowd(t *testing.T) {
	data := t.TempDir()
	s := serverOf(t, data)
	var ids []string
	for game, second := range map[string]object{"connect4": by("level:1"), "tron:8x8": by("random"), "einstein": by("random"), "tictactoe": by("mcts:time=50s")} {
		ids = append(ids, begin(t, s, game, nil, person(), second).ID)
	}
	ids = append(ids, begin(t, s, "tron:8x8", object{"pace": 5}, person(), person()).ID)
	ids = append(ids, begin(t, s, "connect4", object{"pace": 2}, by("random"), by("random")).ID)
	ids = append(ids, begin(t, s, "connect4", object{"clock": "100ms"}, person(), person()).ID)
	var all sync.WaitGroup
	end := time.Now().Add(700 * time.Millisecond)
	for worker := range uint64(8) {
		all.Go(func() {
			r := rand.New(rand.NewPCG(worker, 1))
			latest := map[string]int64{}
			for time.Now().Before(end) {
				crowdRequest(t, s, r, ids[r.IntN(len(ids))], latest)
			}
		})
	}
	all.Wait()
	s.Close()
	entries, problems, err := kept.In(data).List()
	if err != nil || problems != nil || len(entries) == 0 {
		t.Fatalf("kept are %d games, %v, %v", len(entries), problems, err)
	}
	again := gameServer(t, data)
	for _, e := range entries[:min(len(entries), 20)] {
		if w := ask(t, again, "GET", "/api/games/"+e.ID, nil); w.Code != http.StatusOK {
			t.Errorf("%s: %s", e.ID, w.Body)
		}
	}
}

// crowdRequest does something with a game.
func crowdRequest(t *testing.T, s *Server, r *rand.Rand, id string, latest map[string]int64) {
	send := func(method, path, body string) (api.PlayedGame, int) {
		request := httptest.NewRequest(method, "http://127.0.0.1/api/games/"+id+path, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, request)
		var g api.PlayedGame
		if err := json.Unmarshal(w.Body.Bytes(), &g); w.Code >= 500 || err != nil && w.Code != http.StatusNoContent {
			t.Errorf("%s %s %s: status %d: %s", method, path, body, w.Code, w.Body)
		}
		if w.Code == http.StatusOK && g.ID == id {
			if g.Version < latest[id] {
				t.Errorf("%s: version %d comes after %d", id, g.Version, latest[id])
			}
			latest[id] = g.Version
		}
		return g, w.Code
	}
	g, status := send("GET", "", "")
	if status != http.StatusOK {
		return
	}
	switch r.IntN(12) {
	case 0:
		send("POST", "/undo", "")
	case 1:
		send("POST", "/resign", "{}")
	case 2:
		send("POST", "/now", "")
	case 3:
		send("POST", "/pace", fmt.Sprintf(`{"paused":%v,"pace":%d}`, r.IntN(2) == 0, r.IntN(3)))
	case 4:
		send("POST", "/pace", `{"step":true}`)
	case 5:
		if r.IntN(20) == 0 {
			send("POST", "/rematch", `{"swap":true}`)
		}
	case 6:
		s.played.rest(time.Now().Add(time.Hour)) // whoever is not thinking is put away
	default:
		legal := g.Position.Legal
		if len(legal) > 0 {
			send("POST", "/moves", fmt.Sprintf(`{"move":%q,"ply":%d}`, legal[r.IntN(len(legal))].Text, g.Position.Ply))
		}
	}
}
