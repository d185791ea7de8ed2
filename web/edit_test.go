package web

import (
	"net/http"
	"strings"
	"testing"

	"gambito/games"
)

// setUp asks for changes of a draft.
func setUp(t testing.TB, s *Server, body map[string]any) Setup {
	t.Helper()
	return read[Setup](t, ask(t, s, "POST", "/api/setup", body))
}

// Of every game it is known whether it can be set up by cells, and what cells hold.
func TestSetupOfAllGames(t *testing.T) {
	s := serverFor(t, Options{})
	for game, want := range map[string]string{
		"connect4":             "X O . |",
		"connect4:8x6":         "X O . |",
		"tictactoe":            "X O . |",
		"othello":              "X O - | X O",
		"breakthrough":         "W B . | W B",
		"breakthrough-holes":   "W B # . | W B",
		"breakthrough-suicide": "W B . | W B",
		"knightthrough":        "W B . | W B",
		"atari-go":             "X O . |",
		"sheep-and-wolf":       "W S . |",
		"einstein":             "1 2 3 4 5 6 A B C D E F . | R 1 R 2 R 3 R 4 R 5 R 6 B 1 B 2 B 3 B 4 B 5 B 6 B - R -",
		"gdl:hex":              "red blue  | (control red) (control blue)",
		"gdl:tictactoe":        "cross nought  | (control cross) (control nought)",
		"gdl:checkers":         "white king white man black king black man  | (control white) (control black)",
		"free-for-all":         "no",
		"tron":                 "no",
		"backgammon":           "W B  | W B",
		"backgammon:match=3":   "W B  | W B",
		"gdl:prisoners":        "no",
	} {
		r := setUp(t, s, map[string]any{"game": game})
		got := "no"
		if r.ByCells {
			var pieces, sides []string
			for _, p := range r.Pieces {
				pieces = append(pieces, p.Text)
			}
			for _, p := range r.Sides {
				sides = append(sides, p.Text)
			}
			got = strings.TrimRight(strings.Join(pieces, " ")+" | "+strings.Join(sides, " "), " ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", game, got, want)
		}
		if !r.Legal || len(r.Examples) == 0 || r.Board.Kind == "" {
			t.Errorf("%s: %+v", game, r)
		}
	}
}

// Changes lead from position to position, over drafts that are none.
func TestSetup(t *testing.T) {
	s := serverFor(t, Options{})
	put := func(cell, piece int) []any { return []any{map[string]int{"cell": cell, "piece": piece}} }

	r := setUp(t, s, map[string]any{"game": "connect4", "moves": "44", "put": put(35, 1)})
	if r.Legal || !strings.HasPrefix(r.Problem, "1 X and 2 O: ") || r.Board.Cells[35].Glyph == "" || r.Board.Caption != "" {
		t.Fatalf("with another O: %+v", r)
	}
	if es := read[Setup](t, ask(t, s, "POST", "/api/setup?lang=es", map[string]any{"game": "connect4", "draft": r.Draft})); es.Problem == r.Problem || es.Draft != r.Draft {
		t.Errorf("in Spanish: %+v", es)
	}
	r = setUp(t, s, map[string]any{"game": "connect4", "draft": r.Draft, "put": put(36, 0)})
	if want := "......./......./......./......./...O.../OX.X..."; !r.Legal || r.Draft != want || r.Side != -1 {
		t.Fatalf("%+v, want %s", r, want)
	}

	r = setUp(t, s, map[string]any{"game": "othello", "put": put(0, 0), "side": 1})
	if !r.Legal || !strings.HasPrefix(r.Draft, "X--") || !strings.HasSuffix(r.Draft, " O") || r.Side != 1 || *r.Sides[1].Seat != 1 {
		t.Errorf("%+v", r)
	}
	r = setUp(t, s, map[string]any{"game": "gdl:hex", "put": put(0, 0), "side": 1})
	if !r.Legal || !strings.Contains(r.Draft, " red)") || !strings.Contains(r.Draft, "(control blue)") || r.Board.Cells[0].Owner == nil || *r.Board.Cells[0].Owner != 0 {
		t.Errorf("%+v", r)
	}
	r = setUp(t, s, map[string]any{"game": "backgammon", "draft": "nothing"})
	if r.Legal || r.Problem == "" || r.Board.Men == nil {
		t.Errorf("%+v", r)
	}
}

// Men are put and taken away one by one, in games with the cube and without.
func TestSetupMen(t *testing.T) {
	s := serverFor(t, Options{})
	put := func(cells ...int) (list []any) { // pairs of point and piece
		for i := 0; i < len(cells); i += 2 {
			list = append(list, map[string]int{"cell": cells[i], "piece": cells[i+1]})
		}
		return list
	}
	for _, id := range []string{"backgammon", "backgammon:cube=on", "backgammon:match=5"} {
		r := setUp(t, s, map[string]any{"game": id, "put": put(6, 2, 1, 2, 1, 2, 1, 0, 25, 1), "side": 1, "dice": "52"})
		m := r.Board.Men
		if !r.Legal || m.Points[5] != 4 || m.Points[0] != 1 || m.Bar[1] != 1 || m.Off[0] != 0 || m.Off[1] != 1 || m.Side != 1 || r.Side != 1 || r.Dice == nil || *r.Dice != "52" {
			t.Errorf("%s: %+v %+v", id, r, m)
		}
		again := setUp(t, s, map[string]any{"game": id, "draft": r.Draft, "put": put(1, 2, 24, 1), "dice": ""})
		if m := again.Board.Men; !again.Legal || m.Points[23] != -1 || m.Off[0] != 3 || *again.Dice != "" || m.Dice != nil {
			t.Errorf("%s, then: %+v %+v", id, again, m)
		}
		why := refused(t, ask(t, s, "POST", "/api/setup?lang=es", map[string]any{"game": id, "put": put(5, 0)}), http.StatusBadRequest)
		if !strings.HasPrefix(why, "las 15 fichas") {
			t.Errorf("a 16th man: %s", why)
		}
		for _, body := range []map[string]any{
			{"game": id, "put": put(0, 0)}, {"game": id, "put": put(26, 0)}, {"game": id, "put": put(3, 3)},
			{"game": id, "side": 2}, {"game": id, "dice": "77"},
		} {
			refused(t, ask(t, s, "POST", "/api/setup", body), http.StatusBadRequest)
		}
	}
}

func TestSetupRefuses(t *testing.T) {
	s := serverFor(t, Options{})
	for _, body := range []map[string]any{
		{"game": "connect4", "draft": "nothing"},
		{"game": "connect4", "put": []any{map[string]int{"cell": 42, "piece": 0}}},
		{"game": "connect4", "put": []any{map[string]int{"cell": 0, "piece": 3}}},
		{"game": "connect4", "side": 0},
		{"game": "tron", "put": []any{map[string]int{"cell": 0, "piece": 0}}},
		{"game": "gdl:hex", "draft": "(cell 1 1 red) (cell 1 1 blue)"},
		{"game": "gdl:hex", "draft": "(cell (f 1) 1 red)"},
		{"game": "nothing"},
	} {
		refused(t, ask(t, s, "POST", "/api/setup", body), http.StatusBadRequest)
	}
}

// Whatever somebody drafts, the answer is a board or one sentence, and drafts that are
// answered can be sent again.
func FuzzSetup(f *testing.F) {
	s := serverFor(f, Options{})
	ids := []string{"connect4", "othello", "breakthrough-holes", "tictactoe", "einstein", "gdl:hex", "backgammon", "backgammon:match=3"}
	for i, id := range ids {
		g, err := games.Parse(id)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, g.FormatPosition(g.New()), 3, 1, 0)
	}
	f.Add(1, "(cell 1 1", -1, 99, 1)
	f.Add(1, strings.Repeat("-", 62)+"\u00ef X", 3, 1, 0) // 64 bytes, 63 characters
	f.Fuzz(func(t *testing.T, game int, text string, cell, piece, side int) {
		id := ids[uint(game)%uint(len(ids))]
		body := map[string]any{"game": id, "draft": text, "put": []any{map[string]int{"cell": cell, "piece": piece}}, "side": side}
		w := ask(t, s, "POST", "/api/setup", body)
		if w.Code == http.StatusUnprocessableEntity || w.Code == http.StatusBadRequest {
			refused(t, w, w.Code)
			return
		}
		r := read[Setup](t, w)
		if len(r.Board.Cells) == 0 && r.Board.Men == nil || r.Legal == (r.Problem != "") {
			t.Fatalf("%s: %+v", id, r)
		}
		if again := setUp(t, s, map[string]any{"game": id, "draft": r.Draft}); again.Draft != r.Draft || again.Legal != r.Legal {
			t.Fatalf("%s: %q comes back as %q", id, r.Draft, again.Draft)
		}
	})
}
