package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheck finds what other systems and processors have not, in code and in tests.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example\n\ngo 1.26\n",
		"a.go":        "package example\n\nimport \"syscall\"\n\nvar End = syscall.SIGUSR1\n",
		"a_test.go":   "package example\n\nvar large int = 1 << 40\n",
		"b/b.go":      "package b\n\nimport \"unsafe\"\n\nconst Size = unsafe.Sizeof(uintptr(0))\n\nvar _ [4]int = [Size]int{}\n",
		"b/x_test.go": "package b_test\n\nimport \"example/b\"\n\nvar _ = b.Size\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for platform, want := range map[string]string{
		"linux/386":     "1 << 40",
		"linux/amd64":   "[Size]int",
		"windows/amd64": "SIGUSR1",
	} {
		system, processor, _ := strings.Cut(platform, "/")
		packages, err := list(folder, system, processor, "./...")
		if err != nil {
			t.Fatal(err)
		}
		problems := strings.Join(check(packages, processor), "\n")
		for _, text := range []string{"1 << 40", "[Size]int", "SIGUSR1"} {
			wrong := text == want || platform == "windows/amd64" && text == "[Size]int"
			if strings.Contains(problems, text) != wrong {
				t.Errorf("%s: of %q is said: %s", platform, text, problems)
			}
		}
	}
}
