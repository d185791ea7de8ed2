package agent_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
)

// TestPubevalAgainstRandom expects what others have measured: about 99.5 % of
// the games.
func TestPubevalAgainstRandom(t *testing.T) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := agent.NewRegistry().Parse("pubeval")
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 2))
	const count = 1000
	won := 0
	for i := range count {
		seat := game.Player(i % 2)
		a.NewGame(seat, uint64(i))
		s := g.New()
		for s.Turn() != game.Over {
			m, _ := game.RandomMove(s, r, nil)
			if s.Turn() == seat {
				if m, _, err = a.Choose(context.Background(), s, agent.Limits{}); err != nil {
					t.Fatal(err)
				}
			}
			s.Play(m)
		}
		if s.Score(seat) > 0 {
			won++
		}
	}
	if won < 985 {
		t.Errorf("pubeval wins %d of %d games against random", won, count)
	}
}

func TestPubevalPlaysBackgammonOnly(t *testing.T) {
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := agent.NewRegistry().Parse("pubeval")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := spec.New(g); err == nil || !strings.Contains(err.Error(), "it plays backgammon, not othello") {
		t.Errorf("the error is %v", err)
	}
}
