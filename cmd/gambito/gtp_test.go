package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gambito/arena"
	"gambito/protocol/engine"
)

// TestRhino has gambito play GRhino, of Debian's package grhino, under a referee: both
// are engines behind the Go Text Protocol.
func TestRhino(t *testing.T) {
	if _, err := engine.Find("gtp-rhino"); err != nil {
		t.Skip("gtp-rhino is not installed")
	}
	for _, own := range []string{"gtp:cmd=gambito gtp othello level:5", "pvs:depth=4"} {
		file := filepath.Join(t.TempDir(), "games.jsonl")
		out, err := exec.Command("gambito", "match", "othello", own, "gtp:cmd=gtp-rhino -l 3 -b 0",
			"-n", "2", "--openings", "random:4", "--records", file).CombinedOutput()
		if err != nil || strings.Contains(string(out), "forfeited") {
			t.Fatalf("%s: %v\n%s", own, err, out)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		played := 0
		for line := range strings.Lines(string(content)) {
			var r arena.Record
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if played++; r.Reason != arena.ByTheRules {
				t.Errorf("%s: a game ends by %s: %+v", own, r.Reason, r.Faults)
			}
		}
		if played != 2 {
			t.Errorf("%s: %d games were played", own, played)
		}
	}
}

// TestEnginesEnd stops gambito while an engine thinks, as people do and as nobody
// should: the engine ends too.
func TestEnginesEnd(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}
	if runtime.GOOS == "linux" { // whose kernel looks after it
		signals = append(signals, syscall.SIGKILL)
	}
	for _, signal := range signals {
		file := filepath.Join(t.TempDir(), "pid")
		c := exec.Command("gambito", "match", "othello", "random", "gtp:cmd=sh -c 'echo $$ > "+file+"; exec sleep 3600'", "-n", "1")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		pid := 0
		for deadline := time.Now().Add(20 * time.Second); pid == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			content, _ := os.ReadFile(file)
			pid, _ = strconv.Atoi(strings.TrimSpace(string(content)))
		}
		c.Process.Signal(signal)
		c.Wait()
		if pid == 0 {
			t.Fatal("the engine does not start")
		}
		if !gone(pid) {
			process, _ := os.FindProcess(pid)
			process.Kill()
			t.Errorf("%s leaves an engine behind", signal)
		}
	}
}

// gone waits until there is no such process, or nobody has noticed that it has ended.
func gone(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	for range 200 {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err == nil && strings.Contains(string(status), ") Z ") || errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
