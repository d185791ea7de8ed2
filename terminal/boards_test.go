package terminal

import (
	"context"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/spec"
)

// TestThrownDiceDrawNoBoard: a board that throwing dice has not changed is drawn once,
// with what was rolled; the word board repeats what there is to choose from.
func TestThrownDiceDrawNoBoard(t *testing.T) {
	s, out := sit(t, "backgammon:cube=on", "human", "random", "roll\nboard\nquit\n")
	s.In.Terminal = true
	var err error
	if s.Start, err = s.Rules.ParsePosition("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if boards, asked := strings.Count(text, "cube 1"), strings.Count(text, "white (X) to move: "); boards != 3 || asked != 3 {
		t.Errorf("%d boards are drawn and %d times is asked, not 3 each:\n%s", boards, asked, text)
	}
}

// visitor ranks moves otherwise than their values do.
type visitor struct{ bomb }

func (*visitor) Analyze(_ context.Context, s game.State, _ agent.Question) (agent.Analysis, error) {
	moves := s.Moves(nil)
	return agent.Analysis{Move: moves[0], Lines: []agent.Line{
		{Move: moves[0], Value: agent.Value{Known: true, Score: 0.1}, Visits: 9},
		{Move: moves[1], Value: agent.Value{Known: true, Score: 0.5}, Visits: 2},
	}}, nil
}

// TestHintsInTheOrderOfVisits say so, for values beside them are not in that order.
func TestHintsInTheOrderOfVisits(t *testing.T) {
	s, out := sit(t, "tictactoe", "human", "random", "hint visitor\nquit\n")
	s.Agents = agents.New(agent.NewEnvironment(""), agent.Entry{Schema: spec.Schema{ID: "visitor"}, Make: agent.Maker{New: func(agent.Order) (agent.Agent, error) {
		return &visitor{}, nil
	}}})
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "\n  in the order it would choose them:\n  1. a3 ")
}

// TestSigns: Ctrl-C has a player play and an adviser stop.
func TestSigns(t *testing.T) {
	for adviser, want := range map[bool]string{true: "(Ctrl-C: stop)", false: "(Ctrl-C: play now)"} {
		s, _ := sit(t, "tictactoe", "human", "random", "")
		contains(t, s.signText("somebody", "3", adviser), want)
	}
}

// TestWinningFourIsMarked in the last drawing, instead of the last stone alone.
func TestWinningFourIsMarked(t *testing.T) {
	s, out := sit(t, "connect4", "human", "human", "1\n7\n2\n7\n4\n7\n3\n")
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "[X][X][X][X] .  .  O\nred wins")
	s, out = sit(t, "tictactoe", "human", "human", "a1\na2\nb2\nb1\nc3\n")
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "3  .  . [X]\n2  O [X] .\n1 [X] O  .\nX wins")
}
