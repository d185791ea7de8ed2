package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct {
		body map[string]any
		want string // in the steps of the first walk
	}{
		{map[string]any{"tree": "((3 17) (2 12))", "algorithms": []string{"alphabeta", "pvs"}}, "2 ≤ α = 3, and MAX has something better already"},
		{map[string]any{"tree": "((3 17) (2 12))", "min": true, "algorithms": []string{"mtdf"}}, "Pass 1: is the value 0 or less?"},
		{map[string]any{"random": "branching=2,depth=3", "algorithms": []string{"minimax"}}, "A leaf"},
		{map[string]any{"tree": "([2..9](3 8) [0..4])", "algorithms": []string{"bstar"}}, "PROVEBEST"},
		{map[string]any{"game": "tictactoe", "depth": 2, "boards": true, "algorithms": []string{"alphabeta"}}, "The depth is reached"},
		{map[string]any{"game": "connect4", "boards": true, "algorithms": []string{"mcts:sims=10"}}, "whose index is the greatest"},
	} {
		e := read[Explained](t, ask(t, s, "POST", "/api/explain?lang=en", c.body))
		if len(e.Lessons) != len(c.body["algorithms"].([]string)) || len(e.Fitting) == 0 {
			t.Fatalf("%v: %d walks", c.body, len(e.Lessons))
		}
		l, text := e.Lessons[0], ""
		for _, step := range l.Steps {
			text += step.Text + "\n"
			if step.Node >= len(l.Nodes) || len(step.States) == 0 {
				t.Fatalf("%v: %+v", c.body, step)
			}
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%v: nobody says %q in\n%s", c.body, c.want, text)
		}
		if boards, asked := l.Nodes[len(l.Nodes)-1].Board != nil, c.body["boards"] == true; boards != asked {
			t.Errorf("%v: a board is there: %v", c.body, boards)
		}
		if _, ofGame := c.body["game"]; ofGame != (e.Tree == "") {
			t.Errorf("%v: the tree is %q", c.body, e.Tree)
		}
	}
	spanish := read[Explained](t, ask(t, s, "POST", "/api/explain?lang=es", map[string]any{"tree": "(1 2)", "algorithms": []string{"minimax"}}))
	if got := spanish.Lessons[0].Steps[0].Text; got != "Juega MAX." {
		t.Errorf("in Spanish: %s", got)
	}
}

func TestExplainRefuses(t *testing.T) {
	s := serverFor(t, Options{})
	for _, c := range []struct {
		body map[string]any
		want string
	}{
		{map[string]any{"tree": "((3", "algorithms": []string{"alphabeta"}}, "character 4"},
		{map[string]any{"algorithms": []string{"alphabeta"}}, "a list or a number is missing"},
		{map[string]any{"tree": "(1 2)", "game": "connect4", "algorithms": []string{"alphabeta"}}, "choose one"},
		{map[string]any{"tree": "(1 2)", "algorithms": []string{"alphabet"}}, "did you mean"},
		{map[string]any{"game": "connect4", "depth": 6, "algorithms": []string{"alphabeta"}}, "too many positions"},
		{map[string]any{"game": "connect4", "algorithms": []string{"mcts:sims=100000"}}, "simulations can be followed"},
		{map[string]any{"game": "tictactoe", "algorithms": []string{"mcts:sims=5000"}}, "more than"},
		{map[string]any{"game": "tron", "algorithms": []string{"mcts"}}, "move in turn"},
		{map[string]any{"game": "tictactoe", "position": "XXX/OO./...", "algorithms": []string{"alphabeta"}}, "the game is over"},
	} {
		if got := refused(t, ask(t, s, "POST", "/api/explain?lang=en", c.body), http.StatusBadRequest); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s", c.body, got)
		}
	}
	for _, body := range []map[string]any{
		{"tree": "(1 2)"},
		{"tree": "(1 2)", "algorithms": []string{}},
		{"tree": strings.Repeat("(", 30000), "algorithms": []string{"pvs"}},
		{"game": "connect4", "depth": 500, "algorithms": []string{"pvs"}},
	} {
		refused(t, ask(t, s, "POST", "/api/explain", body), http.StatusUnprocessableEntity)
	}
}

func FuzzExplain(f *testing.F) {
	s := serverFor(f, Options{})
	f.Add("((3 17) (2 12))", "", "", "", "alphabeta", false)
	f.Add("", "branching=2,depth=2", "", "", "mcts:sims=3", true)
	f.Add("", "", "tictactoe", "45", "pvs", true)
	f.Add("([1..4] min 3)", "", "", "", "bstar", false)
	f.Fuzz(func(t *testing.T, tree, random, game, moves, algorithm string, min bool) {
		if len(random) > 40 || len(game) > 12 || strings.Contains(game, ":") {
			return // games are made by the tests of others
		}
		w := ask(t, s, "POST", "/api/explain", map[string]any{"tree": tree, "random": random, "game": game, "moves": moves, "algorithms": []string{algorithm}, "min": min, "depth": 1})
		if w.Code >= 500 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	})
}
