package words

import (
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
)

// TestResignationsAreTold: where a game of a match was given up, the board and lists of
// moves say so in words, and speak of no cube.
func TestResignationsAreTold(t *testing.T) {
	g, err := games.Parse("backgammon:match=1")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New()
	if _, err := game.ParseLine(g, s, "31:"); err != nil {
		t.Fatal(err)
	}
	m := s.(game.Conceder).Concede(2)
	if got := For(Spanish).Move(g, s, m); got != "(abandona un gammon)" {
		t.Errorf("the move is %q", got)
	}
	s.Play(m)
	text := ""
	for _, line := range s.(game.TextDrawer).DrawText() {
		for _, span := range line {
			text += For(Spanish).Text(span.Plain) + "\n"
		}
	}
	if !strings.Contains(text, "ha abandonado") || strings.Contains(text, "rechazado") {
		t.Errorf("the board says\n%s", text)
	}
}
