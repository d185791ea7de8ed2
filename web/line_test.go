package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	s := serverFor(t, Options{})
	for _, test := range []struct {
		name string
		body map[string]any
		want string // moves of the line, and of the line without its last ply
		ply  string
	}{
		{"digits in a row", map[string]any{"game": "connect4", "moves": "44", "add": []string{"3", "3"}}, "4433", "443"},
		{"a pass is said", map[string]any{"game": "othello", "add": []string{"f5", "d6"}}, "f5 d6", "f5"},
		{"rolls", map[string]any{"game": "backgammon", "moves": "31: 8/5 6/5", "add": []string{"42", "8/4 6/4"}}, "31: 8/5 6/5 42: 8/4 6/4", "31: 8/5 6/5 42:"},
		{"all at once", map[string]any{"game": "tron", "joint": []string{"up", "left"}}, "", ""},
	} {
		r := read[Line](t, ask(t, s, "POST", "/api/line", test.body))
		last := len(r.Plies) - 1
		if test.want != "" && (r.Position.Moves != test.want || r.Plies[last].Moves != test.want || r.Plies[last-1].Moves != test.ply) {
			t.Errorf("%s: %+v", test.name, r.Plies)
		}
		if r.Position.Ply != len(r.Plies) || r.Plies[last].Text == "" || r.Plies[last].Label == "" {
			t.Errorf("%s: %+v", test.name, r)
		}
		again := read[Line](t, ask(t, s, "POST", "/api/line", map[string]any{"game": test.body["game"], "moves": r.Plies[last].Moves}))
		if again.Position.Position != r.Position.Position {
			t.Errorf("%s: the line leads to %s, and again to %s", test.name, r.Position.Position, again.Position.Position)
		}
	}
	if r := read[Line](t, ask(t, s, "POST", "/api/line", map[string]any{"game": "backgammon", "moves": "31: 8/5 6/5"})); len(r.Outcomes) != 21 || r.Outcomes[0].Text != "11" || r.Outcomes[0].Probability != 1.0/36 {
		t.Errorf("before a roll: %+v", r.Outcomes)
	}
	for _, body := range []map[string]any{
		{"game": "connect4", "add": []string{"9"}},
		{"game": "connect4", "joint": []string{"4", "4"}},
		{"game": "tron", "joint": []string{"up"}},
		{"game": "tron", "joint": []string{"up", "home"}},
		{"game": "tron", "seat": 2},
	} {
		refused(t, ask(t, s, "POST", "/api/line", body), http.StatusBadRequest)
	}
}

func TestPresets(t *testing.T) {
	s := serverFor(t, Options{})
	for game, want := range map[string]string{
		"connect4": "alphabeta mcts alphazero perfect level", "othello": "mcts perfect", "backgammon": "td level", "tron": "mcts", "gdl:hex": "mcts ggp",
	} {
		p := read[Presets](t, ask(t, s, "GET", "/api/presets?game="+game, nil))
		for _, id := range strings.Fields(want) {
			if !slices.Contains(p.Agents, id) {
				t.Errorf("%s: %s is not among %v", game, id, p.Agents)
			}
		}
		if p.Judge == "" || len(p.Levels) != 10 || slices.Contains(p.Agents, "gtp") {
			t.Errorf("%s: %+v", game, p)
		}
	}
	if p := read[Presets](t, ask(t, s, "GET", "/api/presets?game=tron", nil)); slices.Contains(p.Agents, "alphabeta") || slices.Contains(p.Agents, "td") {
		t.Errorf("tron: %v", p.Agents)
	}
	refused(t, ask(t, s, "GET", "/api/presets?game=nothing", nil), http.StatusBadRequest)
}

func TestReadText(t *testing.T) {
	s := serverFor(t, Options{})
	for _, test := range []struct{ game, text, want string }{
		{"connect4", "4433", "connect4||4433"},
		{"connect4", " ......./......./......./......./......./X...... \n", "connect4|......./......./......./......./......./X......|"},
		{"othello", "1. f5 d6 2. c3", "othello||f5 d6 c3"},
		{"othello", "F5D6C3", "othello||f5 d6 c3"},
		{"backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "backgammon:match=7|4HPwATDgc/ABMA:MIHlAAAAAAAE|"},
		{"backgammon", "4HPwATDgc/ABMA W 31", "backgammon|4HPwATDgc/ABMA W 31|"},
	} {
		r := read[Place](t, ask(t, s, "POST", "/api/read", map[string]any{"game": test.game, "text": test.text}))
		if got := r.Game + "|" + r.Position + "|" + r.Moves; got != test.want {
			t.Errorf("%s %q: %s, want %s", test.game, test.text, got, test.want)
		}
	}
	if why := refused(t, ask(t, s, "POST", "/api/read", map[string]any{"game": "connect4", "text": "449"}), http.StatusBadRequest); !strings.Contains(why, "move 3") {
		t.Errorf("wrong moves: %s", why)
	}
	if why := refused(t, ask(t, s, "POST", "/api/read", map[string]any{"game": "connect4", "text": "......./X"}), http.StatusBadRequest); !strings.Contains(why, "position") {
		t.Errorf("a wrong position: %s", why)
	}
}

// Whatever is pasted, the answer is a place that can be shown or one sentence.
func FuzzReadText(f *testing.F) {
	s := serverFor(f, Options{})
	ids := []string{"connect4", "othello", "backgammon", "tron", "gdl:hex"}
	f.Add(0, "4433")
	f.Add(1, "1. f5 d6 2. c3")
	f.Add(2, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
	f.Add(3, "up,left")
	f.Add(4, "(cell 1 1 red) (control blue)")
	f.Fuzz(func(t *testing.T, game int, text string) {
		id := ids[uint(game)%uint(len(ids))]
		w := ask(t, s, "POST", "/api/read", map[string]any{"game": id, "text": text})
		if w.Code >= 400 && w.Code < 500 {
			refused(t, w, w.Code)
			return
		}
		p := read[Place](t, w)
		read[Line](t, ask(t, s, "POST", "/api/line", p))
	})
}
