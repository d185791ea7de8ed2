package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/protocol/ggp"
)

// player is a process that plays.
type player struct {
	*exec.Cmd
	addr string
}

// startPlayer starts a player and waits until it listens.
func startPlayer(t *testing.T, args ...string) player {
	t.Helper()
	p := player{Cmd: exec.Command("gambito", append([]string{"ggp", "player", "--addr", "127.0.0.1:0"}, args...)...)}
	out, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
	})
	lines := bufio.NewScanner(out)
	for p.addr == "" && lines.Scan() {
		if _, after, ok := strings.Cut(lines.Text(), "listens at "); ok {
			p.addr, _, _ = strings.Cut(after, " ")
		}
	}
	if p.addr == "" {
		t.Fatal("the player does not listen")
	}
	go io.Copy(io.Discard, out)
	return p
}

// runServer runs a match of breakthrough with clocks of a second; onLine sees
// what the server tells.
func runServer(t *testing.T, onLine func(line string), players ...player) ggp.Record {
	t.Helper()
	record := filepath.Join(t.TempDir(), "match.json")
	c := exec.Command("gambito", "ggp", "server", "breakthrough", "--players", players[0].addr+","+players[1].addr,
		"--startclock", "1", "--playclock", "1", "--scramble", "--record", record)
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	stop := time.AfterFunc(2*time.Minute, func() { c.Process.Kill() })
	defer stop.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		onLine(lines.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	var r ggp.Record
	if err := json.Unmarshal(content, &r); err != nil {
		t.Fatal(err)
	}
	if !r.Completed || r.Aborted || r.Goals[0]+r.Goals[1] != 100 {
		t.Fatalf("completed %v, aborted %v, goals %v", r.Completed, r.Aborted, r.Goals)
	}
	return r
}

// TestPlayersAndServer plays a match between processes, then another in which
// one of them is killed.
func TestPlayersAndServer(t *testing.T) {
	if raceDetector {
		t.Skip("processes of their own, in which the race detector sees nothing")
	}
	first := startPlayer(t, "--agent", "ggp:sims=300")
	second := startPlayer(t, "--agent", "mcts:sims=30")
	r := runServer(t, func(string) {}, first, second)
	for step, errors := range r.Errors {
		if errors[0] != "" || errors[1] != "" {
			t.Errorf("step %d: %q", step+1, errors)
		}
	}
	killed := false
	r = runServer(t, func(line string) {
		if strings.Contains(line, "step 4:") {
			second.Process.Kill()
			killed = true
		}
	}, first, second)
	failed := 0
	for step, errors := range r.Errors {
		if errors[0] != "" {
			t.Errorf("step %d: %q", step+1, errors)
		}
		if errors[1] != "" {
			failed++
		}
	}
	if !killed || failed == 0 || len(r.Moves) < 6 {
		t.Errorf("killed %v, %d of %d moves made by the server", killed, failed, len(r.Moves))
	}
}

// TestSilentPlayer plays with one who is not there: the match is played, and the
// exit code tells.
func TestSilentPlayer(t *testing.T) {
	p := startPlayer(t, "--agent", "random")
	c := exec.Command("gambito", "ggp", "server", "tictactoe", "--players", p.addr+",127.0.0.1:1", "--startclock", "1", "--playclock", "1", "--quiet")
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if c.ProcessState.ExitCode() != 1 || said.String() != "gambito: no answer ever came from nought: all its moves are random\n" || !strings.Contains(string(out), "cross ") {
		t.Errorf("%v: %s%s", err, out, said.String())
	}
}

// TestPlayerStops checks that a player ends cleanly when it is told to.
func TestPlayerStops(t *testing.T) {
	p := startPlayer(t)
	p.Process.Signal(os.Interrupt)
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the player goes on")
	}
}
