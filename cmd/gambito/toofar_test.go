package main

import (
	"math"
	"os/exec"
	"strings"
	"testing"

	"gambito/games"
)

// TestEstimateLeaves: estimates are near the truth where it is known, and not above it by
// much; nothing that can be counted is refused.
func TestEstimateLeaves(t *testing.T) {
	for id, c := range map[string]struct {
		depth int
		truth float64
	}{
		"connect4":  {8, 5686266},
		"othello":   {8, 390216},
		"tictactoe": {9, 255168},
	} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := estimateLeaves(g.New(), c.depth); got > 2*c.truth || got < c.truth/20 {
			t.Errorf("%s to depth %d: %g, not %g", id, c.depth, got, c.truth)
		}
		if far := estimateLeaves(g.New(), 1_000_000_000); id != "tictactoe" && far < mostLeaves {
			t.Errorf("%s to its end: %g", id, far)
		}
	}
	if got := power(3.2e17); got != "about 10¹⁷" {
		t.Error(got)
	}
	if got := power(math.Inf(1)); !strings.Contains(got, "far more") {
		t.Error(got)
	}
}

// TestTooFar: numbers that would take for ever are refused at once, with exit code 2.
func TestTooFar(t *testing.T) {
	for args, says := range map[string]string{
		"perft connect4 1000000000":                            "leaves; at most",
		"perft othello 40 --divide":                            "leaves; at most",
		"explain connect4 alphabeta --depth 200":               "--depth 200",
		"accuracy connect4 --agent random --random 1000000000": "--random 1000000000",
		"solve connect4 --make-book book --plies 42":           "choose fewer plies",
		"solve connect4 --make-book book --plies 12":           "choose fewer plies",
		"match connect4 random random -n 1000000000000":        "--games 1000000000000: it may be 100000000 at most",
		"gdl bench tictactoe --time 1000000h":                  "--time 1000000h0m0s: it may be 24h at most",
		"train connect4 --out no --for 100000h":                "it may be 8784h at most",
		"bandit regret --rounds 1000000000000":                 "--rounds 1000000000000",
		"gdl perft tictactoe 1000000000":                       "depth 1000000000: it may be 4000 at most",
		"fit othello --games 100000000":                        "--games 100000000: it may be 5000000 at most",
		"measure tictactoe -n 1000000000000":                   "it may be 100000000 at most",
		"match connect4 random random --jobs 1000000000":       "it may be 4096 at most",
	} {
		c := exec.Command("gambito", strings.Fields(args)...)
		text, _ := c.CombinedOutput()
		out, code := string(text), c.ProcessState.ExitCode()
		if code != 2 || !strings.Contains(out, says) || strings.Count(strings.TrimSpace(out), "\n") > 0 {
			t.Errorf("%s: exit code %d: %s", args, code, out)
		}
	}
}
