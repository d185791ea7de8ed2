package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/arena"
	"gambito/board"
	"gambito/game"
	"gambito/gamefile"
	"gambito/games"
	"gambito/kept"
	"gambito/words"
)

// secretGames are games in which players do not see everything, small enough for random games to
// come to worlds that look the same.
var secretGames = []string{
	"kuhn", "leduc", "liars-dice", "goofspiel", "phantom-tictactoe", "dark-hex:3x3", "battleship:4x4,fleet=2",
	"gdl:kuhn-poker", "gdl:monty-hall", "gdl:hide-and-seek", "gdl:auction",
}

// world is a position of a game that goes on, and how it came about.
type world struct {
	text  string
	moves []game.Move
}

// twins are two worlds that player p, who is to move, cannot tell apart, of as many moves as are
// found.
func twins(g game.Game, p game.Player) (a, b world, ok bool) {
	r := rand.New(rand.NewPCG(5, uint64(p)))
	known := map[string]world{}
	for range 3000 {
		s, moves, begun := g.New(), []game.Move(nil), false
		for len(moves) < 9 {
			if begun = begun || s.Turn() == 1-p && len(moves) > 0; s.Turn() == p && begun {
				key, here := string(s.(game.Veiled).Sees(p, nil)), world{g.FormatPosition(s), slices.Clone(moves)}
				if twin, seen := known[key]; seen && twin.text != here.text && len(moves) > len(b.moves) {
					a, b, ok = twin, here, true
				}
				known[key] = here
			}
			m, more := game.RandomMove(s, r, nil)
			if !more {
				break
			}
			s.Play(m)
			moves = append(moves, m)
		}
	}
	return a, b, ok
}

// serveWorld is a server with one game in its folder, and the ID of that.
func serveWorld(t *testing.T, g game.Game, w world, seed uint64, players []string) (*Server, string) {
	t.Helper()
	data := t.TempDir()
	r := arena.Record{Game: g.Info().ID, Agents: players, Seats: []int{0, 1}, Seed: seed, Moves: game.FormatLine(g, g.New(), w.moves), Reason: arena.Unfinished}
	id, err := kept.In(data).Add(g, r)
	if err != nil {
		t.Fatal(err)
	}
	return gameServer(t, data), id
}

// times are what may differ between two servers that tell the same.
var times = regexp.MustCompile(`"(version|changed|began|seconds)":("[^"]*"|[0-9.e-]+)`)

// firstEvent is the first event of a stream.
func firstEvent(t *testing.T, s *Server, path string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	r := httptest.NewRequest("GET", path, nil).WithContext(ctx)
	r.Host = "127.0.0.1:7777"
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return fmt.Sprint(w.Code, w.Body)
}

// everyAnswer is all that a browser can find out about a game as a seat or as anybody, without
// changing it.
func everyAnswer(t *testing.T, s *Server, id, as string) (all []string) {
	t.Helper()
	path := "/api/games/" + id
	for _, q := range []struct {
		method, path string
		body         any
	}{
		{"GET", path + as, nil}, {"GET", path + as + "&lang=es", nil}, {"GET", "/api/games", nil}, {"GET", path + "/picture", nil},
		{"GET", path + "/file" + as, nil}, {"GET", path + "/at/0" + as, nil}, {"GET", path + "/at/1" + as, nil}, {"GET", path + "/at/2" + as, nil},
		{"GET", path + "/at/3" + as, nil}, {"GET", path + "/at/99" + as, nil}, {"GET", path + "/hint" + as + "&agent=ismcts:sims=20", nil},
		{"POST", path + "/undo" + as, nil}, {"POST", path + "/dice" + as, object{"dice": "1"}}, {"POST", path + "/now" + as, nil}, {"POST", path + "/arrange" + as, object{"ply": 99}},
		{"POST", path + "/moves" + as, moveOf("nonsense", 99)}, {"POST", path + "/pace" + as, object{"paused": true}},
		{"POST", path + "/seats" + as, object{"seats": []object{by("random"), by("random")}}},
		{"POST", "/api/reviews/" + id + "/try", object{"ply": 0, "move": "x"}},
	} {
		w := ask(t, s, q.method, q.path, q.body)
		all = append(all, fmt.Sprint(q.method, " ", q.path, " ", w.Code, " ", w.Body))
	}
	all = append(all, firstEvent(t, s, path+"/events"+as), firstEvent(t, s, "/api/reviews/"+id))
	for i := range all {
		all[i] = times.ReplaceAllString(all[i], "")
	}
	return all
}

// TestNothingLeaks: of two worlds that a person cannot tell apart the browser is told the same,
// byte by byte, on every route.
func TestNothingLeaks(t *testing.T) {
	for _, spec := range secretGames {
		t.Run(spec, func(t *testing.T) {
			g, err := games.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			if g.Info().Players() != 2 {
				t.Skip("random games of two are what is drawn here")
			}
			found := 0
			for p := range game.Player(2) {
				a, b, ok := twins(g, p)
				if !ok {
					continue
				}
				found++
				alone := []string{"random", "random"}
				alone[p] = gamefile.Person
				both := []string{gamefile.Person, gamefile.Person}
				compareWorlds(t, g, a, b, alone, "?as=")
				compareWorlds(t, g, a, b, both, "?as=")
				compareWorlds(t, g, a, b, both, fmt.Sprintf("?as=%d", p))
			}
			if found == 0 && spec != "gdl:monty-hall" { // who plays alone
				t.Error("no two worlds look the same")
			}
		})
	}
}

func compareWorlds(t *testing.T, g game.Game, a, b world, players []string, as string) {
	t.Helper()
	one, id := serveWorld(t, g, a, 11, players)
	other, same := serveWorld(t, g, b, 12, players)
	if id != same {
		t.Fatalf("the games are %s and %s", id, same)
	}
	told, again := everyAnswer(t, one, id, as), everyAnswer(t, other, id, as)
	for i := range told {
		if told[i] != again[i] {
			t.Errorf("%v%s: in %s a browser is told\n%s\nand in %s\n%s", players, as, a.text, told[i], b.text, again[i])
		}
	}
	// It is no empty answer that is the same.
	if got := read[api.PlayedGame](t, ask(t, one, "GET", "/api/games/"+id+as, nil)); !got.Secret || got.Position.Moves != "" || got.Position.Position != "" && !got.Covered || got.Seed != 0 || !got.Covered && got.Viewer == nil {
		t.Errorf("%s: told is %+v", g.Info().ID, got)
	}
	if slices.Contains(players, "random") {
		seat := 1 - slices.Index(players, gamefile.Person) ^ 1
		refused(t, ask(t, one, "GET", fmt.Sprintf("/api/games/%s?as=%d", id, 1-seat), nil), http.StatusForbidden)
	}
}

// TestStoryIsWhatIsNoticed: positions of the past are counted as the story counts.
func TestStoryIsWhatIsNoticed(t *testing.T) {
	for _, spec := range secretGames {
		g, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		for range 20 {
			s, moves := g.New(), []game.Move(nil)
			for m, ok := game.RandomMove(s, r, nil); ok; m, ok = game.RandomMove(s, r, nil) {
				s.Play(m)
				moves = append(moves, m)
			}
			for p := range game.Player(g.Info().Players()) {
				if told, noticed := len(game.Story(g, g.New(), moves, p)), board.Noticed(g.New(), moves, p); told != noticed {
					t.Fatalf("%s %v: %d moves are told to %d, and %d noticed", spec, moves, told, p, noticed)
				}
			}
		}
	}
}

// TestSecretGame plays to the end, where everything is told; before, what the other does unseen
// is no event.
func TestSecretGame(t *testing.T) {
	s := gameServer(t, t.TempDir())
	for _, spec := range []string{"phantom-tictactoe", "leduc", "battleship:4x4,fleet=2"} {
		ctx, cancel := context.WithCancel(t.Context())
		g := begin(t, s, spec, nil, person(), by("random"))
		events := hearGame(t, ctx, overNetwork(t, s), g.ID)
		var before api.PlayedGame
		g = hear(t, events, func(now api.PlayedGame) bool {
			if !now.Over && before.ID != "" && unchanged(before, now) {
				t.Errorf("%s: an event tells nothing new: that something has happened unseen", spec)
			}
			before = now
			if now.Over || !mine(now) {
				return now.Over
			}
			if now.Viewer == nil || *now.Viewer != 0 || now.Seed != 0 || len(now.Can.Files) > 0 || now.Can.Undo || len(now.History) != now.Position.Ply {
				t.Fatalf("%s: told is %+v", spec, now)
			}
			post(t, s, now.ID, "moves", moveOf(now.Position.Legal[0].Text, now.Position.Ply))
			return false
		})
		if g.Viewer != nil || g.Position.Moves == "" || g.Seed == 0 || len(g.Can.Files) == 0 || slices.ContainsFunc(g.History, func(m api.PlayedMove) bool { return m.Text == game.Unseen }) {
			t.Errorf("%s: in the end it is %+v", spec, g)
		}
		refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/undo", nil), http.StatusConflict)
		if next := post(t, s, g.ID, "rematch", object{}); next.Seed != 0 || next.Over {
			t.Errorf("%s: the rematch is %+v", spec, next)
		}
		cancel()
	}
}

// TestTwoPeopleAndSecrets: nothing is told before somebody says who looks.
func TestTwoPeopleAndSecrets(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "kuhn", nil, person(), person())
	if !g.Covered || len(g.History) > 0 || len(g.Position.Legal) > 0 || g.Position.Seat != 0 {
		t.Fatalf("covered it is %+v", g)
	}
	path := "/api/games/" + g.ID
	first, second := read[api.PlayedGame](t, ask(t, s, "GET", path+"?as=0", nil)), read[api.PlayedGame](t, ask(t, s, "GET", path+"?as=1", nil))
	if len(first.Position.Legal) != 2 || len(second.Position.Legal) != 0 || first.History[0].Text == game.Unseen || second.History[0].Text != game.Unseen {
		t.Errorf("the first is told %+v, the second %+v", first, second)
	}
	refused(t, ask(t, s, "GET", path+"/hint", nil), http.StatusConflict)
	refused(t, ask(t, s, "GET", path+"?as=2", nil), http.StatusBadRequest)
	moved := read[api.PlayedGame](t, ask(t, s, "POST", path+"/moves?as=0", object{"move": "bet", "ply": 2, "seat": 0}))
	if moved.Position.Seat != 1 || len(moved.History) != 3 || *moved.Viewer != 0 {
		t.Errorf("after a move it is %+v", moved)
	}
	refused(t, ask(t, s, "POST", "/api/games", object{"game": "kuhn", "position": "J Q", "seats": []object{person(), person()}}), http.StatusBadRequest)
}

// TestWatchSecrets: agents among themselves are seen by everybody, or as one of them sees the game.
func TestWatchSecrets(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "leduc", object{"pace": 60000}, by("random"), by("random"))
	if g.Viewer != nil || g.History[0].Text == game.Unseen || g.Position.Moves == "" {
		t.Errorf("who watches is told %+v", g)
	}
	g = read[api.PlayedGame](t, ask(t, s, "GET", "/api/games/"+g.ID+"?as=1", nil))
	if *g.Viewer != 1 || g.History[0].Text != game.Unseen || g.History[1].Text == game.Unseen {
		t.Errorf("as the second it is %+v", g)
	}
	for _, path := range []string{"/api/analysis?game=kuhn", "/api/truth?game=leduc"} {
		if got := refused(t, ask(t, s, "GET", path, nil), http.StatusBadRequest); !strings.Contains(got, "do not see everything") {
			t.Errorf("%s: refused is %s", path, got)
		}
	}
}

// TestSeas: ships are placed by their ends in one's own sea, and shots go to the other's.
func TestSeas(t *testing.T) {
	g, err := games.Parse("battleship:4x4,fleet=2")
	if err != nil {
		t.Fatal(err)
	}
	touch := func(p board.Position, text string) []int {
		i := slices.IndexFunc(p.Legal, func(m board.Move) bool { return m.Text == text })
		if i < 0 {
			t.Fatalf("%s is not among %v", text, p.Legal)
		}
		return p.Legal[i].Touch
	}
	var w words.Words
	start := board.Seen(w, g, g.New(), nil, 0, 0)
	if start.Board.Kind != board.Seas || len(start.Board.Cells) != 32 || start.Board.Seas[0].Owner != 1 || !start.Board.Seas[1].Own {
		t.Fatalf("the board is %+v", start.Board)
	}
	if got := touch(start, "b1-b2"); !slices.Equal(got, []int{16 + 1, 16 + 5}) {
		t.Errorf("a ship is placed by %v", got)
	}
	moves, err := game.ParseLine(g, g.New(), "b1-b2 c3-d3")
	if err != nil {
		t.Fatal(err)
	}
	placed := board.Seen(w, g, g.New(), moves, 0, 2)
	if got := touch(placed, "c4"); !slices.Equal(got, []int{14}) {
		t.Errorf("a shot touches %v", got)
	}
	for cell, c := range placed.Board.Cells {
		if want := cell == 17 || cell == 21; (c.Glyph != "") != want {
			t.Errorf("cell %d shows %q", cell, c.Glyph)
		}
	}
	if moves, err = game.ParseLine(g, g.New(), "b1-b2 c3-d3 c4 b2 c3 a4"); err != nil {
		t.Fatal(err)
	}
	for viewer, titles := range map[game.Player][2]string{0: {"su mar", "tu mar"}, 1: {"su mar", "tu mar"}, game.Nobody: {"mar del segundo", "mar del primero"}} {
		s := g.New()
		for _, m := range moves {
			s.Play(m)
		}
		b := board.Of(words.For(words.Spanish), g, game.Look(s, viewer))
		var shots []int
		for cell, c := range b.Cells {
			if c.Latest {
				shots = append(shots, cell)
			}
		}
		want := []int{10, 16 + 12} // c3 in the sea of the second, a4 in that of the first
		if viewer == 1 {
			want = []int{12, 16 + 10}
		}
		if got := [2]string{b.Seas[0].Title, b.Seas[1].Title}; got != titles || !slices.Equal(shots, want) {
			t.Errorf("to %d the seas are %v, and the last shots are at %v instead of %v", viewer, got, shots, want)
		}
	}
}
