package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/store"
)

const fixedFile = `name: killed
games: ["connect4:5x4,run=3", tictactoe]
agents:
  - {name: tree, spec: "mcts:sims=1500,leaf=playout"}
  - {name: depth, spec: "alphabeta:depth=2"}
  - random
rounds: 6
games-per-pair: 40
openings: random:1
seed: 9223372036854775813
`

const sprtFile = `name: tested
games: [tictactoe]
agents:
  - {name: more, spec: "mcts:sims=40,leaf=playout"}
  - {name: less, spec: "mcts:sims=20,leaf=playout"}
rounds: 40
games-per-pair: 40
openings: random:1
stop: {rule: sprt, elo0: 0, elo1: 40}
`

// desk is a folder with an experiment file and runs.
type desk struct {
	t    *testing.T
	file string
}

func newDesk(t *testing.T, content string) desk {
	t.Helper()
	if raceDetector {
		t.Skip("too slow with the race detector")
	}
	file := filepath.Join(t.TempDir(), "experiment.yaml")
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return desk{t, file}
}

func (d desk) data() string { return filepath.Join(filepath.Dir(d.file), "data") }

// command is the tournament; TestMain has put gambito on the path.
func (d desk) command(jobs string) *exec.Cmd {
	return exec.Command("gambito", "tournament", d.file, "--data", d.data(), "--jobs", jobs, "--quiet")
}

// finish runs the tournament to its end and returns the export and the table.
func (d desk) finish(jobs, name string) (export, table string) {
	d.t.Helper()
	out, err := d.command(jobs).Output()
	if err != nil {
		d.t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
	}
	games, err := exec.Command("gambito", "runs", "export", name, "--data", d.data()).Output()
	if err != nil {
		d.t.Fatal(err)
	}
	return string(games), string(out)
}

// stored is how many games are in the database.
func (d desk) stored(name string) int {
	s, err := store.OpenExisting(d.data())
	if err != nil {
		return 0
	}
	defer s.Close()
	info, err := s.Run(name)
	if err != nil {
		return 0
	}
	return info.Games
}

// killAt starts the tournament, kills it with kill -9 once so many games are
// stored, and returns how many there are then.
func (d desk) killAt(games int, name string, meanwhile func()) int {
	d.t.Helper()
	c := d.command("2")
	if err := c.Start(); err != nil {
		d.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { c.Wait(); close(ended) }()
	for deadline := time.Now().Add(20 * time.Second); d.stored(name) < games && time.Now().Before(deadline); {
		select {
		case <-ended:
			return d.stored(name)
		case <-time.After(time.Millisecond):
		}
	}
	meanwhile()
	c.Process.Kill()
	<-ended
	return d.stored(name)
}

// TestKilledTournament: however often it is killed, a tournament goes on with
// the same command and ends with the very same games, whatever the jobs.
func TestKilledTournament(t *testing.T) {
	whole := newDesk(t, fixedFile)
	want, table := whole.finish("1", "killed")
	if n := strings.Count(want, "\n"); n != 1440 || !strings.Contains(want, `"seed":9223372036854775813`) {
		t.Fatalf("%d games", n)
	}
	if export, again := newDesk(t, fixedFile).finish("2", "killed"); export != want || again != table {
		t.Error("two jobs play other games than one")
	}
	d := newDesk(t, fixedFile)
	between := 0
	for _, games := range []int{1, 300, 750, 1200} {
		left := d.killAt(games, "killed", func() {
			if games != 750 {
				return
			}
			var stderr bytes.Buffer
			second := d.command("1")
			second.Stderr = &stderr
			err := second.Run()
			if d.stored("killed") < 1440 && (second.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "run killed is being written by another process")) {
				t.Errorf("a second process on the run: %v, %s", err, &stderr)
			}
		})
		t.Logf("killed with %d games", left)
		if left > 0 && left < 1440 {
			between++
		}
	}
	if between < 2 {
		t.Errorf("it was killed in the middle only %d times", between)
	}
	export, again := d.finish("2", "killed")
	if export != want || again != table {
		t.Error("a killed tournament ends with other games")
	}
}

// TestKilledSequentialTournament: where a test stops depends neither on jobs
// nor on kills.
func TestKilledSequentialTournament(t *testing.T) {
	want, table := newDesk(t, sprtFile).finish("1", "tested")
	if n := strings.Count(want, "\n"); n == 1600 || n < 20 || !strings.Contains(table, "The sequential test stopped after") {
		t.Fatalf("%d games\n%s", n, table)
	}
	if export, again := newDesk(t, sprtFile).finish("2", "tested"); export != want || again != table {
		t.Error("two jobs stop elsewhere than one")
	}
	d := newDesk(t, sprtFile)
	d.killAt(10, "tested", func() {})
	if export, again := d.finish("2", "tested"); export != want || again != table {
		t.Error("a killed tournament stops elsewhere")
	}
}
