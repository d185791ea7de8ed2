package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestSavedPicture(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	for _, c := range []struct{ game, line, outcome string }{
		{"connect4", "4433552", "wins"}, {"othello", "f5d6", "unfinished"}, {"backgammon", "31 8/5 6/5", "unfinished"}, {"tron", "up,left", "unfinished"},
	} {
		p := read[SavedPicture](t, ask(t, s, "GET", "/api/games/"+imported(t, s, c.game, c.line)+"/picture", nil))
		if !strings.Contains(p.Outcome, c.outcome) || p.Moves == "" || p.Board.Kind == "" || len(p.Endings) == 0 || len(p.Called) != 2 {
			t.Errorf("%s: %+v", c.game, p)
		}
		if c.game == "connect4" && len(p.Last) != 1 {
			t.Errorf("the last move is at %v", p.Last)
		}
	}
	refused(t, ask(t, s, "GET", "/api/games/none-1/picture", nil), http.StatusNotFound)
}

// FuzzSaved checks that no name of a game leads anywhere else.
func FuzzSaved(f *testing.F) {
	f.Add("connect4-1")
	f.Add("last")
	f.Add("../../etc/passwd")
	s := serverFor(f, Options{Data: f.TempDir()})
	imported(f, s, "connect4", "44")
	f.Fuzz(func(t *testing.T, id string) {
		neverFails(t, s, "GET", "/api/games/"+url.PathEscape(id)+"/picture", "")
	})
}

// TestGamesOfChangedRules checks that a rulesheet tells how many games are played by it,
// and that such a game says what has become of its rules.
func TestGamesOfChangedRules(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	for _, name := range []string{"coin", "coin-2"} {
		read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/"+name, SheetText{coin}))
	}
	imported(t, s, "gdl:coin", "tails")
	imported(t, s, "gdl:coin-2", "tails")
	id := imported(t, s, "gdl:coin", "heads")
	if sheet := read[RulesheetText](t, ask(t, s, "GET", "/api/rulesheets/coin", nil)); sheet.Games != 2 {
		t.Errorf("%d games are kept that are played by coin", sheet.Games)
	}
	check := func(reason string) {
		t.Helper()
		for _, path := range []string{"", "/picture"} {
			w := ask(t, s, "GET", "/api/games/"+id+path, nil)
			if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "its rulesheet \\\"coin\\\" "+reason) {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
		}
	}
	for _, c := range []struct{ text, reason string }{
		{strings.ReplaceAll(coin, "heads", "edge"), "has changed since it was played"},
		{coin + "(role other) (legal other noop) (goal other 0)", "has changed since it was played"},
		{"(role you", "has changed since, and has errors now"},
	} {
		read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/coin", SheetText{c.text}))
		check(c.reason)
	}
	if w := ask(t, s, "DELETE", "/api/rulesheets/coin", nil); w.Code != http.StatusNoContent {
		t.Fatal(w.Body)
	}
	check("is no longer here")
}
