package nboard

import (
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/othello"
)

func TestParseCommand(t *testing.T) {
	for line, want := range map[string]Command{
		"nboard 2":           {"nboard", "2"},
		"set depth 12\r\n":   {"set depth", "12"},
		"depth 12":           {"set depth", "12"},
		"set game (;GM[x];)": {"set game", "(;GM[x];)"},
		"game (;GM[x];)":     {"set game", "(;GM[x];)"},
		"move F5/1.2/3":      {"move", "F5/1.2/3"},
		"F5":                 {"move", "f5"},
		"PA":                 {"move", "pa"},
		"go":                 {"go", ""},
		"  hint\t4 ":         {"hint", "4"},
		"":                   {},
	} {
		if got := ParseCommand(line); got != want {
			t.Errorf("%q is %+v", line, got)
		}
	}
}

func TestParseChoice(t *testing.T) {
	for line, want := range map[string]Choice{
		"=== F5":             {Move: "F5"},
		"=== f5/1.25/0.5":    {Move: "f5", Value: 1.25, Valued: true, Seconds: 0.5},
		"=== d6 -1.00 0.0":   {Move: "d6", Value: -1, Valued: true},
		"===PA//2":           {Move: "PA", Seconds: 2},
		"=== f5/NaN/1":       {Move: "f5", Seconds: 1},
		"===":                {},
		"=== I like it much": {Move: "I"},
	} {
		if got, ok := ParseChoice(line); !ok || got != want {
			t.Errorf("%q is %+v, %v", line, got, ok)
		}
	}
	for _, line := range []string{"", "status", "search F5 0 0 1", "=="} {
		if _, ok := ParseChoice(line); ok {
			t.Errorf("%q is a choice", line)
		}
	}
}

// TestGames writes positions as games and reads them again.
func TestGames(t *testing.T) {
	g := othello.New()
	s := g.New()
	for range 30 {
		text := formatGame(s)
		read, err := parseGame(text)
		if err != nil || g.FormatPosition(read.Start) != g.FormatPosition(s) {
			t.Fatalf("%s is read as %s, %v", text, g.FormatPosition(s), err)
		}
		moves := s.Moves(nil)
		s.Play(moves[len(moves)/2])
		if s.Turn() == game.Over {
			break
		}
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, line := range []string{"nboard 2", "set game (;GM[Othello]BO[8 --- *]B[F5];)", "move F5/1/2", "ping 1", "F5", "set", "\x00\xff"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := ParseCommand(line)
		if again := ParseCommand(c.Name + " " + c.Text); c.Name != "" && c.Text != "" && again != c && !strings.HasPrefix(c.Name, "set ") {
			t.Fatalf("%q is %+v, and that %+v", line, c, again)
		}
		if c.Name == "set game" {
			parseGame(c.Text)
		}
		if c.Name == "move" {
			parseMove(othello.New().New(), c.Text)
		}
	})
}

func FuzzParseChoice(f *testing.F) {
	for _, line := range []string{"=== F5/1/2", "=== F5 1 2", "===", "=== PA//1", "status x", "=== \xff/-/1e9"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := ParseChoice(line)
		if v := worth(c); !ok && c != (Choice{}) || c.Seconds < 0 || v.Score < -1 || v.Score > 1 || v.Score != v.Score {
			t.Fatalf("%q is %+v, %v, worth %+v", line, c, ok, v)
		}
	})
}
