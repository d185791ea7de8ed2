package breed

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games"
)

// treePreset is the preset of trees, made small.
func treePreset(t *testing.T) Settings {
	t.Helper()
	text, err := Preset("tree")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s.Games, s.Finalists, s.FinalGames, s.Genetic.Population, s.Genetic.Generations = 4, 2, 8, 6, 4
	return s
}

// TestTreesGoOn: what was stopped goes on to the same bytes, with other jobs, and what is
// written plays.
func TestTreesGoOn(t *testing.T) {
	s := treePreset(t)
	whole := start(t, s, 1)
	if err := whole.Evolve(context.Background(), kept); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "trees.json")
	first := start(t, s, 2)
	if _, err := first.KeepIn(name); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := first.Next(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Leave(); err != nil {
		t.Fatal(err)
	}
	second := start(t, s, 2)
	if found, err := second.KeepIn(name); err != nil || !found {
		t.Fatal(found, err)
	}
	if err := second.Evolve(context.Background(), kept); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(second.Save(), whole.Save()) {
		t.Error("what was stopped ends otherwise")
	}
	v, err := Look(name)
	if err != nil || len(v.Log) != 4 || len(v.Kind.Shown(v.Log[3].Genes)) != len(v.Kind.Names) {
		t.Errorf("%d generations are seen, %v", len(v.Log), err)
	}
	all, err := second.Finals(context.Background())
	if err != nil || len(all) == 0 || !strings.HasPrefix(all[0].Spec, "rules:trees=") {
		t.Fatalf("the finals are %v, %v", all, err)
	}
	again, err := second.Kind.parse(strings.TrimSuffix(strings.TrimPrefix(all[0].Spec, "rules:trees="), ",bearoff=off"))
	if err != nil || !slices.Equal(again, all[0].Genes) {
		t.Errorf("%s is read as %v, %v", all[0].Spec, again, err)
	}
}

// TestDefaultTrees: the default vector, as trees, does as well with the same dice as itself
// against Pubeval.
func TestDefaultTrees(t *testing.T) {
	shares := map[string]float64{}
	for _, more := range []string{"", "coding: tree\ncrossover: subtree"} {
		s, err := Parse([]byte("from: default\npopulation: 2\nelite: 1\ngames: 20\n" + more))
		if err != nil {
			t.Fatal(err)
		}
		e := start(t, s, 1)
		fitness, err := e.fitness(context.Background(), 0, [][]int{e.Kind.Default})
		if err != nil {
			t.Fatal(err)
		}
		shares[more] = fitness[0]
	}
	if a, b := shares[""], shares["coding: tree\ncrossover: subtree"]; a != b || a == 0 {
		t.Errorf("%g %% by numbers, %g %% by trees", a, b)
	}
}

func TestNoTrees(t *testing.T) {
	for text, wrong := range map[string]string{
		"player: fuzzy\ncoding: tree\ncrossover: subtree":          "it is for player rules, not for fuzzy",
		"coding: tree\ncrossover: subtree\ntree-depth: 3":          "the player's default cannot be written",
		"coding: tree\ncrossover: subtree\nfrom: run":              "an argument is missing",
		"coding: tree\ncrossover: subtree\nfrom: 1/2/3":            "stands behind the two expressions",
		"coding: tree\ncrossover: subtree\noptions: moved=on":      "moved is for weights",
		"coding: tree\ncrossover: order":                           "subtree, one-point, uniform are",
		"player: h2\nagainst: default\ncoding: tree\ngames: 2":     "not for h2",
		"coding: tree\ncrossover: subtree\ntree-depth: 10":         "tree-depth",
		"coding: tree\ncrossover: subtree\nmethod: hill\nelite: 0": "hill",
	} {
		s, err := Parse([]byte(text))
		if err == nil {
			g, parseErr := games.Parse(s.GameSpec())
			if parseErr != nil {
				t.Fatal(parseErr)
			}
			_, err = New(g, agents.New(agent.NewEnvironment("")), s, 1)
		}
		if err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, not %q", text, err, wrong)
		}
	}
}
