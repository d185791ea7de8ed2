package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestPieces: pieces come one after another; a file without any does not stay, and none is
// replaced.
func TestPieces(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	p, err := NewPieces(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewPieces(name); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file is replaced: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("an empty file stays")
	}
	if p, err = NewPieces(name); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Add([]byte("one\n")), p.Add([]byte("two\n")), p.Close()); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(name); string(got) != "one\ntwo\n" {
		t.Errorf("%q, %v", got, err)
	}
}
