package ntuple

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAssemblyIsCurrent writes the loops in assembly again and compares.
func TestAssemblyIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the generator")
	}
	folder := t.TempDir()
	files := []string{"kernels_amd64.s", "kernels_amd64.go"}
	generator := filepath.Join(folder, "main")
	if out, err := exec.Command("go", "build", "-o", generator, "./asm").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	command := exec.Command(generator, "-out", files[0], "-stubs", files[1], "-pkg", "ntuple")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range files {
		fresh, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		committed, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if body(fresh) != body(committed) {
			t.Errorf("%s is not what the generator writes: run go generate", name)
		}
	}
}

// body is a generated file without its first line, which holds the command.
func body(text []byte) string {
	for i, c := range text {
		if c == '\n' {
			return string(text[i:])
		}
	}
	return string(text)
}
