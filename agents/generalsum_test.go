package agents_test

import (
	"context"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/gdl"
)

// trust is a game for two: ann leaves, and both have 40, or trusts bob, who shares
// what there is, 60 each, or grabs 50 and leaves ann nothing. Who wants to be ahead
// grabs, and who knows that leaves; who wants much shares and trusts.
const trust = `
(role ann) (role bob)
(init (turn ann))
(other ann bob) (other bob ann)
(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
(<= (legal ann trust) (true (turn ann)))
(<= (legal ann leave) (true (turn ann)))
(<= (legal bob share) (true (turn bob)))
(<= (legal bob grab) (true (turn bob)))
(<= (next (turn bob)) (does ann trust))
(<= (next (end leave)) (does ann leave))
(<= (next (end ?m)) (true (turn bob)) (does bob ?m))
(ends leave) (ends share) (ends grab)
(<= (done ?m) (ends ?m) (true (end ?m)))
(<= over (done ?m))
(<= terminal over)
(<= (goal ann 40) (done leave))
(<= (goal bob 40) (done leave))
(<= (goal ann 60) (done share))
(<= (goal bob 60) (done share))
(<= (goal ann 0) (done grab))
(<= (goal bob 50) (done grab))
(<= (goal ?p 0) (role ?p) (not over))
`

// chosen is the move that an agent makes as who is to move, written.
func chosen(t *testing.T, g game.Game, text string, s game.State, seat game.Player, seed uint64) string {
	t.Helper()
	a := newAgent(t, g, text)
	a.NewGame(seat, seed)
	m, _, err := a.Choose(context.Background(), s, agent.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return game.FormatMoveFor(g, s, seat, m)
}

// TestOwnGoal checks that agents want their own goal to be high, not to be ahead,
// and expect the same of others.
func TestOwnGoal(t *testing.T) {
	g, err := gdl.New([]byte(trust), gdl.Options{ID: "gdl:trust", Name: "Trust", Limits: gdl.DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"mcts:sims=300", "ggp:sims=300", "mcts:sims=300,policy=thompson", "mcts:sims=300,threads=2"} {
		s := g.New()
		if m := chosen(t, g, text, s, 0, 1); m != "trust" {
			t.Errorf("%s: ann plays %s", text, m)
		}
		m, err := g.ParseMove(s, "trust")
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m)
		if m := chosen(t, g, text, s, 1, 1); m != "share" {
			t.Errorf("%s: bob plays %s", text, m)
		}
	}
}

// TestGeneralPlayerDefects checks that the agent for unknown games sees what is
// best whatever the other does, though both are in the same situation.
func TestGeneralPlayerDefects(t *testing.T) {
	g := parseGame(t, "gdl:prisoners")
	s := g.New()
	for round := 1; s.Turn() != game.Over; round++ {
		for seed := range uint64(10) {
			if m := chosen(t, g, "ggp:sims=300", s, game.Player(seed%2), seed); m != "defect" {
				t.Errorf("round %d, seed %d: the move is %s", round, seed, m)
			}
		}
		m, err := g.ParseMove(s, "cooperate cooperate")
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m)
	}
}

// TestGeneralSumIsRefused checks that agents say so who take what one wins for what
// the other loses.
func TestGeneralSumIsRefused(t *testing.T) {
	g, err := gdl.New([]byte(trust), gdl.Options{ID: "gdl:trust", Name: "Trust", Limits: gdl.DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"alphabeta": "one wins what the other loses", "minimax": "one wins what the other loses", "expectiminimax": "one wins what the other loses",
		"mcts:solver=on": "one wins what the other loses", "ggp:solver=on": "one wins what the other loses", "perfect": "the scores sum to zero",
	} {
		spec, err := agents.New(agent.NewEnvironment("")).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := spec.New(g); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
