package gdl

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/gdl/sheets"
)

// choice is a sheet of one move by a, with the goals of both after it.
func choice(goals ...[2]string) string {
	var b strings.Builder
	b.WriteString("(role a) (role b)\n(init start)\n(<= (legal b wait) (role b))\n(<= (next (did ?m)) (does a ?m))\n(<= (over ?m) (true (did ?m)))\n(<= terminal (over ?m))\n")
	for i, pair := range goals {
		name := "m" + string(rune('0'+i))
		b.WriteString("(legal a " + name + ")\n(<= (goal a " + pair[0] + ") (over " + name + "))\n(<= (goal b " + pair[1] + ") (over " + name + "))\n")
	}
	return b.String() + "(<= (goal ?p 37) (role ?p) (not terminal) (true start))\n" // as long as the game is not over
}

// TestGeneralSum checks which sheets for two share a fixed sum, compiled or not.
func TestGeneralSum(t *testing.T) {
	for name, test := range map[string]struct {
		text    string
		general bool
	}{
		"win or loss":               {choice([2]string{"100", "0"}, [2]string{"0", "100"}), false},
		"win, draw or loss":         {choice([2]string{"100", "0"}, [2]string{"50", "50"}, [2]string{"0", "100"}), false},
		"shares":                    {choice([2]string{"70", "30"}, [2]string{"45", "55"}), false},
		"both win":                  {choice([2]string{"100", "100"}, [2]string{"0", "100"}), true},
		"a draw is worth nothing":   {choice([2]string{"100", "0"}, [2]string{"0", "0"}, [2]string{"0", "100"}), true},
		"a goal without its mirror": {choice([2]string{"100", "0"}, [2]string{"60", "30"}, [2]string{"0", "100"}), true},
	} {
		for _, limits := range []Limits{DefaultLimits, {}} {
			text := test.text
			if limits == (Limits{}) { // what may hold while the game goes on is told by compiling alone
				text = strings.ReplaceAll(text, "(<= (goal ?p 37) (role ?p) (not terminal) (true start))", "")
			}
			g, err := New([]byte(text), Options{ID: "gdl:x", Name: "x", Limits: limits})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if g.Info().GeneralSum != test.general {
				t.Errorf("%s, compiled %v: general sum %v", name, g.Fallback() == nil, g.Info().GeneralSum)
			}
			if err := ownGoals(g); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// ownGoals checks that scores tell the goals of both players after every move.
func ownGoals(g *Game) error {
	for _, m := range g.New().Moves(nil) {
		s := g.New()
		s.Play(m)
		goals := g.Goals(s)
		for p, goal := range goals {
			if want := float64(goal-50) / 50; s.Score(game.Player(p)) != want {
				return fmt.Errorf("with goals %v player %d has a score of %g", goals, p, s.Score(game.Player(p)))
			}
		}
	}
	return nil
}

// TestSheetsForTwo checks that the sheets that come along share a fixed sum, all
// but two.
func TestSheetsForTwo(t *testing.T) {
	for _, s := range sheets.All() {
		g := gameOf(t, "sheets/"+s.ID+".kif", DefaultLimits)
		if two := g.Info().Players() == 2; g.Info().GeneralSum != (!two || s.ID == "prisoners" || s.ID == "auction") {
			t.Errorf("%s: general sum %v", s.ID, g.Info().GeneralSum)
		}
	}
}

// TestPrisoners checks that both who cooperate keep what they have, and that a
// sheet whose goals are computed is of general sum without being compiled too.
func TestPrisoners(t *testing.T) {
	text, err := os.ReadFile("sheets/prisoners.kif")
	if err != nil {
		t.Fatal(err)
	}
	for _, limits := range []Limits{DefaultLimits, {}} {
		g, err := New(text, Options{ID: "gdl:prisoners", Name: "x", Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		if !g.Info().GeneralSum {
			t.Fatal("the dilemma is none: one loses what the other wins")
		}
		s := g.New()
		for range 4 {
			m, err := g.ParseMove(s, "cooperate cooperate")
			if err != nil {
				t.Fatal(err)
			}
			s.Play(m)
		}
		if goals := g.Goals(s); s.Turn() != game.Over || !slices.Equal(goals, []int{60, 60}) || s.Score(0) != 0.2 || s.Score(1) != 0.2 {
			t.Errorf("goals %v, scores %g and %g", goals, s.Score(0), s.Score(1))
		}
	}
}
