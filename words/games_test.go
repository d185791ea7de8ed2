package words_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/spec"
	"gambito/words"
)

// named are texts that are the same in Spanish: names, and what is no word.
var named = regexp.MustCompile(`^([XOJQK]|[2-9TJQKA][SHDC]|[2-9TJQKA]{2}[so]?|Goofspiel|[12]x[1-6]|p[1-5]|BAR|Backgammon|Atari Go|Breakthrough|Tron|EinStein würfelt nicht!|[^a-zA-Z]*|[-+|]+.*|[| XO0-9]+)$`)

// TestGamesSpeakSpanish plays every game: whatever it writes for players has an
// entry.
func TestGamesSpeakSpanish(t *testing.T) {
	w := words.For(words.Spanish)
	seen := map[string]bool{}
	check := func(g game.Game, text string) {
		if !seen[text] && !named.MatchString(text) && w.Text(text) == text {
			t.Errorf("%s: there is no Spanish for %q", g.Info().ID, text)
		}
		seen[text] = true
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, id := range []string{"connect4", "tictactoe", "othello", "tron", "einstein", "free-for-all", "knight-fight", "sheep-and-wolf", "atari-go",
		"breakthrough", "backgammon", "backgammon:cube=on", "backgammon:cube=on,jacoby=on", "backgammon:match=3",
		"kuhn", "leduc", "liars-dice", "goofspiel", "phantom-tictactoe", "dark-hex", "battleship", "whist", "push-fold"} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		check(g, g.Info().Name)
		for _, role := range g.Info().Roles {
			check(g, role)
		}
		narrated, _ := g.(game.Narrated)
		for range 3 {
			for s := g.New(); ; {
				for _, text := range captions(s) {
					check(g, text)
				}
				m, ok := game.RandomMove(s, r, nil)
				if !ok {
					break
				}
				before := s.Clone()
				if s.Play(m); narrated != nil {
					check(g, narrated.Tell(before, s))
				}
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d texts were seen", len(seen))
	}
}

// TestGoalsInSpanish: what every game is about has an entry.
func TestGoalsInSpanish(t *testing.T) {
	w := words.For(words.Spanish)
	about := func(schema spec.Schema) {
		if g, err := games.Parse(schema.ID); err != nil || games.About(g) != schema.About {
			t.Errorf("%s is about %q, not %q (%v)", schema.ID, games.About(g), schema.About, err)
		}
		if w.Text(schema.About) == schema.About {
			t.Errorf("%s: there is no Spanish for %q", schema.ID, schema.About)
		}
	}
	for _, entry := range games.Catalogue.Entries {
		about(entry.Schema)
	}
	for _, schema := range games.Sheets() {
		about(schema)
	}
}

// captions are the words of a drawing.
func captions(s game.State) (texts []string) {
	switch s := s.(type) {
	case game.Drawer:
		texts = append(texts, s.Draw().Caption)
	case game.TextDrawer:
		for _, line := range s.DrawText() {
			for _, span := range line {
				texts = append(texts, span.Plain)
			}
		}
	}
	return texts
}
