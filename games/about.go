package games

import (
	"strings"

	"gambito/game"
	"gambito/gdl/sheets"
)

// About is a sentence about what is done in a game and who wins; "" of a rulesheet
// that does not come with gambito.
func About(g game.Game) string {
	id := g.Info().ID
	if sheet, ok := strings.CutPrefix(id, "gdl:"); ok {
		s, _ := sheets.Find(sheet)
		return s.About
	}
	entry, _, err := Catalogue.Read(id)
	if err != nil {
		return ""
	}
	return entry.About
}
