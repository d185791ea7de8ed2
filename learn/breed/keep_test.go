package breed

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/files"
	"gambito/games/backgammon"
)

// TestEarlierEvolutionGoesOn goes on with two generations that an earlier version
// has kept, and comes to the bytes that it came to.
func TestEarlierEvolutionGoesOn(t *testing.T) {
	s, err := Parse([]byte("from: random\npopulation: 6\nelite: 2\ngames: 6\ngenerations: 4\nstale: 0\nfinalists: 2\nfinal-games: 10\n"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(backgammon.New(), agents.New(agent.NewEnvironment("")), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("testdata/before.json")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(name, before, 0o644); err != nil {
		t.Fatal(err)
	}
	if found, err := e.KeepIn(name); err != nil || !found || len(e.Run.Log()) != 2 {
		t.Fatalf("found: %v, %d generations, %v", found, len(e.Run.Log()), err)
	}
	generations := 2
	if err := e.Evolve(context.Background(), func(*Evolution) error { generations++; return nil }); err != nil || generations != 4 {
		t.Fatalf("%d generations, %v", generations, err)
	}
	after, err := files.ReadSealed(name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/after.json")
	if err != nil || !bytes.Equal(after, want) {
		t.Errorf("it comes to another result, %v", err)
	}
}

// TestKeepInRefuses checks that a file of something else is not written over.
func TestKeepInRefuses(t *testing.T) {
	e, err := New(backgammon.New(), agents.New(agent.NewEnvironment("")), Default(), 1)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("testdata/before.json")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(name, before, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := e.KeepIn(name); err == nil || e.file != "" {
		t.Errorf("generations would be kept in %q", e.file)
	}
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
		t.Errorf("it leaves %v behind, %v", entries, err)
	}
}

// TestDescribed checks that the options describe all settings that a file can have.
func TestDescribed(t *testing.T) {
	for _, p := range Described() {
		if p.About == "" {
			t.Errorf("preset %s says nothing of itself", p.Name)
		}
	}
	text := string(Default().YAML())
	lines := bytes.Count([]byte(text), []byte("\n"))
	if lines != len(Options) {
		t.Errorf("a file has %d settings, and %d are described", lines, len(Options))
	}
}

// TestOneAtATime: what one keeps in a file no other can, until it leaves it.
func TestOneAtATime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.json")
	var two [2]*Evolution
	for i := range two {
		var err error
		if two[i], err = New(backgammon.New(), agents.New(agent.NewEnvironment("")), Default(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := two[0].KeepIn(name); err != nil {
		t.Fatal(err)
	}
	if _, err := two[1].KeepIn(name); !errors.As(err, new(ErrBusy)) {
		t.Errorf("another is told %v", err)
	}
	if err := two[0].Leave(); err != nil {
		t.Fatal(err)
	}
	if _, err := two[1].KeepIn(name); err != nil {
		t.Errorf("after it has left: %v", err)
	}
}
