package agents_test

import (
	"context"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/othello"
	"gambito/games/tictactoe"
)

func TestRandomIsUniformAndSeeded(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, g, "random")
	const draws = 9000
	counts := make([]int, 9)
	s := g.New()
	a.NewGame(0, 1)
	for range draws {
		m, _, err := a.Choose(context.Background(), s, agent.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		counts[m]++
	}
	for cell, n := range counts {
		if n < draws/9-150 || n > draws/9+150 { // five standard deviations
			t.Errorf("cell %d is chosen %d times of %d", cell, n, draws)
		}
	}
	if g.FormatPosition(s) != g.FormatPosition(g.New()) {
		t.Error("Choose changes the position")
	}
}

// TestSeedDecides checks the law of NewGame: same seed, same game.
func TestSeedDecides(t *testing.T) {
	g := othello.New()
	spec, err := agents.New(agent.NewEnvironment("")).Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	line := func(a agent.Agent, seed uint64) string {
		a.NewGame(0, seed) // for both sides
		s := g.New()
		var moves []game.Move
		for s.Turn() != game.Over {
			m, _, err := a.Choose(context.Background(), s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			s.Play(m)
			moves = append(moves, m)
		}
		return game.FormatLine(g, g.New(), moves)
	}
	a, _ := spec.New(g)
	b, _ := spec.New(g)
	first := line(a, 7)
	if other := line(a, 8); other == first {
		t.Error("two seeds give the same game")
	}
	if again := line(a, 7); again != first {
		t.Error("an earlier game changes a later one with the same seed")
	}
	if fresh := line(b, 7); fresh != first {
		t.Error("two agents with the same seed play differently")
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"radom":      `unknown agent "radom" (did you mean "random"?)`,
		"random:a=1": `agent "random:a=1": unknown option "a": random has no options`,
	} {
		if _, err := agents.New(agent.NewEnvironment("")).Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: the error is %v, not %s", text, err, want)
		}
	}
}
