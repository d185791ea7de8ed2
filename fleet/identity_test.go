package fleet

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"gambito/crew"
)

// TestIdentity: the same job has the same name, and every part of it counts.
func TestIdentity(t *testing.T) {
	job := func() crew.Job {
		return crew.Job{Kind: "k", Name: "n", Spec: []byte("s"), Files: []crew.File{{Name: "a", Content: []byte("b")}}}
	}
	seen := map[string]string{identity("salt", job()): "itself"}
	if again := identity("salt", job()); seen[again] == "" || len(again) != 26 {
		t.Errorf("%q the second time", again)
	}
	other := func(what, id string) {
		if was := seen[id]; was != "" {
			t.Errorf("%s: the same as %s", what, was)
		}
		seen[id] = what
	}
	other("another salt", identity("salt2", job()))
	for what, change := range map[string]func(*crew.Job){
		"kind":         func(j *crew.Job) { j.Kind = "kn"; j.Name = "" },
		"name":         func(j *crew.Job) { j.Name = "m" },
		"spec":         func(j *crew.Job) { j.Spec = []byte("t") },
		"file's name":  func(j *crew.Job) { j.Files[0].Name = "c" },
		"file":         func(j *crew.Job) { j.Files[0].Content = nil },
		"without file": func(j *crew.Job) { j.Files = nil },
	} {
		j := job()
		change(&j)
		other(what, identity("salt", j))
	}
}

// TestSalt: a folder has one salt, whoever asks first.
func TestSalt(t *testing.T) {
	folder := t.TempDir()
	salts := make([]string, 8)
	var all sync.WaitGroup
	for i := range salts {
		all.Go(func() {
			var err error
			if salts[i], err = Salt(folder); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, s := range salts {
		if s != salts[0] || len(s) < 16 {
			t.Errorf("salts %q", salts)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
		t.Errorf("files %v", left)
	}
	if other, _ := Salt(t.TempDir()); other == salts[0] {
		t.Error("two folders with one salt")
	}
	if err := os.WriteFile(filepath.Join(folder, saltFile), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Salt(folder); err == nil {
		t.Error("a file without salt is taken")
	}
}
