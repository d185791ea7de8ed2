package agents_test

import (
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
)

// TestPubevalAgainstRandom expects what others have measured: about 99.5 % of
// the games.
func TestPubevalAgainstRandom(t *testing.T) {
	g := parseGame(t, "backgammon")
	if won := wins(t, g, "pubeval", 1000); won < 985 {
		t.Errorf("pubeval wins %d of 1000 games against random", won)
	}
}

func TestPubevalPlaysBackgammonOnly(t *testing.T) {
	g := parseGame(t, "othello")
	spec, err := agents.New(agent.NewEnvironment("")).Parse("pubeval")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := spec.New(g); err == nil || !strings.Contains(err.Error(), "it plays backgammon, not othello") {
		t.Errorf("the error is %v", err)
	}
}
