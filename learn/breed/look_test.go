package breed

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games/backgammon"
)

// little are settings of an evolution that takes no time.
func little(t *testing.T, more string) Settings {
	t.Helper()
	s, err := Parse([]byte("from: random\npopulation: 4\nelite: 1\ngames: 4\ngenerations: 3\nstale: 0\nfinalists: 2\nfinal-games: 6\n" + more))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLook: what is seen of a file, while it is locked, is what was bred.
func TestLook(t *testing.T) {
	for _, more := range []string{"", "coding: gray\nislands: 2\n", "player: fuzzy\ncoding: binary\n", "against: self\n"} {
		s := little(t, more)
		e, err := New(backgammon.New(), agents.New(agent.NewEnvironment("")), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "run.json")
		if _, err := e.KeepIn(name); err != nil {
			t.Fatal(err)
		}
		defer e.Leave()
		if err := e.Keep(); err != nil {
			t.Fatal(err)
		}
		v, err := Look(name)
		if err != nil || len(v.Log) != 0 || v.Settings != s || v.Finalists != nil || v.Reason != "" {
			t.Fatalf("%q before the first generation: %+v, %v", more, v, err)
		}
		if err := e.Evolve(context.Background(), func(e *Evolution) error {
			v, err := Look(name)
			if err != nil || !reflect.DeepEqual(v.Log, e.Run.Log()) {
				t.Errorf("%q: %d generations are seen of %d, %v", more, len(v.Log), len(e.Run.Log()), err)
			}
			if len(v.Population) != 4*s.Genetic.Islands || !reflect.DeepEqual(v.Population[0].Genes, v.Log[len(v.Log)-1].Genes) {
				t.Errorf("%q: the population is %+v, the best %v", more, v.Population, v.Log[len(v.Log)-1].Genes)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		finalists, err := e.Finals(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if v, err = Look(name); err != nil || v.Reason == "" || !reflect.DeepEqual(v.Finalists, finalists) || v.Against != e.Rival() {
			t.Errorf("%q: the finalists are %+v, not %+v (%v)", more, v.Finalists, finalists, err)
		}
		for _, c := range []int{len(VectorChart("", v.Kind.Names, v.Log[2].Genes, v.Log[1].Genes).Rows), len(v.Kind.Genome)} {
			if c != len(v.Kind.Names) {
				t.Errorf("%d numbers have %d names", c, len(v.Kind.Names))
			}
		}
	}
}

// TestLookRefuses files that are of something else, in one line.
func TestLookRefuses(t *testing.T) {
	good, err := os.ReadFile("testdata/before.json")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "run.json")
	for _, text := range []string{"", "{}", "null", string(good[:len(good)/2]), strings.Replace(string(good), `rules`, `ruler`, 1), strings.Replace(string(good), `"population":6`, `"population":7`, 1)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Look(name); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60s…: %v", text, err)
		}
	}
	if err := os.WriteFile(name, good, 0o644); err != nil {
		t.Fatal(err)
	}
	if v, err := Look(name); err != nil || len(v.Log) != 2 {
		t.Errorf("%d generations of an earlier version, %v", len(v.Log), err)
	}
}

// FuzzLook reads anything.
func FuzzLook(f *testing.F) {
	good, err := os.ReadFile("testdata/before.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"format":"gambito evolution 1","about":"{}"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := look(data)
		if err == nil && v.Kind.Name == "" {
			t.Error("a player of no kind")
		}
	})
}
