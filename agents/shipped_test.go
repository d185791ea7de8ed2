package agents

import (
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/models"
	"gambito/ntuple"
	"gambito/search/probcut"
)

// TestShippedPatterns reads every pattern system that comes with gambito for the game it
// is named after.
func TestShippedPatterns(t *testing.T) {
	read := 0
	for _, name := range models.Names() {
		of, ok := strings.CutSuffix(name, patternsSuffix)
		if !ok {
			continue
		}
		read++
		g, err := games.Parse(of)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		data, _ := models.Read(name)
		m, err := ntuple.Decode(data)
		if err == nil {
			err = m.For(g.(game.Celled))
		}
		if err == nil {
			_, err = probcut.NewJudge(g, m)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if read == 0 {
		t.Error("no pattern systems come along")
	}
}
