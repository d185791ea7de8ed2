package agents_test

import (
	"context"
	"encoding/json"
	"testing"

	"gambito/agent"
)

// TestAnalysisOutlivesTheSearch checks that an analysis stays what it is, whatever
// the agent has searched since, and that a search tells what it knows on the way
// without changing where it leads.
func TestAnalysisOutlivesTheSearch(t *testing.T) {
	g := parseGame(t, "othello")
	a := newAgent(t, g, "mcts:sims=100000,leaf=playout")
	text := func(f agent.Analysis) string {
		f.Info.Time = 0
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	at := g.New()
	ask := func(tell func(agent.Analysis)) agent.Analysis {
		a.NewGame(0, 1)
		found, err := agent.Analyze(context.Background(), a, at, agent.Question{Tell: tell})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	quiet := text(ask(nil))
	var told []agent.Analysis
	var texts []string
	found := ask(func(f agent.Analysis) { told, texts = append(told, f), append(texts, text(f)) })
	if text(found) != quiet {
		t.Error("a search that is watched finds something else")
	}
	if len(told) == 0 {
		t.Fatal("nothing is told on the way")
	}
	for i, f := range told {
		if text(f) != texts[i] {
			t.Errorf("report %d has changed since", i)
		}
		if f.Simulations <= 0 || f.Simulations > found.Simulations || i > 0 && f.Simulations <= told[i-1].Simulations || len(f.Lines) != 4 {
			t.Errorf("report %d tells of %d simulations and %d moves", i, f.Simulations, len(f.Lines))
		}
	}
	at.Play(found.Move)
	a.NewGame(1, 1)
	if _, _, err := a.Choose(context.Background(), at, agent.Limits{}); err != nil {
		t.Fatal(err)
	}
	if text(found) != quiet {
		t.Error("an analysis changes when the agent searches another position")
	}
}
