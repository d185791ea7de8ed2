package words

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/game"
	"gambito/games"
)

// verbs are what a format fills in: the number of the argument and how.
func verbs(format string) (list []string) {
	next := 1
	for _, found := range verb.FindAllStringSubmatch(format, -1) {
		if found[2] == "%" {
			continue
		}
		if found[1] != "" {
			next = int(found[1][0] - '0')
		}
		kind := found[2]
		if kind == "w" {
			kind = "s"
		}
		list = append(list, string(rune('0'+next))+kind)
		next++
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestEveryMessageHasAnEntry, and every entry is said somewhere and fills in the
// same.
func TestEveryMessageHasAnEntry(t *testing.T) {
	messages := said(t)
	if len(messages) < 1 {
		t.Fatalf("only %d messages are found in the source", len(messages))
	}
	entries := map[Message]string{}
	for _, catalogue := range spanishMessages {
		for english, other := range catalogue {
			if _, twice := entries[english]; twice {
				t.Errorf("%q has two entries", english)
			}
			if entries[english] = other; !slices.Equal(verbs(string(english)), verbs(other)) {
				t.Errorf("%q fills in %v, and in Spanish %v", english, verbs(string(english)), verbs(other))
			}
		}
	}
	for m, path := range messages {
		if entries[m] == "" {
			t.Errorf("%s: there is no Spanish for %q", path, m)
		}
	}
	for m := range entries {
		if messages[m] == "" {
			t.Errorf("nothing says %q", m)
		}
	}
}

// TestEveryTextHasAnEntry, and fills in the same.
func TestEveryTextHasAnEntry(t *testing.T) {
	texts := written(t)
	if len(texts) < 50 {
		t.Fatalf("only %d texts are found in the source", len(texts))
	}
	for text, path := range texts {
		if spanishMoves[text] == "" {
			t.Errorf("%s: there is no Spanish for %q", path, text)
		}
	}
	for text := range spanishMoves {
		if texts[text] == "" {
			t.Errorf("nothing writes %q", text)
		}
	}
	for _, catalogue := range append(slices.Clone(spanishTexts), spanishLab...) {
		for text, other := range catalogue {
			if !slices.Equal(verbs(text), verbs(other)) {
				t.Errorf("%q fills in %v, and in Spanish %v", text, verbs(text), verbs(other))
			}
		}
	}
}

func TestText(t *testing.T) {
	w := For(Spanish)
	for text, want := range map[string]string{
		"black":            "negro",
		"black 2, white 2": "negro 2, blanco 2",
		`"z9" is not a cell: cells are a1 to h8, or pass`:              `"z9" no es una casilla: las casillas son de a1 a h8, o pasar`,
		"white wins 2 points: the score is 2 to 1":                     "blanco gana 2 puntos: el marcador es 2 a 1",
		`"66": the first roll of a game is no double`:                  `"66": la primera tirada de una partida no es doble`,
		`"8/5": it could be 8/5 6/5 or 8/5 24/23`:                      `"8/5": podría ser 8/5 6/5 o 8/5 24/23`,
		`position "x": it has 1 cells, not 64`:                         `posición "x": tiene 1 casillas, no 64`,
		" white: 167 pips, 0 off, has rolled 52":                       " blanco: 167 pips, 0 fuera, ha tirado 52",
		"red at 3,31, blue at 28,0; red has crashed; blue has crashed": "rojo en 3,31, azul en 28,0; rojo se ha estrellado; azul se ha estrellado",
		"nobody has ever written this":                                 "nobody has ever written this",
		"4":                                                            "4",
	} {
		if got := w.Text(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
		if got := For(English).Text(text); got != text {
			t.Errorf("in English %q is %q", text, got)
		}
	}
	if got := w.Error(errors.New("c3 is taken")); got != "c3 está ocupada" {
		t.Error(got)
	}
}

// FuzzText: whatever a game writes, it is told in one piece.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "black", `"z9" is not a cell: cells are a1 to h8, or pass`, "%s %d %q", `"""": ": ": `, "position \"\": position \"\": x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := For(Spanish)
		if got := w.Text(text); text != "" && got == "" {
			t.Errorf("%q is nothing", text)
		}
		if For(English).Text(text) != text {
			t.Errorf("%q is something else in English", text)
		}
	})
}

// TestResult tells how games end.
func TestResult(t *testing.T) {
	for _, c := range []struct {
		game, moves string
		result      []float64
		faults      []arena.Fault
		reason      arena.Reason
		want        string
	}{
		{"tictactoe", "b2 a1 b3 a2 b1", []float64{1, -1}, nil, arena.ByTheRules, "X gana tras 5 jugadas."},
		{"tictactoe", "b2", nil, nil, arena.Unfinished, "La partida queda sin acabar tras 1 jugada."},
		{"othello", "d3", []float64{1, -1}, []arena.Fault{{Seat: 1, Reason: arena.OutOfTime}}, arena.OutOfTime, "A blanco se le ha acabado el tiempo. negro gana tras 1 jugada."},
		{"backgammon", "31: 8/5 6/5 66:", []float64{2, -2}, []arena.Fault{{Seat: 1, Reason: arena.Resignation, Times: 2}}, arena.Resignation, "negro abandona. blanco gana un gammon, 2 puntos, tras 1 jugada."},
		{"backgammon:match=3", "31:", []float64{-1, 1}, []arena.Fault{{Seat: 0, Reason: arena.IllegalMove}}, arena.IllegalMove, "blanco ha hecho una jugada que no es legal. negro gana el partido tras 0 jugadas."},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		r := arena.Record{Game: c.game, Agents: []string{"a", "b"}, Seats: []int{0, 1}, Moves: c.moves, Result: c.result, Faults: c.faults, Reason: c.reason}
		w := For(Spanish)
		name := func(p game.Player) string { return w.Text(g.Info().Roles[p]) }
		if got := strings.TrimSpace(w.Reason(r, name) + " " + w.Result(g, r, name)); got != c.want {
			t.Errorf("%s: %q, not %q", c.game, got, c.want)
		}
	}
}

func TestLanguages(t *testing.T) {
	for text, want := range map[string]Language{"es": Spanish, "ES": Spanish, "es_MX.UTF-8": Spanish, "en-GB": English, "fr": "", "": "", "español": ""} {
		if got, err := ParseLanguage(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, c := range []struct {
		environment map[string]string
		want        Language
	}{
		{nil, English},
		{map[string]string{"LANG": "es_ES.UTF-8"}, Spanish},
		{map[string]string{"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, English},
		{map[string]string{"LANG": "es_ES.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, English},
		{map[string]string{"LANG": "C", "LC_MESSAGES": "es_AR"}, Spanish},
	} {
		if got := FromEnvironment(func(name string) string { return c.environment[name] }); got != c.want {
			t.Errorf("%v is %s, not %s", c.environment, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 moves", 1: "1 move", 2: "2 moves"} {
		if got := (Words{}).Count(n, "%d move", "%d moves"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
