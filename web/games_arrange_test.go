package web

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"gambito/api"
	"gambito/game"
)

// own is on how many cells of its own sea a person sees ships.
func own(g api.PlayedGame) (cells int) {
	b := g.Position.Board
	for i, c := range b.Cells {
		if b.Seas[i/(b.Columns*b.Rows)].Own && c.Glyph != "" {
			cells++
		}
	}
	return cells
}

// TestArrange: what is left of a fleet is placed at random, as the seed decides, once.
func TestArrange(t *testing.T) {
	s := gameServer(t, t.TempDir())
	var fleets [2][]api.PlayedMove
	for i := range fleets {
		g := begin(t, s, "battleship", object{"clock": "5m+3s"}, person(), by("random"))
		path := "/api/games/" + g.ID + "/arrange"
		if !g.Can.Arrange {
			t.Fatalf("what can be done is %+v", g.Can)
		}
		refused(t, ask(t, s, "POST", path, object{"ply": 1}), http.StatusPreconditionFailed)
		refused(t, ask(t, s, "POST", path, object{"ply": 0, "seat": 1}), http.StatusConflict)
		refused(t, ask(t, s, "POST", path, object{"ply": 0, "seat": 2}), http.StatusBadRequest)
		refused(t, ask(t, s, "POST", path, object{}), http.StatusUnprocessableEntity)
		post(t, s, g.ID, "moves", moveOf("a1-e1", 0))
		post(t, s, g.ID, "arrange", object{"ply": 1})
		g = until(t, s, g.ID, func(g api.PlayedGame) bool { return len(g.History) == 10 && len(g.Position.Legal) == 100 })
		if own(g) != 17 || g.History[0].Text != "a1-e1" || g.History[4].Seat != 0 || g.History[5].Text != game.Unseen || g.Can.Arrange {
			t.Errorf("placed it is %+v", g)
		}
		if left := *g.Seats[0].Left; left > 306 || left < 296 {
			t.Errorf("after two moves of %s %g seconds are left", g.Clock, left)
		}
		fleets[i] = g.History
		if got := refused(t, ask(t, s, "POST", path+"?lang=es", object{"ply": 10}), http.StatusConflict); got != "ya está todo colocado" {
			t.Errorf("refused is %q", got)
		}
	}
	if !reflect.DeepEqual(fleets[0], fleets[1]) {
		t.Errorf("of one seed the fleets are %v and %v", fleets[0], fleets[1])
	}
}

// TestArrangeTwo: the same asked again does not place the fleet of the next person.
func TestArrangeTwo(t *testing.T) {
	s := gameServer(t, t.TempDir())
	g := begin(t, s, "battleship:4x4,fleet=2", nil, person(), person())
	path := "/api/games/" + g.ID
	first := read[api.PlayedGame](t, ask(t, s, "POST", path+"/arrange?as=0", object{"ply": 0, "seat": 0}))
	if own(first) != 2 || first.Position.Seat != 1 {
		t.Errorf("placed it is %+v", first)
	}
	refused(t, ask(t, s, "POST", path+"/arrange?as=0", object{"ply": 0, "seat": 0}), http.StatusConflict)
	second := read[api.PlayedGame](t, ask(t, s, "GET", path+"?as=1", nil))
	if own(second) != 0 || !second.Can.Arrange {
		t.Errorf("the second is told %+v", second)
	}
	second = read[api.PlayedGame](t, ask(t, s, "POST", path+"/arrange?as=1", object{"ply": second.Position.Ply, "seat": 1}))
	if own(second) != 2 || second.Can.Arrange {
		t.Errorf("placed it is %+v", second)
	}
}

// TestArrangeNothing: of other games nothing can be placed.
func TestArrangeNothing(t *testing.T) {
	s := gameServer(t, t.TempDir())
	for _, spec := range []string{"connect4", "tron:6x6", "kuhn"} {
		g := begin(t, s, spec, nil, person(), person())
		ply := 0
		if spec == "kuhn" {
			ply = 2
		}
		got := refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/arrange?lang=es", object{"ply": ply}), http.StatusConflict)
		if g.Can.Arrange || !strings.HasSuffix(got, "no hay nada que colocar") {
			t.Errorf("%s: %q, and what can be done is %+v", spec, got, g.Can)
		}
	}
	g := begin(t, s, "battleship:4x4,fleet=2", nil, person(), person())
	post(t, s, g.ID, "resign", object{})
	refused(t, ask(t, s, "POST", "/api/games/"+g.ID+"/arrange", object{"ply": 0}), http.StatusConflict)
	refused(t, ask(t, s, "POST", "/api/games/battleship-999/arrange", object{"ply": 0}), http.StatusNotFound)
}
