package agents

import (
	"strings"
	"testing"

	"gambito/agent"
	"gambito/games"
	"gambito/machine"
)

// TestTablesFit: a table that the machine has no memory for is refused before it is made.
func TestTablesFit(t *testing.T) {
	if machine.Memory() == 0 || machine.Memory() > 64<<30 {
		t.Skip("nobody knows how much memory there is, or there is plenty")
	}
	for spec, id := range map[string]string{"perfect:table=65536": "connect4", "perfect:table=65536,ties=random": "othello", "pattern:table=65536": "othello"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := New(agent.NewEnvironment("")).Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parsed.New(g); err == nil || !strings.Contains(err.Error(), "table=65536: of this machine's memory") {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
