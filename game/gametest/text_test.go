package gametest

import (
	"strings"
	"testing"

	"gambito/game"
)

// drawn is tic-tac-toe that draws itself as text.
type drawn struct {
	game.Game
	draw func(position string) game.TextSpan
}

type drawnState struct {
	game.State
	g drawn
}

func (g drawn) New() game.State { return drawnState{g.Game.New(), g} }

func (g drawn) FormatPosition(s game.State) string {
	return g.Game.FormatPosition(s.(drawnState).State)
}

func (s drawnState) DrawText() []game.TextLine {
	return []game.TextLine{{s.g.draw(s.g.FormatPosition(s))}}
}

func TestTextDrawing(t *testing.T) {
	for _, c := range []struct {
		wrong string // "" if nothing is
		draw  func(position string) game.TextSpan
	}{
		{"", func(p string) game.TextSpan { return game.TextSpan{Plain: p, Fancy: strings.ReplaceAll(p, "X", "✕")} }},
		{"not equally wide", func(p string) game.TextSpan { return game.TextSpan{Plain: p, Fancy: p + "✕"} }},
		{"not drawn in ASCII", func(p string) game.TextSpan { return game.TextSpan{Plain: p + "✕"} }},
		{"not drawn in ASCII", func(p string) game.TextSpan { return game.TextSpan{Plain: p + "\x1b[1m"} }},
		{"drawn alike", func(p string) game.TextSpan { return game.TextSpan{Plain: strings.ReplaceAll(p, "O", "X")} }},
	} {
		err := checkDrawing(drawn{sound(), c.draw}, Facts{})
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q: %v", c.wrong, err)
		}
	}
}
