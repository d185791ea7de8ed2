package ahead_test

import (
	"testing"

	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/fuzzy"
	"gambito/games/backgammon/pubeval"
	"gambito/games/backgammon/rules"
)

// TestScores checks that scores of turns tell chances that can be, that lie near
// those of the networks and are higher for who is to roll.
func TestScores(t *testing.T) {
	tables, _ := bearoff.In("")
	networks := evaluator()
	for name, e := range map[string]*ahead.Scores{
		"pubeval": pubeval.Positions(tables), "rules": rules.Default.Positions(tables), "fuzzy": fuzzy.Default.Positions(tables),
	} {
		products, own, theirs := 0.0, 0.0, 0.0
		for _, s := range positions(400) {
			c, d := e.Evaluate(s.Board(), 0), e.Evaluate(s.Board(), 1).Other()
			if c.Win < 0 || c.Win > 1 || c.WinGammon > c.Win || c.WinBackgammon > c.WinGammon || c.LoseGammon > 1-c.Win || c.LoseBackgammon > c.LoseGammon {
				t.Fatalf("%s: %+v", name, c)
			}
			if c.Win < d.Win {
				t.Fatalf("%s: it wins %g with the roll and %g without", name, c.Win, d.Win)
			}
			x, y := 2*float64(c.Win)-1, 2*float64(networks.Evaluate(s.Board(), 0).Win)-1
			products, own, theirs = products+x*y, own+x*x, theirs+y*y
		}
		if products < 0 || products*products < 0.25*own*theirs {
			t.Errorf("%s correlates with the networks by %g of %g × %g", name, products, own, theirs)
		}
		board := backgammon.Start
		if n := testing.AllocsPerRun(100, func() { e.Evaluate(&board, 0) }); n > 0 {
			t.Errorf("%s allocates %g times a position", name, n)
		}
	}
}
