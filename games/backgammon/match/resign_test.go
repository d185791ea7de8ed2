package match

import (
	"testing"

	"gambito/game"
)

// TestResignBeforeTheRoll: where nobody may double, the player for whom the dice are
// about to be thrown can give up a game of a match.
func TestResignBeforeTheRoll(t *testing.T) {
	g, err := New(Rules{Length: 3, Cube: true, Crawford: true})
	if err != nil {
		t.Fatal(err)
	}
	at, err := g.At([2]int{2, 0}, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.ParseLine(g, at, "resign"); err == nil {
		t.Error("a game is given up before its first roll, by nobody")
	}
	if _, err := game.ParseLine(g, at, "31: 8/5 6/5 resign"); err != nil || at.Turn() != game.Over || at.Score(0) != 1 {
		t.Errorf("black gives the Crawford game up: %v, over %v", err, at.Turn() == game.Over)
	}
	if at, err = g.At([2]int{2, 0}, true); err != nil {
		t.Fatal(err)
	}
	if _, err := game.ParseLine(g, at, "13: 8/5 6/5 resign"); err != nil || at.Turn() != game.Chance || at.Table().Match.Score != [2]int{2, 1} {
		t.Errorf("white gives the Crawford game up: %v, score %v", err, at.Table().Match.Score)
	}
}
