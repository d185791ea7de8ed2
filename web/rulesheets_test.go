package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/gdl/sheets"
)

// coin is a small rulesheet without problems.
const coin = `; Coin
; Guess which side shows.
(role you)
(init start)
(legal you heads) (legal you tails)
(<= (next (chose ?x)) (does you ?x))
(<= terminal (true (chose ?x)))
(<= (goal you 100) (true (chose heads)))
(<= (goal you 0) (not (true (chose heads))))
(<= begun (true start))
`

func TestRulesheets(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	list := read[[]Rulesheet](t, ask(t, s, "GET", "/api/rulesheets", nil))
	if len(list) != len(sheets.All()) || !list[0].Comes || list[0].Title == "" || list[0].About == "" {
		t.Fatalf("%+v", list)
	}
	hex := read[RulesheetText](t, ask(t, s, "GET", "/api/rulesheets/hex", nil))
	if !strings.Contains(hex.Text, "(role") || !hex.Comes {
		t.Errorf("hex: %+v", hex)
	}
	saved := read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/coin", SheetText{coin}))
	if saved.Title != "Coin" || saved.About != "Guess which side shows." || saved.Comes || saved.Changed == "" {
		t.Errorf("%+v", saved)
	}
	if list := read[[]Rulesheet](t, ask(t, s, "GET", "/api/rulesheets", nil)); list[0].Name != "coin" {
		t.Errorf("%+v", list[0])
	}
	if again := read[RulesheetText](t, ask(t, s, "GET", "/api/rulesheets/coin", nil)); again.Text != coin {
		t.Errorf("%+v", again)
	}
	if g, err := s.game(t.Context(), "gdl:coin"); err != nil || g.Info().Roles[0] != "you" {
		t.Errorf("the game of the sheet: %v", err)
	}
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/coin", SheetText{strings.ReplaceAll(coin, "you", "me")}))
	if g, err := s.game(t.Context(), "gdl:coin"); err != nil || g.Info().Roles[0] != "me" {
		t.Errorf("the game of the sheet that was changed: %v", err)
	}
	if w := ask(t, s, "DELETE", "/api/rulesheets/coin", nil); w.Code != http.StatusNoContent {
		t.Errorf("deleting: status %d: %s", w.Code, w.Body)
	}
	refused(t, ask(t, s, "GET", "/api/rulesheets/coin", nil), http.StatusNotFound)
}

// TestDamagedSheet: a kept rulesheet that is not what was kept is said to be so, listed by its
// name, and can be kept anew or deleted; one without a checksum is a person's.
func TestDamagedSheet(t *testing.T) {
	data := t.TempDir()
	s := serverFor(t, Options{Data: data})
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/coin", SheetText{coin}))
	file := filepath.Join(data, "rulesheets", "coin.kif")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	spoil := func() {
		if err := os.WriteFile(file, []byte(strings.Replace(string(whole), "goal you 100", "goal you 101", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	spoil()
	if says := refused(t, ask(t, s, "GET", "/api/rulesheets/coin", nil), http.StatusConflict); !strings.Contains(says, "damaged") {
		t.Error(says)
	}
	if _, err := s.game(t.Context(), "gdl:coin"); err == nil {
		t.Error("a damaged rulesheet is played")
	}
	if list := read[[]Rulesheet](t, ask(t, s, "GET", "/api/rulesheets", nil)); list[0].Name != "coin" || list[0].Title != "coin" {
		t.Errorf("%+v", list[0])
	}
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/coin", SheetText{coin}))
	if again := read[RulesheetText](t, ask(t, s, "GET", "/api/rulesheets/coin", nil)); again.Text != coin {
		t.Errorf("%+v", again)
	}
	spoil()
	if w := ask(t, s, "DELETE", "/api/rulesheets/coin", nil); w.Code != http.StatusNoContent {
		t.Errorf("deleting: status %d: %s", w.Code, w.Body)
	}
	if err := os.WriteFile(file, []byte(coin), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := read[RulesheetText](t, ask(t, s, "GET", "/api/rulesheets/coin", nil)); again.Text != coin {
		t.Errorf("%+v", again)
	}
}

// TestKeptSheetsAreInTheCatalogue checks that kept rulesheets can be chosen as other games
// can, but for those with errors.
func TestKeptSheetsAreInTheCatalogue(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/coin", SheetText{coin}))
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/wrong", SheetText{"(role a"}))
	var found []string
	for range 100 { // a busy machine may take its time to compile
		for _, g := range read[Catalogue](t, ask(t, s, "GET", "/api/catalogue", nil)).Games {
			if g.ID == "gdl:coin" || g.ID == "gdl:wrong" {
				found = append(found, g.ID+" "+g.Name)
			}
		}
		if found != nil {
			break
		}
	}
	if len(found) != 1 || found[0] != "gdl:coin Coin" {
		t.Errorf("the catalogue has %v", found)
	}
}

// TestManySheetsAreInTheCatalogue checks that all are listed, that the second catalogue
// compiles none of them again, and that a game that is played stays compiled.
func TestManySheetsAreInTheCatalogue(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	const many = 2*mostOwnSheets + 10
	for i := range many {
		read[Rulesheet](t, ask(t, s, "PUT", fmt.Sprintf("/api/rulesheets/coin-%d", i), SheetText{coin}))
	}
	played, err := s.game(t.Context(), "gdl:coin-0")
	if err != nil {
		t.Fatal(err)
	}
	listed := func() (n int) {
		for _, g := range read[Catalogue](t, ask(t, s, "GET", "/api/catalogue", nil)).Games {
			if strings.HasPrefix(g.ID, "gdl:coin-") {
				n++
			}
		}
		return n
	}
	for try := 0; listed() != many; try++ { // a busy machine may take its time to compile
		if try == 100 {
			t.Fatalf("%d of %d rulesheets are listed", listed(), many)
		}
	}
	known := maps.Clone(s.ownSheets.known)
	if listed() != many || !maps.Equal(known, s.ownSheets.known) {
		t.Error("rulesheets that were known are compiled again")
	}
	if again, err := s.game(t.Context(), "gdl:coin-0"); err != nil || again != played {
		t.Errorf("the game that is played was compiled again: %v", err)
	}
	if w := ask(t, s, "DELETE", "/api/rulesheets/coin-1", nil); w.Code != http.StatusNoContent {
		t.Fatal(w.Body)
	}
	if n := listed(); n != many-1 || len(s.ownSheets.known) != many-1 {
		t.Errorf("%d rulesheets are listed after one was deleted, %d known", n, len(s.ownSheets.known))
	}
}

func TestRulesheetsRefuse(t *testing.T) {
	data := t.TempDir()
	s := serverFor(t, Options{Data: data})
	if err := os.WriteFile(filepath.Join(data, "secret.kif"), []byte(coin), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, ask(t, s, "PUT", "/api/rulesheets/hex", SheetText{coin}), http.StatusConflict)
	refused(t, ask(t, s, "DELETE", "/api/rulesheets/hex", nil), http.StatusConflict)
	refused(t, ask(t, s, "DELETE", "/api/rulesheets/none", nil), http.StatusNotFound)
	refused(t, ask(t, s, "PUT", "/api/rulesheets/x", SheetText{" "}), http.StatusBadRequest)
	for _, name := range []string{"../secret", "A", "-a", "a.b", strings.Repeat("a", 41)} {
		refused(t, ask(t, s, "GET", "/api/rulesheets/"+url.PathEscape(name), nil), http.StatusBadRequest)
		refused(t, ask(t, s, "PUT", "/api/rulesheets/"+url.PathEscape(name), SheetText{coin}), http.StatusBadRequest)
		refused(t, ask(t, s, "DELETE", "/api/rulesheets/"+url.PathEscape(name), nil), http.StatusBadRequest)
	}
	refused(t, ask(t, s, "PUT", "/api/rulesheets/large", SheetText{strings.Repeat("(a) ", 200_000)}), http.StatusUnprocessableEntity)
	refused(t, ask(t, serverFor(t, Options{}), "PUT", "/api/rulesheets/coin", SheetText{coin}), http.StatusBadRequest)
}

func TestSheetCheck(t *testing.T) {
	s := serverFor(t, Options{})
	check := func(text string) SheetCheck {
		return read[SheetCheck](t, ask(t, s, "POST", "/api/rulesheets/check", SheetText{text}))
	}
	hex, _ := sheets.Find("hex")
	c := check(string(hex.Text))
	if len(c.Problems) != 0 || c.Game == nil || !c.Game.Drawn || c.Game.Board.Kind != "hexagons" || !c.Game.Compiled || c.Game.Moves == 0 || c.Game.Size == nil {
		t.Errorf("hex: %+v", c)
	}
	c = check(coin)
	if len(c.Problems) != 1 || !c.Problems[0].Warning || c.Problems[0].Line != 10 || c.Game.Drawn || strings.Join(c.Game.First, " ") != "heads tails" {
		t.Errorf("coin: %+v", c)
	}
	c = check("(role a)\n(legal a b)\n(<= (goal a ?x) (true p))\n(<= terminal")
	if c.Game != nil || len(c.Problems) == 0 || c.Problems[0].Warning {
		t.Errorf("errors: %+v", c)
	}
	c = check("(role a) (init p) (legal a m) (goal a 100) (<= terminal (true p))")
	if c.Game != nil || !strings.Contains(c.Refused, "over before it starts") {
		t.Errorf("no game: %+v", c)
	}
	tron, _ := sheets.Find("tron-10x10")
	if c := check(string(tron.Text)); !c.Game.Simultaneous || c.Game.Moves < 2 {
		t.Errorf("tron: %+v", c.Game)
	}
}

func TestSheetMeasure(t *testing.T) {
	s := serverFor(t, Options{})
	speed := read[api.SheetSpeed](t, ask(t, s, "POST", "/api/rulesheets/measure", SheetText{coin}))
	if speed.PlayoutsPerSecond < 1000 || !speed.Compiled {
		t.Errorf("%+v", speed)
	}
	refused(t, ask(t, s, "POST", "/api/rulesheets/measure", SheetText{"(role a)"}), http.StatusBadRequest)
}

// TestHostileSheet checks that a sheet whose rules have more instances than a machine
// can hold is answered soon, and that whoever leaves ends the work.
func TestHostileSheet(t *testing.T) {
	s := serverFor(t, Options{})
	text := coin + "(<= (x ?a ?b ?c ?d ?e ?f) (c ?a) (c ?b) (c ?c) (c ?d) (c ?e) (c ?f))\n(<= (next q) (x 1 1 1 1 1 1))\n"
	for i := range 60 {
		text += "(c " + strings.Repeat("1", i+1) + ")\n"
	}
	begun := time.Now()
	c := read[SheetCheck](t, ask(t, s, "POST", "/api/rulesheets/check", SheetText{text}))
	if took := time.Since(begun); took > 20*time.Second || c.Game != nil && c.Game.Compiled {
		t.Errorf("after %s: %+v", took, c)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/rulesheets/check", strings.NewReader(`{"text":"(role a)"}`))
	r.Host = "127.0.0.1:7777"
	w := httptest.NewRecorder()
	if s.Handler().ServeHTTP(w, r); w.Code >= 500 {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// TestCrowdedSheet checks that nobody lists the moves of all players together where they
// are more than a machine can hold.
func TestCrowdedSheet(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	text := "(role a) (role b) (role c) (role d) (init s)\n(<= (legal ?r (pick ?x ?y)) (role ?r) (i ?x) (i ?y))\n" +
		"(<= (next (p ?r ?x ?y)) (does ?r (pick ?x ?y)))\n(<= terminal (true (p a ?x ?y)))\n(<= (goal ?r 50) (role ?r))\n"
	for i := range 20 {
		text += "(i " + strings.Repeat("1", i+1) + ") "
	}
	if c := read[SheetCheck](t, ask(t, s, "POST", "/api/rulesheets/check", SheetText{text})); c.Game == nil || c.Game.Moves != 400 {
		t.Errorf("%+v", c)
	}
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/crowd", SheetText{text}))
	refused(t, ask(t, s, "POST", "/api/position", Place{Game: "gdl:crowd", Moves: "x"}), http.StatusBadRequest)
	refused(t, ask(t, s, "POST", "/api/games/import", ImportRequest{Game: "gdl:crowd", Text: "x"}), http.StatusBadRequest)
}

// FuzzSheetCheck checks that whatever is sent as a rulesheet is answered.
func FuzzSheetCheck(f *testing.F) {
	f.Add(`{"text":"(role a)"}`)
	f.Add(`{"text":"; x\n(<= (legal a b) (not c))"}`)
	f.Add(`{"text":7}`)
	f.Add(`{`)
	s := serverFor(f, Options{})
	f.Fuzz(func(t *testing.T, body string) {
		neverFails(t, s, "POST", "/api/rulesheets/check", body)
	})
}

// FuzzRulesheets checks that no name of a rulesheet leads anywhere else.
func FuzzRulesheets(f *testing.F) {
	f.Add("coin", `{"text":"(role a)"}`)
	f.Add("../coin", `{"text":""}`)
	f.Add("hex", `[]`)
	data := f.TempDir()
	s := serverFor(f, Options{Data: data})
	f.Fuzz(func(t *testing.T, name, body string) {
		path := "/api/rulesheets/" + url.PathEscape(name)
		if name == "check" || name == "measure" {
			return
		}
		neverFails(t, s, "PUT", path, body)
		neverFails(t, s, "GET", path, "")
		neverFails(t, s, "DELETE", path, "")
		entries, err := os.ReadDir(data)
		if err != nil || len(entries) > 1 {
			t.Fatalf("%q left %v, %v", name, entries, err)
		}
	})
}

// TestSheetIsCalledTheSame checks that a sheet with the title of another is told apart
// from it, in the catalogue as in its games, and that players are called alike everywhere.
func TestSheetIsCalledTheSame(t *testing.T) {
	s := serverFor(t, Options{Data: t.TempDir()})
	hex, _ := sheets.Find("hex")
	text := "; Hex 7×7\n" + string(hex.Text)
	read[Rulesheet](t, ask(t, s, "PUT", "/api/rulesheets/my-hex", SheetText{text}))
	const want = "Hex 7×7 (my-hex)"
	if g, err := s.game(t.Context(), "gdl:my-hex"); err != nil || g.Info().Name != want {
		t.Errorf("the game is called %q: %v", g.Info().Name, err)
	}
	s.describeSheet(s.ownTexts(t.Context())[0])
	if games := s.ownGames(t.Context()); len(games) != 1 || games[0].Name != want {
		t.Errorf("the catalogue has %+v", games)
	}
	c := read[SheetCheck](t, ask(t, s, "POST", "/api/rulesheets/check?lang=es", SheetText{text}))
	if c.Game == nil || strings.Join(c.Game.Roles, " ") != "rojo azul" {
		t.Errorf("%+v", c.Game)
	}
}
