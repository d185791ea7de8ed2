package main

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// TestLogKeepsTheSecret: whatever is logged, and as whatever type, the token is not in it.
func TestLogKeepsTheSecret(t *testing.T) {
	const token = "open-sesame-now"
	for _, how := range []string{logText, logJSON} {
		var out bytes.Buffer
		l := logFlags{how, "debug"}.logger(&out, token)
		l.Info("x", "path", "/p/"+token, "error", errors.New("no "+token), "list", []string{token}, token, 1, slog.Group("in", "side", token))
		l.Debug("about " + token)
		l.With("always", token).Warn("y")
		if strings.Contains(out.String(), token) || strings.Count(out.String(), "\n") != 3 {
			t.Errorf("%s: %s", how, out.String())
		}
	}
}

// TestLogLevels checks what is told and what is not.
func TestLogLevels(t *testing.T) {
	for _, c := range []struct {
		flags logFlags
		lines int
	}{
		{logFlags{logText, "warn"}, 2}, {logFlags{logJSON, "debug"}, 4}, {logFlags{logJSON, "info"}, 3}, {logFlags{logText, "error"}, 1}, {logFlags{logOff, "debug"}, 0},
	} {
		var out bytes.Buffer
		l := c.flags.logger(&out, "")
		l.Debug("a")
		l.Info("b")
		l.Warn("c")
		l.Error("d")
		if got := strings.Count(out.String(), "\n"); got != c.lines {
			t.Errorf("%v: %d lines, want %d: %s", c.flags, got, c.lines, out.String())
		}
	}
}
