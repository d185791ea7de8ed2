package agents_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/backgammon"
)

func backgammonAgent(t *testing.T, text string) agent.Agent {
	t.Helper()
	spec, err := agents.New(agent.NewEnvironment("")).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(backgammon.New())
	if err != nil {
		t.Fatal(err)
	}
	a.NewGame(0, 1)
	return a
}

func TestTDAgainstPubeval(t *testing.T) {
	g := parseGame(t, "backgammon")
	if won := winsAgainst(t, g, "td", "pubeval", 400); won < 250 {
		t.Errorf("td wins %d of 400 games against pubeval", won)
	}
}

// TestTDOpens expects the openings that nobody doubts.
func TestTDOpens(t *testing.T) {
	g := backgammon.New()
	for _, text := range []string{"td", "td:plies=1", "ensemble", "ensemble:vote=majority"} {
		a := backgammonAgent(t, text)
		for dice, want := range map[string]string{"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7", "53": "8/3 6/3", "65": "24/13"} {
			s, err := g.ParsePosition("4HPwATDgc/ABMA W " + dice)
			if err != nil {
				t.Fatal(err)
			}
			m, info, err := a.Choose(context.Background(), s, agent.Limits{})
			if err != nil || g.FormatMove(s, m) != want {
				t.Errorf("%s opens with %s by %s, %v", text, dice, g.FormatMove(s, m), err)
			}
			if info.Value.Score < -0.1 || info.Value.Score > 0.4 || info.Nodes == 0 {
				t.Errorf("%s, %s: %+v", text, dice, info)
			}
		}
	}
}

// TestPruned: with two plies not all turns of a roll are evaluated further ahead, unless
// asked for, and that does not change what nobody doubts.
func TestPruned(t *testing.T) {
	g := backgammon.New()
	pruned, all := backgammonAgent(t, "td:plies=2"), backgammonAgent(t, "td:plies=2,replies=0")
	for dice, want := range map[string]string{"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7"} {
		s, err := g.ParsePosition("4HPwATDgc/ABMA W " + dice)
		if err != nil {
			t.Fatal(err)
		}
		m, quick, err := pruned.Choose(context.Background(), s, agent.Limits{})
		if err != nil || g.FormatMove(s, m) != want {
			t.Errorf("it opens with %s by %s, %v", dice, g.FormatMove(s, m), err)
		}
		_, whole, err := all.Choose(context.Background(), s, agent.Limits{})
		if err != nil || 2*quick.Nodes > whole.Nodes || math.Abs(quick.Value.Score-whole.Value.Score) > 0.02 {
			t.Errorf("%s: %+v and %+v, %v", dice, quick, whole, err)
		}
	}
}

// TestEnsembleWithoutNoise checks that copies decide as the original does.
func TestEnsembleWithoutNoise(t *testing.T) {
	g := backgammon.New()
	td := backgammonAgent(t, "td")
	others := []agent.Agent{
		backgammonAgent(t, "ensemble:replicas=0"),
		backgammonAgent(t, "ensemble:replicas=2,sigma=0,vote=majority"),
		backgammonAgent(t, "lookahead:eval=td,plies=0"),
	}
	noisy, differ, turns := backgammonAgent(t, "ensemble:replicas=1,sigma=0.5,original=off,vote=majority"), 0, 0
	r := rand.New(rand.NewPCG(3, 3))
	for range 5 {
		s := g.New()
		for s.Turn() != game.Over {
			if s.Turn() == game.Chance {
				m, _ := game.RandomMove(s, r, nil)
				s.Play(m)
				continue
			}
			want, _, _ := td.Choose(context.Background(), s, agent.Limits{})
			for i, a := range others {
				if m, _, err := a.Choose(context.Background(), s, agent.Limits{}); m != want || err != nil {
					t.Fatalf("agent %d plays %s in %s, td %s", i, g.FormatMove(s, m), g.FormatPosition(s), g.FormatMove(s, want))
				}
			}
			if m, _, _ := noisy.Choose(context.Background(), s, agent.Limits{}); m != want {
				differ++
			}
			turns++
			s.Play(want)
		}
	}
	if differ < turns/10 {
		t.Errorf("much noise changes %d of %d turns", differ, turns)
	}
}
