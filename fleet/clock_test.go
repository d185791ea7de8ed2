package fleet

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWall(t *testing.T) {
	if off := time.Since(wall()); off < 0 || off > time.Minute {
		t.Errorf("the clock is off by %v", off)
	}
	name := filepath.Join(t.TempDir(), "clock")
	t.Setenv(DrillClock, name)
	for text, want := range map[string]time.Duration{"-3h\n": -3 * time.Hour, "20m": 20 * time.Minute, "soon": 0} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if off := time.Until(wall()) - want; off < -time.Minute || off > time.Minute {
			t.Errorf("%q: the clock is off by %v more", text, off)
		}
	}
}
