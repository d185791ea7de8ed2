package agents_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
)

// TestRank compares the order of moves with all moves and with the choice.
func TestRank(t *testing.T) {
	g := parseGame(t, "backgammon")
	ctx := context.Background()
	for _, text := range []string{"pubeval", "rules", "fuzzy"} {
		a := make1(t, g, text)
		r := rand.New(rand.NewPCG(2, 2))
		s := g.New()
		for s.Turn() != game.Over {
			if s.Turn() == game.Chance {
				m, _ := game.RandomMove(s, r, nil)
				s.Play(m)
				continue
			}
			order, err := agent.Rank(ctx, a, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			all := slices.Clone(order)
			slices.Sort(all)
			if !slices.Equal(all, s.Moves(nil)) {
				t.Fatalf("%s ranks %v of the moves %v", text, order, s.Moves(nil))
			}
			chosen, _, err := a.Choose(ctx, s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if text != "rules" && chosen != order[0] { // rules leaves equals to chance
				t.Errorf("%s chooses %d and prefers %d", text, chosen, order[0])
			}
			s.Play(order[len(order)/2])
		}
	}
	if _, err := agent.Rank(ctx, make1(t, g, "random"), g.New(), nil); err == nil {
		t.Error("random ranks moves")
	}
}

func make1(t *testing.T, g game.Game, text string) agent.Agent {
	t.Helper()
	a := newAgent(t, g, text)
	a.NewGame(0, 1)
	return a
}

// TestFuzzyAgainstRandom expects a player that knows what it does.
func TestFuzzyAgainstRandom(t *testing.T) {
	g := parseGame(t, "backgammon")
	if won := wins(t, g, "fuzzy", 200); won < 180 {
		t.Errorf("fuzzy wins %d of 200 games against random", won)
	}
	spec, err := agents.New(agent.NewEnvironment("")).Parse("fuzzy:weights=1/2")
	if err == nil {
		_, err = spec.New(g)
	}
	if err == nil {
		t.Error("two numbers make a fuzzy controller")
	}
}
