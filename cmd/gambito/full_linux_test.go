package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gambito/faults"
)

// TestFullDisk: files of games on a disk that is full. Nothing is left of one that could not
// be begun, so that the same command can be given again; one that was begun holds whole games;
// the exit code is that of work that fails.
func TestFullDisk(t *testing.T) {
	disk, err := faults.MountDisk(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	if !disk.Real() {
		t.Skip("only with the right to mount file systems")
	}
	match := func(args ...string) (string, int) {
		c := exec.Command("gambito", append([]string{"match", "backgammon", "random", "random", "--quiet", "--jobs", "1"}, args...)...)
		c.Dir = disk.Path
		out, _ := c.CombinedOutput()
		return string(out), c.ProcessState.ExitCode()
	}
	for _, args := range [][]string{{"--save", "games.mat"}, {"--mat", "games.mat"}, {"--save", "games.jsonl"}, {"--records", "games.jsonl"}} {
		name := filepath.Join(disk.Path, args[1])
		empty, err := disk.Fill(0)
		if err != nil {
			t.Fatal(err)
		}
		out, code := match(append(args, "-n", "4")...)
		if _, err := os.Stat(name); code != 1 || !strings.Contains(out, "no space left") || strings.Count(out, "\n") > 1 || err == nil {
			t.Errorf("%v: exit code %d, %q; the file: %v", args, code, out, err)
		}
		empty()
		if out, code := match(append(args, "-n", "4")...); code != 0 {
			t.Errorf("%v when there is room: exit code %d, %q", args, code, out)
		}
		os.Remove(name)
	}
	// 1 MB has room for some hundred games.
	if out, code := match("--records", "games.jsonl", "-n", "4000"); code != 1 {
		t.Fatalf("exit code %d, %q", code, out)
	}
	games, err := os.ReadFile(filepath.Join(disk.Path, "games.jsonl"))
	if err != nil || len(games) < 500_000 || !bytes.HasSuffix(games, []byte("\n")) {
		t.Errorf("%d bytes that end with %q, %v", len(games), games[max(len(games)-20, 0):], err)
	}
	os.Remove(filepath.Join(disk.Path, "games.jsonl"))
}
