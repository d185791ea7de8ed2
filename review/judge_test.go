package review_test

import (
	"slices"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
	"gambito/review"
)

// TestDefaultJudge asks the judges of games of all kinds about their first moves.
func TestDefaultJudge(t *testing.T) {
	others := agents.Ladders[len(agents.Ladders)-1]
	general := others.Specs[agents.Levels-1]
	registry := agents.New(agent.NewEnvironment(""))
	for name, want := range map[string]string{
		"backgammon": "td:plies=1", "backgammon:match=3": "td:plies=1",
		"connect4": "perfect", "othello": "pattern:depth=10,empties=20", "tictactoe": "perfect:positions=200000",
		"breakthrough": "alphazero:sims=1600", "einstein": general, "tron:6x6": general,
		"gdl:tictactoe": "perfect:positions=10000", "gdl:connect4": general, "gdl:knights-tour": general, "gdl:goofspiel": general, "gdl:three-in-line": general, "gdl:einstein": general,
	} {
		g, err := games.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := review.DefaultJudge(registry, g)
		if err != nil || spec.String() != want {
			t.Errorf("%s: it is %s, %v, not %s", name, spec, err, want)
			continue
		}
		a, err := spec.New(g)
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
		found, err := agent.Analyze(t.Context(), a, s, agent.Question{Limits: agent.Limits{Simulations: 50}, Lines: 2})
		if err != nil || !found.Value.Known || !slices.Contains(game.MovesFor(s, seat, nil), found.Move) {
			t.Errorf("%s: %s plays %d, worth %+v, %v", name, spec, found.Move, found.Value, err)
		}
	}
}
