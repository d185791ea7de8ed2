package machine

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestMemory(t *testing.T) {
	if n := Memory(); runtime.GOOS == "linux" && n < 1<<26 || n > 1<<50 {
		t.Errorf("%d bytes", n)
	}
}

func TestGranted(t *testing.T) {
	for text, want := range map[string]uint64{"max\n": 0, "8192\n": 8192, "": 0, "-1": 0, "9223372036854771712": 9223372036854771712} {
		file := filepath.Join(t.TempDir(), "memory.max")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := granted(file); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	if granted(filepath.Join(t.TempDir(), "none")) != 0 {
		t.Error("a file that is not there grants something")
	}
}
