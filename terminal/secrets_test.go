package terminal

import (
	"strings"
	"testing"

	"gambito/games"
	"gambito/words"
)

// TestDealsAreOneLine: what chance deals to a player is told at once, and trumps are on the
// board, in the rules and in the help.
func TestDealsAreOneLine(t *testing.T) {
	_, out, _ := talk(t, "whist:hand=5,trump=hearts", "human", "random", words.English, "rules\nhelp\nquit\n")
	if strings.Count(out, "chance: ") != 1 {
		t.Errorf("the deal is no line:\n%s", out)
	}
	contains(t, out, "trumps: hearts")
	if strings.Count(out, "Trumps are hearts") != 2 {
		t.Errorf("rules and help do not tell trumps:\n%s", out)
	}
	_, out, _ = talk(t, "whist:hand=5", "human", "random", words.Spanish, "reglas\nsalir\n")
	contains(t, out, "triunfos: picas", "Los triunfos son picas")
}

// TestFleetsAtRandom: one word places the rest of a fleet, what the other places is one line,
// the seas have names, and the last shot of both is marked.
func TestFleetsAtRandom(t *testing.T) {
	_, out, _ := talk(t, "battleship", "human", "random", words.English, "a1-e1\nscatter\nscatter\ne5\nquit\n")
	contains(t, out, "their sea", "your sea", "second (random) has made 5 moves", "everything is placed by now", "ships afloat: yours 5, theirs 5")
	if strings.Contains(out, "has moved") || strings.Count(out, "plays a1-e1") != 1 {
		t.Errorf("what was placed is told more than once:\n%s", out)
	}
	last := out[strings.LastIndex(out, "their sea"):]
	if strings.Count(last, "[") != 2 || strings.Count(out, "their sea") != 4 {
		t.Errorf("the last shots are not marked, or it is drawn too often:\n%s", out)
	}
	again, _, _ := talk(t, "battleship", "human", "random", words.Spanish, "esparcir\nsalir\n")
	if fleet := strings.Fields(again.Moves); len(fleet) < 10 {
		t.Errorf("after scatter there are %v", fleet)
	}
}

// TestPokerWords: players call and fold, whatever the moves are written as.
func TestPokerWords(t *testing.T) {
	for _, c := range []struct{ game, position, text, want, list string }{
		{"kuhn", "K J", "check", "pass", "pass (check), bet"},
		{"kuhn", "K J bet", "call", "bet", "pass (fold), bet (call)"},
		{"kuhn", "K J bet", "FOLD", "pass", "pass (fold), bet (call)"},
		{"kuhn", "K J pass bet", "fold", "pass", "pass (fold), bet (call)"},
		{"kuhn", "K J bet", "igualar", "bet", ""},
		{"leduc", "K J", "check", "call", "call (check), raise (bet)"},
		{"leduc", "K J", "bet", "raise", ""},
		{"leduc", "K J raise", "call", "call", "fold call raise"},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := (reader{game: g, words: words.For(words.Spanish)}).move(s, s.Turn(), c.text)
		if err != nil || g.FormatMove(s, m) != c.want {
			t.Errorf("%s: %q is %d, %v, not %s", c.position, c.text, m, err, c.want)
		}
		if list := (reader{game: g}).moveList(s, s.Turn()); c.list != "" && list != c.list {
			t.Errorf("%s: the moves are %s, not %s", c.position, list, c.list)
		}
	}
	_, out, _ := talk(t, "kuhn", "human", "random", words.English, "check\nfold\nquit\n")
	contains(t, out, "first plays pass (check)", " chip")
}

// TestNobodyIsAskedForNothing: a rulesheet's noop is made without being typed.
func TestNobodyIsAskedForNothing(t *testing.T) {
	_, out, _ := talk(t, "gdl:hide-and-seek", "random", "human", words.English, "quit\n")
	contains(t, out, "seeker to move: (look 1)")
	if strings.Contains(out, "to move: noop") || strings.Contains(out, "plays noop") {
		t.Errorf("a person is asked for noop:\n%s", out)
	}
}
