package main

import (
	"strings"
	"testing"

	"gambito/tune"
	"gambito/tune/optimise"
)

// TestTuneLive: below the bar stand the part, what is thought best and those that are
// likely the best, no more lines than fit.
func TestTuneLive(t *testing.T) {
	l := tuneLive{set: tune.Settings{Objective: tune.Regret}, part: tune.Searching, batch: 2, best: "mcts:alpha=1"}
	for i, mean := range []float64{0.7, 0.9, 0.8} {
		l.trials = append(l.trials, tune.Trial{Spec: "mcts:alpha=" + string(rune('1'+i)), Pairs: 10, Points: optimise.Score{Mean: mean, Error: 0.05}})
	}
	text := strings.Join(l.lines(20), "\n")
	for _, want := range []string{"search, batch 3\n", "now thought best: mcts:alpha=1\n", "regret  ± error  trees  likely  agent\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not there:\n%s", want, text)
		}
	}
	if !strings.Contains(text, "0.200     0.100     10") || strings.Index(text, "alpha=2") > strings.Index(text, "alpha=3") {
		t.Errorf("the best is not the first:\n%s", text)
	}
	for rows := range 8 {
		if n := len(l.lines(rows)); n != min(rows, 8) {
			t.Errorf("%d lines in place of %d", n, rows)
		}
	}
	l.part, l.trials = tune.Confirming, nil
	if got := l.lines(9); len(got) != 2 || got[1] != "confirmation" {
		t.Errorf("%q", got)
	}
}
