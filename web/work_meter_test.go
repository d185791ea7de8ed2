package web

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"gambito/progress"
	"gambito/queue"
)

// TestWorkIsMetered checks that the games of a run that goes on are those played now,
// and that the log tells how work has ended.
func TestWorkIsMetered(t *testing.T) {
	var out bytes.Buffer
	s := serverFor(t, Options{Log: slog.New(slog.NewTextHandler(&out, nil))})
	do := s.metered("run", func(_ context.Context, _ queue.Task, tell progress.Func) error {
		for _, done := range []int{1000, 1010, 1010, 1025} {
			tell.Tell("games", done, 2000)
		}
		tell.Tell("steps", 5000, 0)
		tell.Tell("games of another", 7, 0)
		tell.Tell("games of another", 9, 0)
		return errors.New("no such agent")
	})
	told := 0
	if err := do(t.Context(), queue.Task{Name: "mine"}, func(progress.Step) { told++ }); err == nil || told != 7 {
		t.Errorf("told %d steps, %v", told, err)
	}
	numbers := measured(t, s)
	if n := numbers[`gambito_games_total{by="tournaments"}`]; n != "27" {
		t.Errorf("%s games are counted, want 27", n)
	}
	if n := numbers[`gambito_task_seconds_count{end="failed",kind="run"}`]; n != "1" {
		t.Errorf("%q tasks have failed", n)
	}
	if text := out.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "name=mine end=failed") || !strings.Contains(text, "no such agent") {
		t.Errorf("the log: %s", text)
	}
}
