package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplaceAndRead(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.txt")
	for _, content := range []string{"one", "two and more", ""} {
		if err := Replace(name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(name); string(got) != content || err != nil {
			t.Errorf("%q is read back as %q, %v", content, got, err)
		}
	}
	if left, err := os.ReadDir(folder); len(left) != 1 || err != nil {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	large := filepath.Join(folder, "large")
	if err := os.WriteFile(large, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, MaxSize+1); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{folder, os.DevNull, large, filepath.Join(folder, "none")} {
		if _, err := Read(name); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("reading %s: %v", name, err)
		}
	}
	for _, name := range []string{folder, os.DevNull, filepath.Join(folder, "no", "folder")} {
		if err := Replace(name, nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("replacing %s: %v", name, err)
		}
	}
}
