package agents

import (
	"slices"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
)

// TestSparring has the partner of games of all kinds make a first move.
func TestSparring(t *testing.T) {
	registry := New(agent.NewEnvironment(""))
	for name, want := range map[string]string{
		"backgammon": "td", "backgammon:match=3": "td",
		"connect4": "alphazero", "othello": "alphazero", "connect4:8x6": generalPartner,
		"tictactoe": generalPartner, "einstein": generalPartner, "tron:6x6": generalPartner,
		"gdl:knights-tour": generalPartner, "gdl:goofspiel": generalPartner, "gdl:three-in-line": generalPartner, "gdl:einstein": generalPartner,
	} {
		g, err := games.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		partner, err := Sparring(registry, g)
		if err != nil || partner.String() != want {
			t.Errorf("%s: it is %s, %v, not %s", name, partner, err, want)
			continue
		}
		a, err := partner.New(g)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s := g.New()
		for s.Turn() == game.Chance {
			s.Play(s.Moves(nil)[0])
		}
		seat := max(s.Turn(), 0)
		a.NewGame(seat, 1)
		if m, _, err := a.Choose(t.Context(), s, agent.Limits{}); err != nil || !slices.Contains(game.MovesFor(s, seat, nil), m) {
			t.Errorf("%s: %s plays %d, %v", name, partner, m, err)
		}
	}
}
