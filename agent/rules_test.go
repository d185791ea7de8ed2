package agent_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
)

// TestRulesAgainstRandom expects a player that knows what it does.
func TestRulesAgainstRandom(t *testing.T) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := agent.NewRegistry().Parse("rules")
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	const count = 400
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
	if won < 385 {
		t.Errorf("rules wins %d of %d games against random", won, count)
	}
}

func TestRulesWeights(t *testing.T) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"good": "20 8 20 20 10 12 2 6\n5 10 10 40 10 20 30 5\n",
		"bad":  "20 8 20\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const weights = "20/8/20/20/10/12/2/6/5/10/10/40/10/20/30/5"
	for _, c := range []struct{ spec, wrong string }{
		{"rules", ""},
		{"rules:weights=" + weights, ""},
		{"rules:file=" + filepath.Join(folder, "good"), ""},
		{"rules:weights=" + weights + ",file=x", "exclude each other"},
		{"rules:weights=1/2", "there are 2 numbers, not 16"},
		{"rules:weights=2" + weights, `number 1 is "220", not one from 1 to 100`},
		{"rules:file=" + filepath.Join(folder, "bad"), "there are 3 numbers, not 16"},
		{"rules:file=" + filepath.Join(folder, "nothing"), "no such file"},
	} {
		spec, err := agent.NewRegistry().Parse(c.spec)
		if err == nil {
			_, err = spec.New(g)
		}
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}
