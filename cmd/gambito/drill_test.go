package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gambito/api"
	"gambito/faults"
)

// TestFaultDrill is a short drill: some of every work is killed, on full disks, and read
// from damaged files.
func TestFaultDrill(t *testing.T) {
	switch {
	case raceDetector || testing.Short():
		t.Skip("too slow")
	case faults.Supported != nil:
		t.Skip(faults.Supported)
	}
	c := exec.Command("gambito", "drill", "--kills", "15", "--disks", "3", "--files", "80", "--json")
	c.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	var told strings.Builder
	c.Stderr = &told
	out, err := c.Output()
	var r api.Faults
	if bad := json.Unmarshal(out, &r); err != nil || bad != nil || len(r.Wrong) > 0 || sum(r.Kills) < 15 || sum(r.Files) < 70 || r.Said < 20 {
		t.Errorf("%v, %v: %s\n%s", err, bad, out, told.String())
	}
	t.Logf("%.0f s: %d kills, %d files, %d of them said to be damaged", r.Seconds, sum(r.Kills), sum(r.Files), r.Said)
}
