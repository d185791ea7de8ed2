package bench

import (
	"os"
	"testing"
	"time"
)

// TestCoreTime grows with the work of a process.
func TestCoreTime(t *testing.T) {
	before := CoreTime(os.Getpid())
	if before == 0 {
		t.Skip("skipped: the system does not tell")
	}
	for begin := time.Now(); CoreTime(os.Getpid()) <= before; {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("it does not grow")
		}
	}
	if CoreTime(1<<30) != 0 {
		t.Error("a process that there is not takes time")
	}
}
