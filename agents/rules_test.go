package agents_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/games/backgammon"
)

// TestRulesAgainstRandom expects a player that knows what it does.
func TestRulesAgainstRandom(t *testing.T) {
	g := parseGame(t, "backgammon")
	if won := wins(t, g, "rules", 400); won < 385 {
		t.Errorf("rules wins %d of 400 games against random", won)
	}
}

// TestLookaheadAgainstRandom does with every evaluation.
func TestLookaheadAgainstRandom(t *testing.T) {
	g := parseGame(t, "backgammon")
	for _, eval := range []string{"pubeval", "rules", "fuzzy", "td"} {
		if won := wins(t, g, "lookahead:plies=0,eval="+eval, 100); won < 90 {
			t.Errorf("%s wins %d of 100 games against random", eval, won)
		}
		if won := wins(t, g, "lookahead:plies=1,width=2,eval="+eval, 4); won < 3 {
			t.Errorf("%s wins %d of 4 games against random, looking ahead", eval, won)
		}
	}
}

// TestBearoff checks that in bear-offs rules and fuzzy choose turns that are
// best by the tables, which without them they do not.
func TestBearoff(t *testing.T) {
	g := backgammon.New()
	tables := backgammonAgent(t, "td")
	for _, name := range []string{"rules", "fuzzy"} {
		with, without := backgammonAgent(t, name), backgammonAgent(t, name+":bearoff=off")
		r := rand.New(rand.NewPCG(5, 5))
		worse := 0
		for range 100 {
			var b backgammon.Board
			for p := range b {
				b[p][backgammon.Off] = backgammon.Men
				for range 1 + r.IntN(9) {
					b[p][backgammon.Off]--
					b[p][1+r.IntN(6)]++
				}
			}
			large, small := uint8(1+r.IntN(6)), uint8(1+r.IntN(6))
			s := backgammon.NewState(b, 0, backgammon.Dice{max(large, small), min(large, small)})
			all, err := tables.(agent.Analyst).Analyze(context.Background(), s, agent.Question{})
			if err != nil {
				t.Fatal(err)
			}
			value := func(a agent.Agent) float64 {
				m, _, _ := a.Choose(context.Background(), s, agent.Limits{})
				i := slices.IndexFunc(all.Lines, func(one agent.Line) bool { return one.Move == m })
				return all.Lines[i].Value.Score
			}
			if v := value(with); v < all.Lines[0].Value.Score {
				t.Errorf("%s wins %g points, at best it were %g: %s", name, v, all.Lines[0].Value.Score, g.FormatPosition(s))
			}
			if value(without) < all.Lines[0].Value.Score {
				worse++
			}
		}
		if worse == 0 {
			t.Errorf("%s needs no tables", name)
		}
	}
}

func TestRulesWeights(t *testing.T) {
	g := parseGame(t, "backgammon")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"good": "20 8 20 20 10 12 2 6\n5 10 10 40 10 20 30 5\n",
		"bad":  "20 8 20\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const weights = "20/8/20/20/10/12/2/6/5/10/10/40/10/20/30/5"
	for _, c := range []struct{ spec, wrong string }{
		{"rules", ""},
		{"rules:weights=" + weights, ""},
		{"rules:file=" + filepath.Join(folder, "good"), ""},
		{"rules:weights=" + weights + ",file=x", "exclude each other"},
		{"rules:weights=1/2", "there are 2 numbers, not 16"},
		{"rules:weights=2" + weights, `number 1 is "220", not one from 1 to 100`},
		{"rules:file=" + filepath.Join(folder, "bad"), "there are 3 numbers, not 16"},
		{"rules:file=" + filepath.Join(folder, "nothing"), "no such file"},
		{"lookahead:eval=rules,weights=" + weights, ""},
		{"lookahead:eval=rules,weights=1/2", "there are 2 numbers, not 16"},
		{"lookahead:eval=fuzzy,weights=" + weights, "there are 16 numbers, not 22"},
		{"lookahead:eval=pubeval,weights=" + weights, "weights are for eval=rules and eval=fuzzy"},
		{"lookahead:eval=rules,model=x", "a model is for eval=td"},
	} {
		spec, err := agents.New(agent.NewEnvironment("")).Parse(c.spec)
		if err == nil {
			_, err = spec.New(g)
		}
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}
