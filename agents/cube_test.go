package agents_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
)

// TestCubeDecisions asks an agent that knows nothing of the cube.
func TestCubeDecisions(t *testing.T) {
	money, five := parseGame(t, "backgammon:cube=on"), parseGame(t, "backgammon:match=5")
	for _, c := range []struct {
		game           game.Game
		position, want string
	}{
		{money, "4HPwATDgc/ABMA", "roll"},
		{money, "XGID=-A----------------------b-:0:0:1:00:0:0:0:0:10", "double"},  // a sure win
		{money, "XGID=-A----------------------b-:1:-1:1:00:0:0:0:0:10", "chance"}, // the cube is black's
		{money, "XGID=-A----------------------b-:0:0:1:D:0:0:0:0:10", "drop"},
		{money, "XGID=-----AA-----------------b-:0:0:-1:D:0:0:0:0:10", "drop"}, // a sure loss but for 6 of 36
		{money, "4HPwATDgc/ABMA:cAkAAAAAAAAA 31", "8/5 6/5"},
		{money, "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "take"},
		{money, "XGID=-A----------o-------------:0:0:1:00:0:0:0:0:10", "roll"},  // too good: a sure gammon
		{five, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:5:10", "double"}, // nothing to lose after the Crawford game
		{five, "XGID=-A----------------------b-:0:0:1:00:4:0:0:5:10", "roll"},   // nothing to win
		{five, "XGID=-A----------------------b-:0:0:1:00:4:0:1:5:10", "chance"}, // the Crawford game
		{five, "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:2:4:0:5:10", "take"},
	} {
		s, err := c.game.ParsePosition(c.position)
		if err != nil {
			t.Fatal(err)
		}
		got := "chance"
		if s.Turn() != game.Chance {
			a := newAgent(t, c.game, "pubeval")
			a.NewGame(s.Turn(), 1)
			m, _, err := a.Choose(context.Background(), s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			got = c.game.FormatMove(s, m)
		}
		if got != c.want {
			t.Errorf("%s %s: pubeval plays %s, not %s", c.game.Info().ID, c.position, got, c.want)
		}
	}
}

// TestAllPlayWithTheCube lets agents of every kind play some moves of a match;
// whatever they do must be legal.
func TestAllPlayWithTheCube(t *testing.T) {
	g := parseGame(t, "backgammon:match=3")
	for _, text := range []string{"random", "pubeval", "rules", "mcts:sims=20", "expectiminimax:depth=1", "fuzzy", "td", "td:plies=1", "ensemble:replicas=2", "lookahead:plies=0", "rollout:games=36,policy=pubeval"} {
		players := [2]agent.Agent{newAgent(t, g, text), newAgent(t, g, text)}
		dice := rand.New(rand.NewPCG(2, 2))
		s := g.New()
		for p := range players {
			players[p].NewGame(game.Player(p), 1)
		}
		for ply := 0; ply < 16 && s.Turn() != game.Over; ply++ {
			m, _ := game.RandomMove(s, dice, nil)
			if s.Turn() != game.Chance {
				var err error
				if m, _, err = players[s.Turn()].Choose(context.Background(), s, agent.Limits{}); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				if _, err := g.ParseMove(s, g.FormatMove(s, m)); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
			s.Play(m)
		}
	}
}

func TestCubePlayerStops(t *testing.T) {
	g := parseGame(t, "backgammon:cube=on")
	s, err := g.ParsePosition("4HPwATDgc/ABMA 31")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := newAgent(t, g, "td:plies=1")
	a.NewGame(0, 1)
	if _, _, err := a.Choose(ctx, s, agent.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestRollout(t *testing.T) {
	g := parseGame(t, "backgammon")
	s, err := g.ParsePosition("4HPwATDgc/ABMA 31")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"rollout:games=72,truncate=4": "8/5 6/5", "rollout:policy=pubeval,truncate=0,games=144": "8/5 6/5", "rollout:policy=rules,games=36": ""} {
		a := newAgent(t, g, text)
		a.NewGame(0, 1)
		m, info, err := a.Choose(context.Background(), s, agent.Limits{})
		if move := g.FormatMove(s, m); err != nil || want != "" && move != want || info.Value.Score < -0.2 || info.Value.Score > 0.9 || info.Simulations < 36 {
			t.Errorf("%s plays %s, %+v, %v", text, move, info, err)
		}
	}
	spec, err := agents.New(agent.NewEnvironment("")).Parse("rollout")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := spec.New(parseGame(t, "othello")); err == nil || !strings.Contains(err.Error(), "it plays backgammon, not othello") {
		t.Errorf("the error is %v", err)
	}
}

// TestCubeAnalysis asks about every decision of some games: the move chosen comes
// first, all that may be done is told, and in a match nothing is worth more than
// winning it.
func TestCubeAnalysis(t *testing.T) {
	for _, name := range []string{"backgammon:match=3", "backgammon:cube=on"} {
		g := parseGame(t, name)
		for _, text := range []string{"td", "pubeval"} {
			a := newAgent(t, g, text)
			r := rand.New(rand.NewPCG(3, 1))
			s := g.New()
			for range 120 {
				if s.Turn() == game.Over {
					s = g.New()
				}
				if s.Turn() == game.Chance {
					m, _ := game.RandomMove(s, r, nil)
					s.Play(m)
					continue
				}
				a.NewGame(s.Turn(), 1)
				found, err := agent.Analyze(context.Background(), a, s, agent.Question{})
				chosen, _, _ := a.Choose(context.Background(), s, agent.Limits{})
				moves := s.Moves(nil)
				if err != nil || found.Move != chosen || len(moves) > 1 && (found.Lines == nil || found.Lines[0].Move != chosen) || len(moves) > 2 && len(found.Lines) != len(moves) {
					t.Fatalf("%s, %s: %s plays %s of %d moves, tells of %d, %v", name, text, g.FormatPosition(s), g.FormatMove(s, found.Move), len(moves), len(found.Lines), err)
				}
				for _, line := range found.Lines {
					if most := max(g.Info().MaxScore, 1); !line.Value.Known || math.Abs(line.Value.Score) > most+1e-9 {
						t.Fatalf("%s, %s: %s in %s is worth %+v", name, text, g.FormatMove(s, line.Move), g.FormatPosition(s), line.Value)
					}
				}
				s.Play(moves[r.IntN(len(moves))])
			}
		}
	}
}
