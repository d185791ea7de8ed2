package web

import (
	"strings"
	"testing"

	"gambito/games"
)

// TestCapped checks that agents have no more memory and threads than there may be, and
// that solvers end.
func TestCapped(t *testing.T) {
	r := testAgents("")
	for _, c := range []struct{ game, agent, has string }{
		{"connect4", "mcts:memory=4096,threads=1000", "memory=64,"},
		{"connect4", "mcts", "memory=64,"},
		{"connect4", "mcts:memory=7", "memory=7,"},
		{"othello", "perfect:table=65536", "table=64"},
		{"othello", "perfect", "time=30s"},
		{"othello", "perfect:time=1s", "time=1s"},
		{"tictactoe", "perfect:positions=1000000000", "positions=200000"},
		{"gdl:tictactoe", "perfect", "positions=10000"},
		{"connect4", "alphazero:sims=1000000000", "sims=149796,"},
		{"connect4", "alphazero:time=60s", "sims=149796,"},
		{"connect4", "alphazero", "sims=400,"},
		{"connect4", "alphazero:cache=200000000", "cache=262144"},
		{"othello", "alphabeta:table=4096", "table=64"},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := r.Parse(c.agent)
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := seated(spec, g).For(g)
		if err != nil {
			t.Errorf("%s %s: %v", c.game, c.agent, err)
		} else if !strings.Contains(resolved.String()+",", c.has) {
			t.Errorf("%s %s is %s, want %s", c.game, c.agent, resolved, c.has)
		}
	}
}

// TestTrust checks that other programs and files are for those only who trust.
func TestTrust(t *testing.T) {
	for _, text := range []string{"gtp:cmd=true", "ggp:url=127.0.0.1:1", "td:model=x", "perfect:book=x", "rules:file=x", "alphazero:model=x", "policy:model=../x"} {
		if _, err := serverFor(t, Options{}).allowed(text); err == nil {
			t.Errorf("%s is let in", text)
		}
		if _, err := serverFor(t, Options{Trust: true}).allowed(text); err != nil {
			t.Errorf("%s with trust: %v", text, err)
		}
	}
	for _, text := range []string{"td:model=backgammon", "perfect:book=none", "perfect:book=standard", "alphazero:model=connect4", "policy", "ggp", "level:3"} {
		if _, err := serverFor(t, Options{}).allowed(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := serverFor(t, Options{Trust: true}).allowed("human"); err == nil {
		t.Error("a person at the terminal is let in")
	}
}
