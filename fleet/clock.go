package fleet

import (
	"os"
	"strings"
	"time"
)

// DrillClock is the environment variable that names a file with a duration, such as
// -3h, by which the wall clock of this package is wrong. Fire drills change the file
// while the process runs, as people and time servers set clocks; nobody else sets it.
const DrillClock = "GAMBITO_DRILL_CLOCK"

// wall is what the clock on the wall says. It is for people to read: clocks of machines
// differ and jump, so that nothing may be decided by it. What has a length is measured
// by the monotonic clock.
func wall() time.Time {
	now := time.Now()
	if name := os.Getenv(DrillClock); name != "" {
		if text, err := os.ReadFile(name); err == nil {
			if d, err := time.ParseDuration(strings.TrimSpace(string(text))); err == nil {
				return now.Round(0).Add(d)
			}
		}
	}
	return now
}
