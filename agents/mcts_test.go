package agents_test

import (
	"bytes"
	"context"
	"testing"

	"gambito/agent"
	"gambito/games/tictactoe"
)

// TestDrawingOutlivesTheSearch checks that an analysis draws the tree it was made
// of, whatever the agent has searched since.
func TestDrawingOutlivesTheSearch(t *testing.T) {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, g, "mcts:sims=300")
	a.NewGame(0, 1)
	at := g.New()
	m, found, err := a.(agent.Analyst).Analyze(context.Background(), at, agent.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var before, after bytes.Buffer
	if err := found.Draw(&before); err != nil {
		t.Fatal(err)
	}
	at.Play(m)
	a.NewGame(1, 1)
	if _, _, err := a.Choose(context.Background(), at, agent.Limits{}); err != nil {
		t.Fatal(err)
	}
	if err := found.Draw(&after); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before.Bytes(), after.Bytes()) {
		t.Error("the drawing of an analysis changes when the agent searches another position")
	}
}
