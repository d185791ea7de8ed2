package gamefile

import (
	"errors"
	"os"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
)

// TestSentOpensNoFile checks that what is sent is read without any file, whatever its
// name and content say.
func TestSentOpensNoFile(t *testing.T) {
	content, err := os.ReadFile("testdata/sample.wtb")
	if err != nil {
		t.Fatal(err)
	}
	list, err := ParseSent("testdata/sample.wtb", content, 10, games.Parse)
	if err != nil || !strings.HasPrefix(list[0].Record.Names[0], "player ") {
		t.Errorf("names come from files beside: %v, %v", list, err)
	}
	refuse := func(string) (game.Game, error) { return nil, errors.New("asked") }
	if _, err := ParseSent("a.json", []byte(`{"game":"gdl:/etc/passwd","agents":[]}`), 10, refuse); err == nil || !strings.Contains(err.Error(), "asked") {
		t.Errorf("the game is made by others: %v", err)
	}
	if _, err := ParseSent("a", []byte("f5\nf5\nf5\n"), 2, games.Parse); err == nil || !strings.Contains(err.Error(), "more than the 2 games") {
		t.Errorf("three games of two: %v", err)
	}
}
