package lesson

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"gambito/games"
)

// TestFitting: all algorithms that are said to fit do, on every kind of tree.
func TestFitting(t *testing.T) {
	for _, text := range []string{"((3 17) (2 12))", "min((0.5 -1.25) 2)", "([0.5:3 0.5:(4 7)] 1)", "([2..9](3 8) [0..4])"} {
		l, err := OfTree(text, "", false)
		if err != nil {
			t.Fatal(err)
		}
		l.Steps = 2000
		names := l.Fitting()
		if !strings.Contains(text, "..") {
			names = append(names, "mcts:sims=8", "uct", "ggp:sims=5")
		}
		for _, name := range names {
			w, err := l.Walk(context.Background(), name, nil)
			if err != nil || len(w.Steps) == 0 {
				t.Errorf("%s on %s: %v", name, text, err)
			}
		}
	}
}

// TestRefusals: each is one clear sentence.
func TestRefusals(t *testing.T) {
	tictactoe, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	game := Lesson{Game: tictactoe, Root: tictactoe.New(), Depth: 2}
	deep := game
	deep.Depth = 1000
	intervals, _ := OfTree("([2..9] 3)", "", false)
	chance, _ := OfTree("[1 2]", "", false)
	for _, c := range []struct {
		l          Lesson
		name, want string
	}{
		{game, "alphabet", `did you mean "alphabeta"`},
		{game, "mcts:sims=x", "sims=x"},
		{game, "mcts:policy=ubc", `did you mean "ucb"`},
		{game, "mcts:sims=1000000", "simulations can be followed"},
		{game, "mcts:time=1s", "simulations can be followed"},
		{game, "mcts:threads=2", "one thread"},
		{deep, "alphabeta", "a depth of 1000 is not possible"},
		{intervals, "alphabeta", "only bounds are known"},
		{intervals, "mcts", "only bounds are known"},
		{chance, "alphabeta", "is a game of chance"},
		{game, "expectiminimax:pruning=star3", `did you mean "star1"`},
	} {
		if _, err := c.l.Walk(context.Background(), c.name, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.name, err, c.want)
		}
	}
	for _, c := range []struct {
		tree, random string
		min          bool
		want         string
	}{
		{"(1", "", false, "character 3"},
		{"(1)", "depth=1", false, "choose one of them"},
		{"max(1 2)", "", true, "MAX moves first"},
		{"", "depth=0", false, "depth=0"},
	} {
		if _, err := OfTree(c.tree, c.random, c.min); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// FuzzOfTree: whatever is typed is refused or walked by what fits, and its steps can
// be written down.
func FuzzOfTree(f *testing.F) {
	f.Add("((3 17) (2 12) ((15) (25 0)))", "", "alphabeta")
	f.Add("min([2..9](3 8) [-1.5..4])", "", "bstar")
	f.Add("", "branching=2,depth=3,uneven=on,seed=4", "mcts:sims=5,policy=ucb")
	f.Add("([1/2:3 1/2:(4 7)] 1)", "", "expectiminimax:pruning=star1")
	f.Fuzz(func(t *testing.T, tree, random, name string) {
		if len(tree) > 100 || len(random) > 60 || strings.Contains(name, "sims=") && len(name) > 20 {
			return
		}
		l, err := OfTree(tree, random, false)
		if err != nil || l.Game.Info().MaxPlies > 12 || random != "" && l.Game.Info().MaxPlies > 4 {
			return
		}
		l.Steps = 2000
		w, err := l.Walk(context.Background(), name, nil)
		if err != nil {
			return
		}
		for i := range w.Steps {
			if _, err := json.Marshal(w.Steps[i].Counts); err != nil {
				t.Fatal(err)
			}
		}
		for _, known := range w.Replay(len(w.Steps)) {
			if known.Visits < 0 {
				t.Fatal(known)
			}
		}
	})
}
