package games

import (
	"slices"
	"strings"
	"testing"

	"gambito/game"
)

// TestCatalogue checks that every game can be made from its own description.
func TestCatalogue(t *testing.T) {
	var ids []string
	for _, entry := range Catalogue.Entries {
		ids = append(ids, entry.ID)
		g, err := Parse(entry.ID)
		if err != nil {
			t.Error(err)
			continue
		}
		if g.Info().ID != entry.ID || g.Info().Name != entry.Name {
			t.Errorf("%s makes %s, %s", entry.ID, g.Info().ID, g.Info().Name)
		}
		if entry.About == "" {
			t.Errorf("%s has no line of rules", entry.ID)
		}
		for _, o := range entry.Options {
			if o.Help == "" {
				t.Errorf("%s: option %s has no help", entry.ID, o.Name)
			}
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
		t.Errorf("an id stands twice in %v", ids)
	}
}

// TestSheetSchemas checks that the rulesheets that come with gambito are games.
func TestSheetSchemas(t *testing.T) {
	players := map[int]bool{}
	for _, schema := range Sheets() {
		g, err := Parse(schema.ID)
		if err != nil {
			t.Error(err)
			continue
		}
		if g.Info().ID != schema.ID || g.Info().Name != schema.Name || !strings.HasSuffix(schema.About, ".") {
			t.Errorf("%s makes %s, %s: %s", schema.ID, g.Info().ID, g.Info().Name, schema.About)
		}
		players[g.Info().Players()] = true
	}
	if !players[1] || !players[2] || !players[3] {
		t.Errorf("there are games for %v players", players)
	}
}

// TestIDs checks that a game's ID is the shortest spec of that very game.
func TestIDs(t *testing.T) {
	for text, want := range map[string]string{
		"connect4":                        "connect4",
		"connect4:7x6":                    "connect4",
		"connect4:columns=8":              "connect4:8x6",
		"connect4:8x6,run=5":              "connect4:8x6,run=5",
		"connect4:run=5":                  "connect4:run=5",
		"connect4:columns=7,rows=6,run=4": "connect4",
		"tictactoe:5x5":                   "tictactoe:5x5",
		"tictactoe:size=5":                "tictactoe:5x5",
		"tictactoe:5x5,run=4":             "tictactoe:5x5,run=4",
		"tictactoe:run=3":                 "tictactoe",
		"othello":                         "othello",
		"breakthrough:8x8":                "breakthrough:8x8",
		"breakthrough:columns=6":          "breakthrough",
		"breakthrough:6x5":                "breakthrough:6x5",
		"atari-go:9x9":                    "atari-go:9x9",
		"atari-go:size=7":                 "atari-go",
		"tree:depth=8,law=incremental":    "tree",
		"tree:seed=7,branching=9":         "tree:branching=9,seed=7",
		"tron:10x10":                      "tron:10x10",
		"tron:20x20":                      "tron",
		"backgammon:cube=off":             "backgammon",
		"backgammon:cube=on,jacoby=off":   "backgammon:cube=on",
		"backgammon:jacoby=on,cube=on":    "backgammon:cube=on,jacoby=on",
		"backgammon:match=7,cube=on":      "backgammon:match=7",
		"backgammon:match=7,crawford=on":  "backgammon:match=7",
		"backgammon:crawford=off,match=7": "backgammon:match=7,crawford=off",
		"backgammon:match=7,cube=off":     "backgammon:match=7,cube=off",
		"dark-hex:4x4":                    "dark-hex",
		"dark-hex:columns=3":              "dark-hex:3x4",
		"phantom-tictactoe:size=3":        "phantom-tictactoe",
		"phantom-tictactoe:4x4":           "phantom-tictactoe:4x4",
		"battleship:fleet=5-4-3-3-2":      "battleship",
		"battleship:6x6,fleet=3-2-2":      "battleship:6x6,fleet=3-2-2",
		"push-fold:stack=10":              "push-fold",
		"push-fold:stack=20":              "push-fold:stack=20",
		"whist:suits=4,hand=13":           "whist",
		"whist:trump=none,hand=6":         "whist:hand=6,trump=none",
		"einstein:setup=123456":           "einstein",
		"einstein:setup=162534":           "einstein:setup=162534",
	} {
		g, err := Parse(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if g.Info().ID != want {
			t.Errorf("%s has the ID %s, not %s", text, g.Info().ID, want)
		}
		again, err := Parse(want)
		if err != nil {
			t.Error(err)
			continue
		}
		if a, b := g.FormatPosition(g.New()), again.FormatPosition(again.New()); a != b {
			t.Errorf("%s starts at %s, its ID at %s", text, a, b)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", "chess", "connect4:99x99", "connect4:12x12", "connect4:7x6,run=9", "tictactoe:9x9", "tictactoe:3x4", "tictactoe:3x3,run=4", "othello:8x8", "breakthrough:9x9", "breakthrough:1x6", "breakthrough-holes:6x6", "atari-go:19x19", "tron:5x5", "tron:10x12", "einstein:5x5", "backgammon:jacoby=on", "backgammon:match=0", "backgammon:match=65", "backgammon:match=5,jacoby=on", "backgammon:crawford=off", "backgammon:match=5,cube=off,crawford=on", "einstein:setup=123455", "battleship:4x4", "battleship:fleet=1", "dark-hex:9x9", "whist:suits=2,ranks=4", "whist:suits=2,trump=clubs", "phantom-tictactoe:3x4", "gdl:", "gdl:no such file", "gdl:.", "gdl:games.go"} {
		if g, err := Parse(text); err == nil {
			t.Errorf("%q makes %s", text, g.Info().ID)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is not one line: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"connect4:8x6,run=5", "tictactoe:5x5", "othello", "connect4:columns=1,rows=63"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(g.Info().ID)
		if err != nil || again.Info().ID != g.Info().ID {
			t.Fatalf("%q makes %s, which makes %v, %v", text, g.Info().ID, again, err)
		}
		if moves := g.New().Moves(nil); len(moves) == 0 || g.New().Turn() == game.Over {
			t.Fatalf("%q is over before it starts", text)
		}
	})
}
