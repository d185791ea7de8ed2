package exact

import (
	"errors"
	"strings"
	"testing"

	"gambito/games"
)

func TestReadLines(t *testing.T) {
	read := func(game, text string, limit int) ([]Line, error) {
		g, err := games.Parse(game)
		if err != nil {
			t.Fatal(err)
		}
		return ReadLines(strings.NewReader(text), g, limit)
	}
	lines, err := read("connect4", "44 18\n\n4433\n1\n", 2)
	if err != nil || len(lines) != 2 || lines[0].Name != "44" || !lines[0].HasScore || lines[0].Score != 18 || lines[1].Number != 3 || lines[1].HasScore {
		t.Errorf("%+v, %v", lines, err)
	}
	board := strings.Repeat("-", 27) + "OX" + strings.Repeat("-", 6) + "XO" + strings.Repeat("-", 27)
	if lines, err = read("othello", board+" X -2\n"+board+" O", 0); err != nil || lines[0].Score != -2 || lines[0].Name != board || lines[1].HasScore {
		t.Errorf("%+v, %v", lines, err)
	}
	if lines, err = read("othello", "f5d6c3 4", 0); err != nil || lines[0].Score != 4 || lines[0].Name != "f5d6c3" || lines[0].State.Turn() != 1 {
		t.Errorf("%+v, %v", lines, err)
	}
	if _, err = read("othello", "f5d6x", 0); err == nil || !strings.HasPrefix(err.Error(), "line 1: position ") {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"44\n4x": "line 2: ", "44 good": `line 1: "good" is not a score`, "1212121": "line 1: the game is over in that position",
	} {
		if _, err := read("connect4", text, 0); err == nil || !strings.HasPrefix(err.Error(), want) || !errors.As(err, new(LineError)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := read("connect4", "\n", 0); !errors.Is(err, ErrNoLines) {
		t.Error(err)
	}
}
