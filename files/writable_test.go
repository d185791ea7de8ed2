package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWritable(t *testing.T) {
	folder := t.TempDir()
	if err := Writable(filepath.Join(folder, "a", "b")); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(filepath.Join(folder, "a", "b")); len(left) != 0 {
		t.Errorf("it leaves %v", left)
	}
	file := filepath.Join(folder, "plain")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{file, filepath.Join(file, "below")} {
		if err := Writable(bad); err == nil || strings.Contains(err.Error(), folder) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
