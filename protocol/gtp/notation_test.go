package gtp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
)

// TestNotation writes every move of random games, and reads it again as people and
// programs may write it.
func TestNotation(t *testing.T) {
	for _, text := range []string{"othello", "connect4", "connect4:25x1", "tictactoe", "atari-go:9x9", "breakthrough", "breakthrough-holes",
		"knightthrough", "sheep-and-wolf", "free-for-all", "knight-fight"} {
		g, err := games.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		n, err := newNotation(g)
		if err != nil {
			t.Error(err)
			continue
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 3 {
			for s := g.New(); s.Turn() != game.Over; {
				moves := s.Moves(nil)
				for _, m := range []game.Move{moves[0], moves[r.IntN(len(moves))], moves[len(moves)-1]} {
					written, err := n.format(s, m)
					if err != nil {
						t.Fatalf("%s: %s: %v", text, g.FormatMove(s, m), err)
					}
					for _, variant := range []string{written, strings.ToLower(written), strings.Replace(written, "-", " ", 1), strings.Replace(written, "-", "x", 1), strings.Replace(written, "-", "", 1)} {
						if got, err := n.parse(s, variant); err != nil || got != m {
							t.Fatalf("%s: %s is written as %s, and read as %d, %v", text, g.FormatMove(s, m), variant, got, err)
						}
					}
				}
				m, _ := game.RandomMove(s, r, nil)
				s.Play(m)
			}
		}
	}
}

func TestVertices(t *testing.T) {
	for _, c := range []struct{ game, moves, own, written string }{
		{"othello", "", "d3", "D3"},
		{"atari-go:9x9", "", "j9", "J9"},
		{"knight-fight", "", "c2", "C2"},
		{"connect4", "", "4", "D1"},
		{"connect4", "44", "4", "D3"},
		{"breakthrough", "", "b2-c3", "B2-C3"},
		{"free-for-all", "", "a4-b6", "A4-B6"},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		n, err := newNotation(g)
		if err != nil {
			t.Fatal(err)
		}
		s := g.New()
		if _, err := game.ParseLine(g, s, c.moves); err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(s, c.own)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := n.format(s, m); err != nil || got != c.written {
			t.Errorf("%s: %s is written as %s, %v", c.game, c.own, got, err)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, why := range map[string]string{
		"backgammon":        "no dice",
		"einstein":          "no dice",
		"tron":              "one after another",
		"gdl:three-in-line": "two players",
		"gdl:knights-tour":  "two players",
		"gdl:hex":           "rows and columns",
		"connect4:32x1":     "25 columns",
	} {
		g, err := games.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newNotation(g); err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzMove(f *testing.F) {
	for _, text := range []string{"D3", "pass", "d3-e4", "A0", "I9", "4", "b2xc3", "", "-", "ß1", "Z99"} {
		f.Add(text)
	}
	var all []*notation
	for _, text := range []string{"othello", "connect4", "atari-go:9x9", "breakthrough", "knight-fight"} {
		g, err := games.Parse(text)
		if err != nil {
			f.Fatal(err)
		}
		n, err := newNotation(g)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, n)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range all {
			s := n.game.New()
			if m, err := n.parse(s, text); err == nil {
				if written, err := n.format(s, m); err != nil || bare(written) != bare(text) && !isNumber(bare(text)) {
					t.Fatalf("%q is read as %q, %v", text, written, err)
				}
			}
		}
	})
}
