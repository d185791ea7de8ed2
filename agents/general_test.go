package agents_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/game/gametest"
)

// score plays one game with the agent at a seat and random moves at the others,
// and returns what the agent won.
func score(t *testing.T, g game.Game, text string, seat game.Player, seed uint64) float64 {
	t.Helper()
	a := newAgent(t, g, text)
	a.NewGame(seat, seed)
	r := rand.New(rand.NewPCG(seed, 1))
	s := g.New()
	for s.Turn() != game.Over {
		m, _ := game.RandomMove(s, r, nil)
		if game.ToMove(s, seat) {
			own, _, err := a.Choose(context.Background(), s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if m = own; s.Turn() == game.Together {
				joint := make([]game.Move, g.Info().Players())
				for p := range joint {
					moves := s.(game.Simultaneous).MovesOf(game.Player(p), nil)
					joint[p] = moves[r.IntN(len(moves))]
				}
				joint[seat] = own
				m = s.(game.Simultaneous).Join(joint)
			}
		}
		s.Play(m)
	}
	return s.Score(seat)
}

// TestGeneralPlayer checks that the agent for unknown games takes games of every
// kind as they come, ours and rulesheets, and wins against random moves.
func TestGeneralPlayer(t *testing.T) {
	for id, least := range map[string]float64{
		"gdl:breakthrough": 0.9, "gdl:hex": 0.9, "gdl:checkers": 0.6, "gdl:three-in-line": 0.5,
		"gdl:goofspiel": 0.3, "gdl:tron-10x10": 0.6, "gdl:einstein": 0.3, "connect4": 0.9, "tron:10x10": 0.6, "einstein": 0.3,
	} {
		g := parseGame(t, id)
		const rounds = 6
		sum := 0.0
		for n := range rounds {
			sum += score(t, g, "ggp:sims=100", game.Player(n%g.Info().Players()), uint64(n))
		}
		if mean := sum / rounds; mean < least {
			t.Errorf("%s: the mean score is %.2f", id, mean)
		}
	}
}

// TestGeneralPlayerSolvesPuzzles checks games for one.
func TestGeneralPlayerSolvesPuzzles(t *testing.T) {
	for id, sims := range map[string]int{"gdl:lights-out": 5000, "gdl:knights-tour": 2000} {
		g := parseGame(t, id)
		if got := score(t, g, fmt.Sprintf("ggp:sims=%d", sims), 0, 1); got != 1 {
			t.Errorf("%s: the score is %.2f", id, got)
		}
	}
	for name, least := range map[string]float64{"lightsOn": 1, "hanoi": 0.6} {
		g := parseGame(t, "gdl:"+gametest.Reference(t, "gdl/"+name+".kif"))
		a := newAgent(t, g, "ggp:sims=15000")
		a.NewGame(0, 1)
		if _, info, err := a.Choose(context.Background(), g.New(), agent.Limits{}); err != nil || info.Value.Score < least {
			t.Errorf("%s: the best game found scores %.2f, %v", name, info.Value.Score, err)
		}
	}
}

// TestForcedMove checks that no time is spent where there is no choice.
func TestForcedMove(t *testing.T) {
	g := parseGame(t, "gdl:tictactoe")
	s := g.New()
	if _, err := game.ParseLine(g, s, "(mark 1 1) (mark 2 1) (mark 3 1) (mark 2 2) (mark 1 2) (mark 3 2) (mark 2 3) (mark 1 3)"); err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, g, "ggp:time=1h,solver=off")
	a.NewGame(0, 1)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	m, info, err := a.Choose(ctx, s, agent.Limits{})
	if err != nil || g.FormatMove(s, m) != "(mark 3 3)" || info.Time > 30*time.Second {
		t.Errorf("%s after %s, %v", g.FormatMove(s, m), info.Time, err)
	}
}

// TestGeneralPlayerObeys checks that options of the spec are kept though they do
// not suit the game.
func TestGeneralPlayerObeys(t *testing.T) {
	g := parseGame(t, "gdl:tron-10x10")
	for _, text := range []string{"ggp:groups=on", "ggp:amaf=grave", "ggp:solver=on", "ggp:decisive=on"} {
		spec, err := agents.New(agent.NewEnvironment("")).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := spec.New(g); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
