package agents_test

import (
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
)

// shared is what the agents of all tests share.
var shared = agent.NewEnvironment("")

func parseGame(t *testing.T, text string) game.Game {
	t.Helper()
	g, err := games.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newAgent(t *testing.T, g game.Game, text string) agent.Agent {
	t.Helper()
	spec, err := agents.New(shared).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
