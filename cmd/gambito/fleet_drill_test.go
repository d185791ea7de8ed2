package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gambito/api"
	"gambito/faults"
)

// TestDrill is a short drill: whatever happens to brokers, workers and coordinators,
// tournaments and trainings come out as on one machine.
func TestDrill(t *testing.T) {
	switch {
	case raceDetector || testing.Short():
		t.Skip("too slow")
	case faults.Supported != nil:
		t.Skip(faults.Supported)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "gambito", "fleet", "drill", "--faults", "30", "--size", "0.2", "--gap", "500ms", "--json")
	c.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	var told strings.Builder
	c.Stderr = &told
	out, err := c.Output()
	var d api.Drill
	if bad := json.Unmarshal(out, &d); err != nil || bad != nil || !d.Same || d.Faults < 30 {
		t.Errorf("%v, %v: %s\n%s", err, bad, out, told.String())
		for _, log := range []string{"coordinator", "broker", "worker1"} { // the folder goes with the test
			text, _ := os.ReadFile(d.Folder + "/logs/" + log + ".log")
			t.Logf("%s: %s", log, text[max(len(text)-4000, 0):])
		}
	}
	t.Logf("%d faults, %.0f s: %v", d.Faults, d.Seconds, d.Works)
}

// TestStopped: who stops a command has made no mistake.
func TestStopped(t *testing.T) {
	for err, code := range map[error]int{context.Canceled: 1, failure{os.ErrClosed}: 1, os.ErrClosed: 2} {
		if got := exitCode(err); got != code {
			t.Errorf("%v: exit code %d, not %d", err, got, code)
		}
	}
}

// TestNobodyLiesByAccident: the verb that answers wrongly is for drills alone.
func TestNobodyLiesByAccident(t *testing.T) {
	t.Parallel()
	c := exec.Command("gambito", "fleet", "impostor", "nats://127.0.0.1:1", "--as", "liar", "--name", "me")
	c.Env = os.Environ()
	out, err := c.CombinedOutput()
	if err == nil || c.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "this is for gambito fleet drill") {
		t.Errorf("%v: %s", err, out)
	}
	help, _ := exec.Command("gambito", "fleet", "--help").CombinedOutput()
	if strings.Contains(string(help), "impostor") || !strings.Contains(string(help), "drill") {
		t.Errorf("%s", help)
	}
}
