package strategist

import (
	"context"
	"math"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games/kuhn"
	"gambito/theory/extensive"
)

func TestStrategy(t *testing.T) {
	tree, err := extensive.New(kuhn.New())
	if err != nil {
		t.Fatal(err)
	}
	registry := agents.New(agent.NewEnvironment(""))
	give := map[string]float64{}
	for _, text := range []string{"random", "ismcts:sims=2000", "ismcts:sims=2000,observers=single", "pimc:worlds=50"} {
		s, err := Strategy(context.Background(), registry, tree, text, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Strategy(context.Background(), registry, tree, text, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s {
			if s[i] != again[i] {
				t.Fatalf("%s: the same seed gives another strategy", text)
			}
		}
		give[text] = tree.Exploitability(s)
	}
	if math.Abs(give["random"]-0.458333) > 1e-6 {
		t.Errorf("random play gives away %g, not 11/24", give["random"])
	}
	if give["ismcts:sims=2000"] > 0.2 {
		t.Errorf("ismcts gives away %g", give["ismcts:sims=2000"])
	}
	for text, want := range map[string]string{"ismct": `did you mean "ismcts"`, "ismcts:sims=0": "sims=0", "none.json": "no such file", "mcts": "ismcts, pimc, strategy do without"} {
		if _, err := Strategy(context.Background(), registry, tree, text, 1, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Strategy(stopped, registry, tree, "random", 1, nil); err == nil {
		t.Error("it does not stop")
	}
}
