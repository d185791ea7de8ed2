package agents

import (
	"context"
	"testing"

	"gambito/agent"
	"gambito/games/othello"
)

// TestPatternBook: by its book pattern plays at once, with variety another game for
// another seed, and without a book it searches.
func TestPatternBook(t *testing.T) {
	g := othello.New()
	registry := New(agent.NewEnvironment(""))
	play := func(text string, seed uint64) (line string, searched int) {
		s, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.New(g)
		if err != nil {
			t.Fatal(err)
		}
		a.NewGame(0, seed)
		state := g.New()
		for range 6 {
			m, info, err := a.Choose(context.Background(), state, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if info.Nodes > 0 {
				searched++
			}
			line += g.FormatMove(state, m)
			state.Play(m)
		}
		return line, searched
	}
	one, searched := play("pattern:depth=1,book=on", 1)
	if again, _ := play("pattern:depth=1,book=on", 2); searched != 0 || again != one {
		t.Errorf("%d of 6 moves were searched for, %s and %s", searched, one, again)
	}
	if _, searched := play("pattern:depth=1", 1); searched != 6 {
		t.Errorf("without a book %d of 6 moves were searched for", searched)
	}
	lines := map[string]bool{}
	for seed := range uint64(20) {
		line, _ := play("pattern:depth=1,book=on,variety=3", seed)
		lines[line] = true
	}
	if len(lines) < 5 {
		t.Errorf("variety makes only %d games of 20", len(lines))
	}
}
