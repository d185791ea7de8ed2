package network

import (
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/ntuple"
)

// patterns are some for tic-tac-toe that count the pieces in the middle and on the corners.
func patterns(t testing.TB, meaning ntuple.Meaning) *ntuple.Model {
	t.Helper()
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ntuple.New(ntuple.Shape{Cells: g.(game.Celled).Cells(), Sets: [][]uint8{{4}, {0}}})
	if err != nil {
		t.Fatal(err)
	}
	m := &ntuple.Model{Game: "tictactoe", Meaning: meaning, Weights: ntuple.NewWeights(s), History: []ntuple.Milestone{{Games: 3, Positions: 20, Error: 0.5}}}
	copy(m.Weights.Values[0], []float32{-0.5, 0, 0.5, -0.25, 0, 0.25})
	return m
}

func TestPatternsAreKept(t *testing.T) {
	content, err := patterns(t, ntuple.Score).Encode()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Keep(t.TempDir(), "mine", content)
	if err != nil || e.Game != "tictactoe" || e.Kind != Patterns || e.Agent != "pattern:model=mine" || e.Parameters != 4 || e.Positions != 20 || len(e.History) != 1 || e.Learned != "3 games" {
		t.Errorf("%+v, %v", e, err)
	}
	for _, other := range []string{"connect4", "backgammon", "checkers-3"} {
		m := patterns(t, ntuple.Score)
		m.Game = other
		content, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(content); err == nil || !strings.Contains(err.Error(), "the patterns are for") {
			t.Errorf("patterns with the cells of tic-tac-toe are read as some for %s: %v", other, err)
		}
	}
	wrong := strings.NewReplacer(`"meaning":"score"`, `"meaning":"scor "`, `"checksum":`, `"unknown_":`).Replace(string(content))
	if _, err := Decode([]byte(wrong)); err == nil || !strings.Contains(err.Error(), "means") {
		t.Errorf("what is wrong with patterns is told as %v", err)
	}
}

func TestPatternsChoose(t *testing.T) {
	g, err := games.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, meaning := range []ntuple.Meaning{ntuple.Score, ntuple.Discs} {
		greedy := newGreedy(g.(game.Celled), patterns(t, meaning))
		for position, want := range map[string]string{
			".../.../...": "b2", // the middle is worth most
			".../.X./...": "a3", // then a corner
			".../XX./OO.": "c2", // and a win is worth more than both
		} {
			s, err := g.ParsePosition(position)
			if err != nil {
				t.Fatal(err)
			}
			if m, expected := greedy.choose(s); g.FormatMove(s, m) != want || expected < -1 || expected > 1 {
				t.Errorf("%s in %s: %s with %v, not %s", meaning, position, g.FormatMove(s, m), expected, want)
			}
		}
	}
}
