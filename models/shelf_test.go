package models

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// put writes a file into a folder that may not be there.
func put(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestShelf(t *testing.T) {
	data := t.TempDir()
	s := In(data)
	if names, err := s.Models(); err != nil || len(names) > 0 {
		t.Errorf("an empty folder has %v, %v", names, err)
	}
	put(t, s.ModelFile("dropped"), "a")
	put(t, s.ModelFile("both"), "b")
	put(t, s.ModelFile("connect4"), "no, the one that comes along")
	put(t, filepath.Join(s.Training("both"), "model.safetensors"), "c")
	put(t, filepath.Join(s.Training("learned"), "model.safetensors"), "d")
	put(t, filepath.Join(s.Training("begun"), "settings.json"), "{}")
	put(t, filepath.Join(data, "models", "notes.txt"), "no network")
	put(t, filepath.Join(data, "secret.safetensors"), "not on the shelf")
	for name, want := range map[string]string{
		"dropped": s.ModelFile("dropped"), "both": s.ModelFile("both"), "learned": filepath.Join(s.Training("learned"), "model.safetensors"),
		"begun": "", "nothing": "", "connect4": "", "": "", ".": "", "..": "", "../secret": "", "../x": "", "a/b": "", `..\secret`: "",
		"dropped.safetensors": "", filepath.Join(data, "secret"): "", "-n": "", "a\x00b": "", strings.Repeat("a", 65): "",
	} {
		if file, ok := s.File(name); file != want || ok != (want != "") {
			t.Errorf("%q is %q, %v, not %q", name, file, ok, want)
		}
	}
	if _, ok := In("").File("dropped"); ok {
		t.Error("no folder has a network")
	}
	if names, err := s.Models(); err != nil || !slices.Equal(names, []string{"both", "connect4", "dropped"}) {
		t.Errorf("the networks are %v, %v", names, err)
	}
	if names, err := s.Trainings(); err != nil || !slices.Equal(names, []string{"begun", "both", "learned"}) {
		t.Errorf("the trainings are %v, %v", names, err)
	}
}
