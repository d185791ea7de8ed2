package web

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzGames sends anything to the routes of games: the answer is what was asked for or
// one sentence, and never a mistake of ours.
func FuzzGames(f *testing.F) {
	s := gameServer(f, f.TempDir())
	game := begin(f, s, "connect4", nil, person(), by("random"))
	tron := begin(f, s, "tron:6x6", nil, person(), person())
	dice := begin(f, s, "backgammon", nil, person(), person())
	what := []string{
		"", "/moves", "/undo", "/resign", "/rematch", "/now", "/dice", "/pace", "/seats", "/hint", "/file", "/at/0", "/at/x",
		"/file?format=../../x", "/hint?agent=human", "/hint?agent=random", "/at/999999999999999999999", "/nothing", "/arrange",
	}
	for i := range what {
		for _, id := range []string{game.ID, "..", "last", "connect4-999"} {
			f.Add(uint8(i), id, `{"move":"4","ply":0}`)
		}
	}
	f.Add(uint8(1), game.ID, `{"move":"4","ply":0,"seat":1}`)
	f.Add(uint8(1), tron.ID, `{"move":"up","ply":0,"seat":1}`)
	f.Add(uint8(1), dice.ID, `{"move":"8/5 6/5","ply":1}`)
	f.Add(uint8(6), dice.ID, `{"dice":"31"}`)
	f.Add(uint8(3), dice.ID, `{"times":3}`)
	f.Add(uint8(7), game.ID, `{"pace":10,"paused":true}`)
	f.Add(uint8(8), game.ID, `{"seats":[{"person":true},{"spec":"random"}]}`)
	f.Add(uint8(8), game.ID, `{"seats":[{"person":true,"spec":"random"},{"spec":"gtp:cmd=ls"}]}`)
	f.Add(uint8(255), "", `{"game":"tictactoe","seats":[{"person":true},{"spec":"random"}],"clock":"5m","pace":10,"seed":18446744073709551615}`)
	f.Add(uint8(255), "", `{"game":"gdl:../../etc/passwd","seats":[{"person":true},{"spec":"random:x=1"}]}`)
	f.Add(uint8(255), "", `{"game":"connect4","position":"x","moves":"9999","seats":[null,{}]}`)
	f.Fuzz(func(t *testing.T, n uint8, id, body string) {
		path, method := "/api/games", "POST"
		if int(n) < 2*len(what) {
			path += "/" + escaped(id) + what[int(n)%len(what)]
			if int(n) >= len(what) || strings.HasPrefix(what[n], "/hint") || strings.HasPrefix(what[n], "/file") || strings.HasPrefix(what[n], "/at") || n == 0 {
				method = "GET"
			}
		}
		if strings.Contains(body, "gdl:") && !strings.Contains(body, "..") || strings.Contains(body, "level") || strings.Contains(body, "perfect") {
			return // an input must be quick
		}
		r := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code >= 500 || w.Code >= 400 && strings.Count(w.Body.String(), "\n") > 1 {
			t.Errorf("%s %s %s: status %d: %s", method, path, body, w.Code, w.Body)
		}
		s.played.mutex.Lock()
		var extra []*liveGame
		for id, l := range s.played.live {
			if id != game.ID && id != tron.ID && id != dice.ID {
				extra = append(extra, l)
			}
		}
		s.played.mutex.Unlock()
		for _, l := range extra {
			l.mutex.Lock()
			l.deleted = true
			l.mutex.Unlock()
			s.played.putAway(l)
			_ = s.played.folder.Delete(l.id)
		}
	})
}

// escaped is a text as a part of a path.
func escaped(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' {
			b.WriteByte(c)
			continue
		}
		b.WriteString("%" + strings.ToUpper(string([]byte{"0123456789abcdef"[c>>4], "0123456789abcdef"[c&15]})))
	}
	return b.String()
}
