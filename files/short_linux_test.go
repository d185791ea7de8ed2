package files

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// upTo does something while no file can become longer than so many bytes: the system writes
// as much as fits and tells an error after.
func upTo(t *testing.T, size int, do func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(size), Max: before.Max}); err != nil {
		t.Skip("files cannot be limited here")
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}()
	do()
}

// TestShortWrites cuts every write off after every number of bytes: a file that is replaced
// stays what it was, with no draft beside it; one of pieces holds whole ones, and goes on.
func TestShortWrites(t *testing.T) {
	const alone = "GAMBITO_SHORT_WRITES"
	if os.Getenv(alone) == "" { // go test writes files too, which must not be cut off
		c := exec.Command(os.Args[0], "-test.run=^TestShortWrites$")
		c.Env = append(os.Environ(), alone+"=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return
	}
	folder := t.TempDir()
	name, pieces := filepath.Join(folder, "it"), filepath.Join(folder, "pieces")
	old, text := []byte("old"), []byte(`{"this": "is a text of some bytes"}`)
	if err := Replace(name, old); err != nil {
		t.Fatal(err)
	}
	for size := range len(Seal(text)) {
		var failed error
		upTo(t, size, func() { failed = ReplaceSealed(name, text) })
		if !errors.Is(failed, syscall.EFBIG) {
			t.Fatalf("%d bytes: %v", size, failed)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, old) {
			t.Fatalf("%d bytes: the file holds %q, %v", size, got, err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
			t.Fatalf("%d bytes: the folder holds %v, %v", size, left, err)
		}
	}
	piece := []byte("a piece\n")
	for size := range 3 * len(piece) {
		p, err := NewPieces(pieces)
		if err != nil {
			t.Fatal(err)
		}
		added := 0
		upTo(t, size, func() {
			for range 3 {
				if p.Add(piece) == nil {
					added++
				}
			}
		})
		if added != size/len(piece) {
			t.Errorf("%d pieces are in %d bytes", added, size)
		}
		if err := errors.Join(p.Add(piece), p.Close()); err != nil {
			t.Errorf("after %d bytes it does not go on: %v", size, err)
		}
		if got, err := os.ReadFile(pieces); err != nil || !bytes.Equal(got, bytes.Repeat(piece, added+1)) {
			t.Errorf("%d bytes: %q, %v", size, got, err)
		}
		if err := os.Remove(pieces); err != nil {
			t.Fatal(err)
		}
	}
}
