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
