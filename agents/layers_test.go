package agents_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
)

// TestLayers: policies by place, resolved and read back, choose what they must: those of
// policy-below, written as layers, and a policy alone where its layers hold nowhere.
func TestLayers(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	g := parseGame(t, "breakthrough")
	means := func(text string) string {
		t.Helper()
		s, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.For(g)
		if err != nil {
			t.Fatal(err)
		}
		again, err := registry.Parse(r.String())
		if err != nil {
			t.Fatalf("%s is %s, which is refused: %v", text, r, err)
		}
		if twice, err := again.For(g); err != nil || twice.String() != r.String() {
			t.Fatalf("%s is\n%s, and that is\n%s, %v", text, r, twice, err)
		}
		a, err := again.New(g)
		if err != nil {
			t.Fatal(err)
		}
		a.NewGame(0, 7)
		found, err := agent.Analyze(context.Background(), a, g.New(), agent.Question{})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(found.Lines)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"policy=ucb-sqrt,policy-below=ucb:alpha=0.5", "policy=ucb-sqrt,layers=ucb:alpha=0.5@d>0", true},
		{"policy=ucb-sqrt,policy-below=ucb:alpha=0.5", "policy=ucb,alpha=0.5,layers=ucb-sqrt@d<1", true},
		{"alpha=0.5", "alpha=0.5,layers=greedy@K>1000|ucb-tuned@d>900", true},
		{"alpha=0.5", "alpha=0.5,layers=ucb-tuned@(d<3)*(K>10)", false},
		{"alpha=(d<2)*0.2+(d>1)*1/K", `alpha=1/K,layers="ucb:alpha=0.2@d<2"`, true},
		{"alpha=1/n", "alpha=1/K", false},
		{"alpha=0.5", "alpha=0.5+0*n", true},
	} {
		const plain = "mcts:sims=600,leaf=playout,"
		if a, b := means(plain+c.a), means(plain+c.b); (a == b) != c.same {
			t.Errorf("%s comes to\n%s, and %s to\n%s", c.a, a, c.b, b)
		}
	}
}

// TestLayersRefused: in one line that says what is wrong.
func TestLayersRefused(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	g := parseGame(t, "breakthrough")
	for text, want := range map[string]string{
		"mcts:layers=ucb-tuned":                            "layers: \"ucb-tuned\" does not say where it chooses",
		"mcts:layers=ucb-tuned@x<3":                        `"x" is none of K, d, own`,
		"mcts:policy-below=greedy,layers=ucb-tuned@d<3":    "leave one out",
		"mcts:policy=exp3,layers=ucb-tuned@d<3":            "shares no tree with another",
		"mcts:alpha=1/n-1":                                 "and n is 2 there",
		"mcts:policy=ucb-sqrt,policy-below=puct,sims=1000": "shares no tree with another",
	} {
		s, err := registry.Parse(text)
		if err == nil {
			_, err = s.For(g)
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
