package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// command runs gambito and returns what it prints and says.
func command(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, said strings.Builder
	c := exec.Command("gambito", args...)
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		t.Fatalf("gambito %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	return out.String(), said.String()
}

// startWorker lends this machine to a fleet until the test ends.
func startWorker(t *testing.T, url, name string) *exec.Cmd {
	t.Helper()
	w := exec.Command("gambito", "worker", url, "--name", name, "--jobs", "1", "--cache", t.TempDir())
	w.Stderr = os.Stderr
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Process.Signal(os.Interrupt)
		gone := time.AfterFunc(10*time.Second, func() { w.Process.Kill() })
		w.Wait()
		gone.Stop()
	})
	return w
}

// TestFleetPlays: broker, workers and the machine that asks are processes; games,
// reports and records are those of one machine.
func TestFleetPlays(t *testing.T) {
	if raceDetector {
		t.Skip("too slow with the race detector")
	}
	folder := fleetFolder(t)
	file := filepath.Join(folder, "mixed.yaml")
	const text = `name: mixed
games: [connect4, tictactoe]
agents: ["mcts:sims=100", random, "alphabeta:depth=2"]
games-per-pair: 20
openings: random:1
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b := startBroker(t, "--store", filepath.Join(t.TempDir(), "store"))
	url := strings.TrimPrefix(b.line, "gambito worker ")
	startWorker(t, url, "one")
	startWorker(t, url, "two")
	here, there := filepath.Join(folder, "here"), filepath.Join(folder, "there")
	want, _ := command(t, "tournament", file, "--data", here, "--quiet")
	got, said := command(t, "tournament", file, "--data", there, "--fleet", url)
	if got != want {
		t.Errorf("the fleet's table is\n%s\nnot\n%s\n%s", got, want, said)
	}
	same := func() {
		t.Helper()
		want, _ := command(t, "runs", "export", "mixed", "--data", here)
		got, _ := command(t, "runs", "export", "mixed", "--data", there)
		if got != want || strings.Count(want, "\n") != 120 {
			t.Errorf("the fleet's games are others:\n%.1000s\nnot\n%.1000s", got, want)
		}
	}
	same()
	shown, _ := command(t, "runs", "show", "mixed", "--data", there)
	found := regexp.MustCompile(`(?s)machines that played it:\n  (one|two): \d+ games?\n  (one|two): \d+ games?\n$`).FindString(shown)
	report, _ := command(t, "report", "mixed", "--data", there)
	if found == "" || !strings.Contains(report, "Does a machine deviate?") {
		t.Errorf("machines are not told:\n%s\n%s", shown, report)
	}
	if _, said := command(t, "runs", "retract", "mixed", "two", "--data", there); !strings.Contains(said, "to play them again: gambito runs resume mixed --data") {
		t.Errorf("retract says %s", said)
	}
	command(t, "runs", "resume", "mixed", "--data", there, "--fleet", url, "--quiet")
	same()
	match := []string{"match", "connect4", "alphazero:sims=4,model=" + filepath.Join(folder, "mine.model"), "random", "-n", "10", "--quiet", "--records"}
	command(t, append(match, filepath.Join(folder, "here.jsonl"))...)
	command(t, append(match, filepath.Join(folder, "there.jsonl"), "--fleet", url)...)
	one, err := os.ReadFile(filepath.Join(folder, "here.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if other, err := os.ReadFile(filepath.Join(folder, "there.jsonl")); err != nil || string(one) != string(other) {
		t.Errorf("the match was another, %v", err)
	}
}
