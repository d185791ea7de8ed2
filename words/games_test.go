package words_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gambito/arena"
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

// TestRulesInSpanish: games with secrets tell newcomers how they go, whatever their
// options, and every sentence has an entry.
func TestRulesInSpanish(t *testing.T) {
	w := words.For(words.Spanish)
	for id, said := range map[string]string{
		"kuhn": "call", "leduc": "four chips", "liars-dice": "highest face, 6, is wild", "liars-dice:faces=4": "highest face, 4, is wild",
		"push-fold:stack=7": "7 big blinds", "goofspiel:cards=5": "1 to 5 points", "whist": "Trumps are spades", "whist:trump=hearts": "Trumps are hearts",
		"whist:trump=none": "no trumps", "phantom-tictactoe": "3 stones", "dark-hex": "hexagons", "battleship": "such as a1-e1 across or a1-a5 down",
		"battleship:6x6,fleet=3-2": "lengths 3 2:",
	} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		rules := games.Rules(g)
		if text := strings.Join(rules, " "); !strings.Contains(text, said) {
			t.Errorf("%s: the rules do not say %q: %s", id, said, text)
		}
		for _, rule := range rules {
			if other := w.Text(rule); other == rule || strings.Contains(other, "%!") || strings.Contains(other, "%s") {
				t.Errorf("%s: there is no Spanish for %q: %s", id, rule, other)
			}
		}
	}
	for _, entry := range games.Catalogue.Entries {
		if g, err := games.Parse(entry.ID); err == nil && game.OfSecrets(g) && games.Rules(g) == nil {
			t.Errorf("%s has secrets and no rules for newcomers", entry.ID)
		}
	}
}

// TestAmountsInWords: what is won is told in its own unit, one or several.
func TestAmountsInWords(t *testing.T) {
	for _, test := range []struct{ game, moves, english, spanish string }{
		{"kuhn", "K J pass pass", "first wins 1 chip after 2 moves.", "first gana 1 ficha tras 2 jugadas."},
		{"kuhn", "K J bet bet", "first wins 2 chips after 2 moves.", "first gana 2 fichas tras 2 jugadas."},
		{"push-fold", "72o AA fold", "second wins 0.5 big blinds after 1 move.", "second gana 0,5 ciegas grandes tras 1 jugada."},
	} {
		g, err := games.Parse(test.game)
		if err != nil {
			t.Fatal(err)
		}
		line, err := game.ParseLine(g, g.New(), test.moves)
		if err != nil {
			t.Fatal(err)
		}
		s := g.New()
		for _, m := range line {
			s.Play(m)
		}
		r := arena.Record{Game: test.game, Position: g.FormatPosition(g.New()), Moves: test.moves, Agents: []string{"a", "b"}, Seats: []int{0, 1}, Result: []float64{s.Score(0), s.Score(1)}, Reason: arena.ByTheRules}
		name := func(p game.Player) string { return g.Info().Roles[p] }
		for language, want := range map[words.Language]string{words.English: test.english, words.Spanish: test.spanish} {
			if got := words.For(language).Result(g, r, name); got != want {
				t.Errorf("%s %s: %q, not %q", test.game, test.moves, got, want)
			}
		}
	}
}
