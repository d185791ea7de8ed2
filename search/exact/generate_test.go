package exact

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAssemblyIsCurrent writes the list of moves in assembly again and compares.
func TestAssemblyIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the generator")
	}
	folder := t.TempDir()
	files := []string{"othello_moves_amd64.s", "othello_moves_amd64.go"}
	generator := filepath.Join(folder, "main")
	if out, err := exec.Command("go", "build", "-o", generator, "./asm").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	command := exec.Command(generator, "-out", files[0], "-stubs", files[1], "-pkg", "exact")
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
		_, fresh, _ = bytes.Cut(fresh, []byte("\n")) // the first line holds the command
		_, committed, _ = bytes.Cut(committed, []byte("\n"))
		if !bytes.Equal(fresh, committed) {
			t.Errorf("%s is not what the generator writes: run go generate", name)
		}
	}
}
