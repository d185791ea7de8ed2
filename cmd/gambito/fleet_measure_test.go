package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFleetMeasures: what is no tournament comes to the same on a fleet of processes, but
// for the times: accuracy, breeding, bandits, a study.
func TestFleetMeasures(t *testing.T) {
	if raceDetector {
		t.Skip("too slow with the race detector")
	}
	b := startBroker(t, "-q", "--data", t.TempDir())
	url := strings.TrimPrefix(b.line, "gambito worker ")
	for _, name := range []string{"one", "two"} {
		w := exec.Command("gambito", "worker", url, "--name", name, "--jobs", "1", "--cache", t.TempDir())
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Process.Kill(); w.Wait() })
	}
	times := regexp.MustCompile(`"(seconds|median_ms|longest_ms)":[0-9.e-]+`)
	for _, line := range []string{
		"accuracy connect4 --agent mcts:sims=50 --random 60 --plies 26-32 --exact --mistakes --json",
		"evolve backgammon --set population=4,elite=1,finalists=2 --games 6 --generations 2 --final-games 44 --out bred.json --csv log.csv -q --json",
		"evolve backgammon --set population=3,elite=1,finalists=0,agree=rank:10 --games 4 --generations 2 -q --json",
		"bandit regret --arms 2,5 --rounds 2000 --problems 20 --csv regret.csv --json",
		"bandit tune --arms 2 --rounds 1000 --precision 0.3 --csv tune.csv --json",
		"reproduce backgammon/codings --scale smoke -q --json",
	} {
		here, there := t.TempDir(), t.TempDir()
		args := strings.Fields(line)
		want := times.ReplaceAll(printing(t, here, args...), nil)
		got := times.ReplaceAll(printing(t, there, append(args, "--fleet", url)...), nil)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the fleet comes to\n%s\nnot\n%s", line, got, want)
		}
		for _, name := range []string{"bred.json", "bred.json.finals", "log.csv", "regret.csv", "tune.csv"} {
			one, err := os.ReadFile(filepath.Join(here, name))
			if err != nil {
				continue // of another verb
			}
			if other, err := os.ReadFile(filepath.Join(there, name)); err != nil || !bytes.Equal(one, other) {
				t.Errorf("%s: %s is another, %v", line, name, err)
			}
		}
	}
}
