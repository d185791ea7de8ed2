package web

import (
	"testing"

	"gambito/api"
	"gambito/board"
	"gambito/game"
)

// TestAllGames plays the beginning of every game, a person against agents, by what the
// answers say can be done.
func TestAllGames(t *testing.T) {
	s := gameServer(t, t.TempDir())
	for _, listed := range read[Catalogue](t, ask(t, s, "GET", "/api/catalogue", nil)).Games {
		rules, err := s.game(t.Context(), listed.ID)
		if err != nil {
			t.Fatal(err)
		}
		players := []object{person()}
		for len(players) < rules.Info().Players() {
			players = append(players, by("random"))
		}
		g := begin(t, s, listed.ID, nil, players...)
		for range 3 {
			g = until(t, s, g.ID, func(g api.PlayedGame) bool {
				return mine(g) || g.Position.Turn == board.Together && !g.Seats[0].Chosen
			})
			if g.Over {
				break
			}
			g = post(t, s, g.ID, "moves", moveOf(anyMove(t, rules, g), g.Position.Ply))
		}
		g = until(t, s, g.ID, func(g api.PlayedGame) bool { return g.Over || !g.Can.Now })
		if !g.Over && !g.Can.Undo && !g.Secret || g.Notice != "" || len(g.History) == 0 {
			t.Errorf("%s: it is %+v", listed.ID, g)
		}
		if g.Secret { // what was seen cannot be taken back
			continue
		}
		if back := post(t, s, g.ID, "undo", nil); len(back.History) >= len(g.History) && len(g.History) > 0 {
			t.Errorf("%s: %d moves, and undone %d", listed.ID, len(g.History), len(back.History))
		}
	}
}

// anyMove is a move that a person may make, by its parts where it has some.
func anyMove(t *testing.T, rules game.Game, g api.PlayedGame) string {
	t.Helper()
	if len(g.Position.Legal) > 0 {
		return g.Position.Legal[len(g.Position.Legal)/2].Text
	}
	state, err := rules.ParsePosition(g.Position.Position)
	if err != nil {
		t.Fatal(err)
	}
	var made []string
	for next := g.Position.Parts; ; {
		if len(next) == 0 {
			t.Fatalf("%s: there is no move in %s", g.Position.Game, g.Position.Position)
		}
		made = append(made, next[0].Text)
		parts, done, move, _, err := board.Parts(rules, state, made)
		if err != nil {
			t.Fatal(err)
		}
		if next = parts; done {
			return rules.FormatMove(state, move)
		}
	}
}
