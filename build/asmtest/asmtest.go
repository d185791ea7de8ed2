// Package asmtest checks that assembly is what its generator writes.
package asmtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Current has the generator of a package, in its folder asm, write the assembly and its
// Go declarations again, and compares them with what is committed.
func Current(t *testing.T, pkg, assembly, declarations string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles the generator")
	}
	folder := t.TempDir()
	generator := filepath.Join(folder, "main")
	if out, err := exec.Command("go", "build", "-o", generator, "./asm").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	command := exec.Command(generator, "-out", assembly, "-stubs", declarations, "-pkg", pkg)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{assembly, declarations} {
		if !bytes.Equal(body(t, filepath.Join(folder, name)), body(t, name)) {
			t.Errorf("%s is not what the generator writes: run go generate", name)
		}
	}
}

// body is a generated file without its first line, which holds the command.
func body(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n"))
	return text
}
