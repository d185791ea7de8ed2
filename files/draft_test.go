package files

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSweep: drafts of processes that are gone go with the next file that is replaced in
// their folder; those that somebody works on stay, as does everything else.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{".curves.svg.123.draft", "curves.svg.123", ".curves.svg.draft", "a.draft", ".a.12x.draft"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, ".folder.1.draft"), 0o755); err != nil {
		t.Fatal(err)
	}
	busy, err := newDraft(filepath.Join(folder, "busy"))
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	if err := Replace(filepath.Join(folder, "new"), []byte("text")); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{
		".curves.svg.123.draft": false, "curves.svg.123": true, ".curves.svg.draft": true, "a.draft": true, ".a.12x.draft": true,
		".folder.1.draft": true, filepath.Base(busy.Name()): true, "new": true,
	} {
		if _, err := os.Lstat(filepath.Join(folder, name)); (err == nil) != stays {
			t.Errorf("%s: %v, should stay: %v", name, err, stays)
		}
	}
}

// TestDraft: a draft gets its name in place of another file, or only if there is none.
func TestDraft(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "it")
	for _, content := range []string{"one", "two"} {
		d, err := Prepare(name, []byte(content), false)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Link(name); (err == nil) != (content == "one") {
			t.Errorf("%s: %v", content, err)
		}
		if err := d.Place(name); err != nil {
			t.Error(err)
		}
		d.Drop() // too late
		if got, err := os.ReadFile(name); string(got) != content || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	d, err := Prepare(name, []byte("three"), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Place(filepath.Join(folder, "no", "folder")); err == nil {
		t.Error("a draft goes where nothing is")
	}
	if left, err := os.ReadDir(folder); len(left) != 1 || err != nil {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

// TestRacingDrafts: who sweeps while others begin drafts takes none of theirs.
func TestRacingDrafts(t *testing.T) {
	folder := t.TempDir()
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				swept.Delete(folder)
				sweep(folder)
			}
		}
	}()
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); {
		if err := Replace(filepath.Join(folder, "it"), []byte("text")); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	<-done
}
