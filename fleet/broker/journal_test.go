package broker

import (
	"strings"
	"testing"
)

// TestJournal: what is told is one short line that no terminal obeys, and strangers
// cannot fill a screen.
func TestJournal(t *testing.T) {
	var told []string
	j := &journal{tell: func(text string) { told = append(told, text) }}
	j.Warnf("nobody needs this")
	for range 1000 {
		j.Errorf("authentication error of %s", "\x1b[2J\r\n"+strings.Repeat("é", 1000))
	}
	if len(told) != 1 || len(told[0]) > 310 || strings.ContainsAny(told[0], "\x1b\r\n") {
		t.Errorf("%q", told)
	}
	if j.stuck() {
		t.Error("it has given up")
	}
	j.Warnf("Filesystem permission denied while writing msg, disabling JetStream: x")
	if !j.stuck() {
		t.Error("it has not given up")
	}
}
