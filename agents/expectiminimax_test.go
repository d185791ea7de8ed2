package agents_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
)

// TestOthersRefuseChance: searches that know no chance say which one does.
func TestOthersRefuseChance(t *testing.T) {
	g := parseGame(t, "einstein")
	for _, text := range []string{"minimax", "negamax", "alphabeta", "scout", "pvs", "negascout", "mtdf", "bns", "bstar"} {
		spec, err := agents.New(agent.NewEnvironment("")).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := spec.New(g); err == nil || !strings.Contains(err.Error(), "expectiminimax") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
}

// TestExpectiminimaxPlays lets it meet the random agent, dice and all.
func TestExpectiminimaxPlays(t *testing.T) {
	for _, c := range []struct {
		game, spec string
		games      int
		least      int // wins
	}{
		{"einstein", "expectiminimax", 200, 170},
		{"einstein", "expectiminimax:depth=1,pruning=none", 200, 165},
		{"einstein", "expectiminimax:nodes=500,pruning=star1", 100, 80},
		{"connect4", "expectiminimax:depth=3", 20, 18},
	} {
		g := parseGame(t, c.game)
		if wins := wins(t, g, c.spec, c.games); wins < c.least {
			t.Errorf("%s at %s: %d wins of %d", c.spec, c.game, wins, c.games)
		}
	}
}

// wins is how many games a spec wins against random, with alternating sides.
func wins(t *testing.T, g game.Game, text string, games int) (won int) {
	t.Helper()
	return winsAgainst(t, g, text, "random", games)
}

func winsAgainst(t *testing.T, g game.Game, text, rival string, games int) (won int) {
	t.Helper()
	var players [2]agent.Agent
	for i, text := range []string{text, rival} {
		spec, err := agents.New(agent.NewEnvironment("")).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if players[i], err = spec.New(g); err != nil {
			t.Fatal(err)
		}
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for n := range games {
		seat := game.Player(n % 2)
		players[0].NewGame(seat, uint64(n))
		players[1].NewGame(seat^1, uint64(n))
		s := g.New()
		for s.Turn() != game.Over {
			if s.Turn() == game.Chance {
				m, _ := game.RandomMove(s, dice, nil)
				s.Play(m)
				continue
			}
			m, info, err := players[s.Turn()^seat].Choose(context.Background(), s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if most := max(g.Info().MaxScore, 1); info.Value.Score < -most || info.Value.Score > most {
				t.Fatalf("%s: the value of %s is %g", text, g.FormatPosition(s), info.Value.Score)
			}
			s.Play(m)
		}
		if s.Score(seat) > 0 {
			won++
		}
	}
	return won
}
