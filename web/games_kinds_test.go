package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/api"
	"gambito/board"
)

// judged has a quick agent judge positions of backgammon.
func judged(t *testing.T, s *Server, game string) {
	t.Helper()
	rules, err := s.game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.played.judges.get(gameKey(rules), func() (*agent.Spec, error) {
		spec, err := s.agent("pubeval", rules)
		return &spec, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestBackgammon: a match with the cube, dice set by hand, moves in one text, giving
// up a game of it, and a file.
func TestBackgammon(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "backgammon:match=3", nil, person(), person())
	if g.Position.Board.Men == nil || !g.Can.Dice || len(g.Can.Resign) != 3 || g.Position.Turn != board.OfPlayer {
		t.Fatalf("the game is %+v", g)
	}
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/dice", object{"dice": "77"}), http.StatusBadRequest)
	g = post(t, s, g.ID, "dice", object{"dice": "31"})
	if !slices.Equal(g.Position.Board.Men.Dice, []int{3, 1}) && !slices.Equal(g.Position.Board.Men.Dice, []int{1, 3}) {
		t.Errorf("the dice show %v", g.Position.Board.Men.Dice)
	}
	g = post(t, s, g.ID, "moves", moveOf("8/5 6/5", g.Position.Ply))
	if g.History[0].Seat != -1 || g.History[1].Text != "8/5 6/5" {
		t.Errorf("the history is %+v", g.History)
	}
	g = post(t, s, g.ID, "moves", moveOf("double", g.Position.Ply))
	if g = post(t, s, g.ID, "moves", moveOf("take", g.Position.Ply)); g.Position.Board.Men.Cube.Shows != 2 {
		t.Errorf("the cube is %+v", g.Position.Board.Men.Cube)
	}
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/moves", moveOf("resign-gammon", g.Position.Ply)), http.StatusBadRequest)
	if g = post(t, s, g.ID, "resign", object{}); g.Over || !strings.Contains(g.Position.Moves, "resign") {
		t.Errorf("after giving up a game of the match: %+v", g.Position.Moves)
	}
	w := ask(t, s, "GET", "/api/games/"+g.ID+"/file?format=mat", nil)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "3 point match") || !strings.Contains(w.Header().Get("Content-Disposition"), g.ID+".mat") {
		t.Errorf("the file is %d %s", w.Code, w.Body)
	}
	refused(t, ask(t, s, "GET", "/api/games/"+g.ID+"/file?format=ggf", nil), http.StatusBadRequest)
	refused(t, ask(t, s, "GET", "/api/games/"+g.ID+"/file?format=../x", nil), http.StatusBadRequest)
}

// TestDisagreement: an agent that may hope for more does not let one give up for less.
func TestDisagreement(t *testing.T) {
	s := gameServer(t, t.TempDir())
	judged(t, s, "backgammon")
	lost := "XGID=-------------bb--------O--:0:0:1:21:0:0:0:0:10" // white has all its men far from home
	g := begin(t, s, "backgammon", object{"position": lost}, person(), by("pubeval"))
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/resign", object{"times": 1}), http.StatusConflict)
	if g = post(t, s, g.ID, "resign", object{}); !g.Over || g.Result[0] > -2 {
		t.Errorf("given up it is %+v", g)
	}
}

// TestTogether: where all move at once nothing is told before all have chosen, who has
// chosen may think again, and an agent's choice is hidden as a person's is.
func TestTogether(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "tron:6x6", nil, person(), person())
	if g.Position.Turn != board.Together || len(g.Seats[0].Legal) == 0 || len(g.Seats[1].Legal) == 0 {
		t.Fatalf("the game is %+v", g)
	}
	g = post(t, s, g.ID, "moves", object{"move": "right", "ply": 0, "seat": 0})
	if !g.Seats[0].Chosen || g.Seats[1].Chosen || g.Position.Ply != 0 || g.Position.Seat != 1 {
		t.Errorf("after one has chosen it is %+v", g)
	}
	if w := ask(t, s, "GET", "/api/games/"+g.ID, nil); strings.Contains(w.Body.String(), `"move":"right"`) || len(g.History) != 0 {
		t.Errorf("what one has chosen is told: %s", w.Body)
	}
	post(t, s, g.ID, "moves", object{"move": "up", "ply": 0, "seat": 0})
	g = post(t, s, g.ID, "moves", object{"move": "left", "ply": 0, "seat": 1})
	if g.Position.Moves != "up,left" || g.History[0].Seat != -2 {
		t.Errorf("the moves are %s", g.Position.Moves)
	}
}

// TestLive: at a pace players go on as before until they say something else.
func TestLive(t *testing.T) {
	s := gameServer(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := begin(t, s, "tron:12x12", object{"pace": 20}, person(), person())
	events := hearGame(t, ctx, overNetwork(t, s), g.ID)
	time.Sleep(50 * time.Millisecond)
	if g = hear(t, events, func(api.PlayedGame) bool { return true }); g.Position.Ply != 0 {
		t.Errorf("it has begun before anybody moved")
	}
	legal := g.Seats[0].Legal
	post(t, s, g.ID, "moves", object{"move": legal[0].Text, "ply": 0, "seat": 0})
	g = hear(t, events, func(g api.PlayedGame) bool { return g.Position.Ply >= 3 || g.Over })
	for _, m := range g.History[:2] {
		if first, _, _ := strings.Cut(m.Text, ","); first != legal[0].Text {
			t.Errorf("who says nothing makes the moves %v", g.History)
		}
	}
	if !g.Over {
		g = hear(t, events, func(g api.PlayedGame) bool { return g.Over })
	}
	if g.Ending == "" {
		t.Errorf("it ends as %+v", g)
	}
}

// TestSheet plays a game of a rulesheet.
func TestSheet(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "gdl:hex", nil, person(), by("random"))
	for range 3 {
		post(t, s, g.ID, "moves", moveOf(g.Position.Legal[0].Text, g.Position.Ply))
		g = until(t, s, g.ID, mine)
	}
	if g.Position.Ply != 6 || g.Position.Board.Kind != board.Hexagons {
		t.Errorf("it is %+v", g.Position)
	}
	if g = post(t, s, g.ID, "resign", object{}); !g.Over || g.Result[0] >= g.Result[1] || g.Reason != "resigned" {
		t.Errorf("given up it is %+v", g)
	}
	if g = post(t, s, g.ID, "undo", nil); g.Over || g.Position.Ply != 6 {
		t.Errorf("undone it is %+v", g)
	}
}

// TestWatch: agents play among themselves while somebody looks, stop, step and go on.
func TestWatch(t *testing.T) {
	s := gameServer(t, t.TempDir())
	url := overNetwork(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := begin(t, s, "connect4", object{"pace": 30}, by("random"), by("level:1"))
	events := hearGame(t, ctx, url, g.ID)
	hear(t, events, func(g api.PlayedGame) bool { return len(g.History) >= 2 })
	g = post(t, s, g.ID, "pace", object{"paused": true})
	ply := g.Position.Ply
	time.Sleep(100 * time.Millisecond)
	if g = until(t, s, g.ID, func(api.PlayedGame) bool { return true }); g.Position.Ply != ply || !g.Paused || !g.Can.Pause || g.Can.Undo || g.Can.Resign != nil {
		t.Errorf("stopped after %d it is after %d: %+v", ply, g.Position.Ply, g)
	}
	for range 3 {
		post(t, s, g.ID, "pace", object{"step": true})
		ply++
		if g = hear(t, events, func(g api.PlayedGame) bool { return g.Position.Ply == ply }); !g.Paused {
			t.Errorf("a step has it go on: %+v", g)
		}
	}
	time.Sleep(60 * time.Millisecond)
	if g = until(t, s, g.ID, func(api.PlayedGame) bool { return true }); g.Position.Ply != ply {
		t.Errorf("after steps it goes on")
	}
	post(t, s, g.ID, "pace", object{"paused": false, "pace": 0})
	hear(t, events, func(g api.PlayedGame) bool { return g.Over })
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/moves", moveOf("4", 0)), http.StatusPreconditionFailed)
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/undo", nil), http.StatusConflict)
}

// TestWatchAlone: nobody looks, so nobody plays; who comes sees it begin.
func TestWatchAlone(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", object{"pace": 10}, by("random"), by("random"))
	l := s.played.live[g.ID]
	l.mutex.Lock()
	l.heard = time.Now().Add(-time.Hour)
	l.mutex.Unlock()
	time.Sleep(60 * time.Millisecond)
	l.mutex.Lock()
	ply := len(l.shown.moves)
	l.mutex.Unlock()
	time.Sleep(60 * time.Millisecond)
	l.mutex.Lock()
	if len(l.shown.moves) != ply {
		t.Error("it goes on though nobody looks")
	}
	l.mutex.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	hear(t, hearGame(t, ctx, overNetwork(t, s), g.ID), func(g api.PlayedGame) bool { return g.Over })
}

// TestFlag: a person's flag falls by itself, though not before the first move, and undo
// gives it time.
func TestFlag(t *testing.T) {
	s := gameServer(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := begin(t, s, "connect4", object{"clock": "300ms+100ms"}, person(), by("random"))
	events := hearGame(t, ctx, overNetwork(t, s), g.ID)
	if left := g.Seats[0].Left; left == nil || *left != 0.3 || g.Seats[0].Running {
		t.Errorf("the first seat is %+v", g.Seats[0])
	}
	time.Sleep(350 * time.Millisecond)
	post(t, s, g.ID, "moves", moveOf("4", 0))
	g = hear(t, events, func(g api.PlayedGame) bool { return g.Over })
	if g.Reason != "time" || g.Result[0] != -1 || *g.Seats[0].Left != 0 || g.Ending == "" {
		t.Errorf("it ends as %+v", g)
	}
	if g = post(t, s, g.ID, "undo", nil); g.Over || *g.Seats[0].Left < 0.2 {
		t.Errorf("undone it is %+v", g)
	}
}

// TestNow has an agent that would think for long play at once.
func TestNow(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "othello", nil, person(), by("mcts:time=50s"))
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/now", nil), http.StatusConflict)
	g = post(t, s, g.ID, "moves", moveOf("d3", 0))
	if !g.Seats[1].Thinking || !g.Can.Now {
		t.Errorf("it is %+v", g)
	}
	time.Sleep(20 * time.Millisecond)
	post(t, s, g.ID, "now", nil)
	g = until(t, s, g.ID, mine)
	post(t, s, g.ID, "moves", moveOf(g.Position.Legal[0].Text, g.Position.Ply))
	if g = post(t, s, g.ID, "undo", nil); !mine(g) || g.Position.Ply != 2 { // while it thinks
		t.Errorf("undone it is %+v", g)
	}
	post(t, s, g.ID, "moves", moveOf(g.Position.Legal[0].Text, g.Position.Ply))
	if g = post(t, s, g.ID, "resign", object{}); !g.Over || g.Seats[1].Thinking {
		t.Errorf("given up it is %+v", g)
	}
}

// TestHint asks for advice, in two languages.
func TestHint(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "tictactoe", nil, person(), by("random"))
	a := read[api.Analysis](t, ask(t, s, "GET", "/api/games/"+g.ID+"/hint", nil))
	b := read[api.Analysis](t, ask(t, s, "GET", "/api/games/"+g.ID+"/hint?agent=mcts:sims=50&lang=es", nil))
	if a.Move == "" || !a.Proven || b.Move == "" || b.Simulations == 0 {
		t.Errorf("the hints are %+v and %+v", a, b)
	}
	refused(t, ask(t, s, "GET", "/api/games/"+g.ID+"/hint?agent=human", nil), http.StatusBadRequest)
	refused(t, ask(t, s, "GET", "/api/games/"+g.ID+"/hint?agent=gtp:cmd=ls", nil), http.StatusForbidden)
	post(t, s, g.ID, "resign", object{})
	refused(t, ask(t, s, "GET", "/api/games/"+g.ID+"/hint", nil), http.StatusConflict)
}

// TestRematch begins another game with the sides changed.
func TestRematch(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "connect4", object{"clock": "5m"}, person(), by("level:1"))
	next := post(t, s, g.ID, "rematch", object{"swap": true})
	if next.ID == g.ID || next.Seats[0].Person || !next.Seats[1].Person || next.Clock != "5m" {
		t.Errorf("the next game is %+v", next)
	}
	until(t, s, next.ID, mine)
	g = post(t, s, g.ID, "seats", object{"seats": []object{by("random"), person()}})
	if g = until(t, s, g.ID, mine); g.Position.Ply != 1 || g.Seats[0].Person || g.Clock != "5m" {
		t.Errorf("with others it is %+v", g)
	}
}
