package agents

import (
	"fmt"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/arena"
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

// TestTablesFitTogether: tables of two agents, or of several jobs, that each fit and do not
// fit together are refused before any is made.
func TestTablesFitTogether(t *testing.T) {
	most := int(machine.Tables() >> 20)
	if most == 0 || most > 64<<10 {
		t.Skip("nobody knows how much memory there is, or there is plenty")
	}
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table, jobs, games int
		fits               bool
	}{{most * 2 / 3, 1, 2, false}, {most / 6, 4, 8, false}, {8, 4, 8, true}, {8, most, 2, true}, {8, most, most, false}} {
		both, err := New(agent.NewEnvironment("")).ParseAll(fmt.Sprintf("perfect:table=%d", c.table), fmt.Sprintf("perfect:table=%d,ties=random", c.table))
		if err != nil {
			t.Fatal(err)
		}
		m := arena.Match{Game: g, Agents: both, Games: c.games, Jobs: c.jobs, Seed: 1}
		err = m.Check()
		if c.fits && err != nil || !c.fits && (err == nil || !strings.Contains(err.Error(), "choose smaller tables or fewer jobs")) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
