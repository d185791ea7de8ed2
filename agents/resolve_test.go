package agents_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/spec"

	"pgregory.net/rapid"
)

// TestResolvedParsesToItself checks the law of agent.Resolved for every agent, with
// any options, in games of all kinds.
func TestResolvedParsesToItself(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	var all []game.Game
	for _, id := range []string{"connect4", "connect4:8x7", "othello", "tictactoe", "breakthrough", "tron:6x6", "einstein", "backgammon", "backgammon:match=3", "gdl:knights-tour", "gdl:goofspiel"} {
		g := parseGame(t, id)
		all = append(all, g)
	}
	resolved := 0
	rapid.Check(t, func(t *rapid.T) {
		entry := rapid.SampledFrom(registry.Entries).Draw(t, "agent")
		text := entry.ID
		var options []string
		for _, o := range entry.Options {
			if value := someValue(t, o); value != "" {
				options = append(options, o.Name+"="+value)
			}
		}
		if options != nil {
			text += ":" + strings.Join(options, ",")
		}
		g := rapid.SampledFrom(all).Draw(t, "game")
		s, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.For(g)
		if err != nil {
			return // it does not fit the game
		}
		resolved++
		again, err := registry.Parse(r.String())
		if err != nil {
			t.Fatalf("%s for %s is %s, which is refused: %v", text, g.Info().ID, r, err)
		}
		if twice, err := again.For(g); err != nil || twice.String() != r.String() {
			t.Fatalf("%s for %s is\n%s, and that is\n%s, %v", text, g.Info().ID, r, twice, err)
		}
	})
	if resolved == 0 {
		t.Error("no agent fits any game")
	}
}

// someValue is a value of an option, or "" to leave it out.
func someValue(t *rapid.T, o spec.Option) string {
	if rapid.IntRange(0, 9).Draw(t, o.Name+" given") > 1 {
		return ""
	}
	switch o.Type {
	case spec.Int:
		return rapid.SampledFrom([]string{"1", "2", "3"}).Filter(inRange(o)).Draw(t, o.Name)
	case spec.Float:
		return rapid.SampledFrom([]string{"1", "0.50", "1.5e0"}).Filter(inRange(o)).Draw(t, o.Name)
	case spec.Duration:
		return rapid.SampledFrom([]string{"1s", "1500ms"}).Draw(t, o.Name)
	case spec.Bool:
		return rapid.SampledFrom([]string{"on", "off"}).Draw(t, o.Name)
	case spec.Choice:
		return rapid.SampledFrom(o.Choices).Draw(t, o.Name)
	}
	return ""
}

func inRange(o spec.Option) func(string) bool {
	schema := spec.Schema{ID: "x", Options: []spec.Option{o}}
	return func(value string) bool {
		_, err := schema.Read([]spec.Arg{{Key: o.Name, Value: value}})
		return err == nil
	}
}

// TestResolvedTellsAgentsApart: two specs that play differently are different when
// they are resolved, and the same agent written in two ways is not.
func TestResolvedTellsAgentsApart(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for _, c := range []struct {
		game, a, b string
		same       bool
	}{
		{"connect4", "mcts:sims=300", "mcts:sims=300,playout=uniform", false},
		{"connect4", "mcts:sims=300", "mcts:sims=300,leaf=eval", true},
		{"connect4", "mcts:sims=300,playout=uniform", "mcts:sims=300,leaf=playout", true},
		{"breakthrough", "mcts:sims=300", "mcts:sims=300,playout=uniform", true},
		{"connect4", "alphabeta", "alphabeta:depth=4", true},
		{"connect4", "alphabeta", "alphabeta:eval=none", false},
		{"connect4", "alphabeta:time=1s", "alphabeta:time=1000ms,deepen=off", true},
		{"connect4", "mcts:policy=ucb-alpha1", "mcts:policy=ucb-alpha1,sims=1e3", true},
		{"backgammon", "rules", "rules:bearoff=on", true},
		{"backgammon", "td", "td:model=backgammon", true},
		{"backgammon", "td:plies=1", "td:plies=1,replies=0", true},
		{"backgammon", "td:plies=2", "td:plies=2,replies=8", true},
		{"backgammon", "td:plies=2", "td:plies=2,replies=0", false},
		{"connect4", "alphazero", "alphazero:model=connect4,sims=400", true},
		{"gdl:goofspiel", "ggp", "ggp:amaf=off,playout=uniform", true},
		{"breakthrough", "mcts:amaf=rave", "mcts:amaf=rave,amaf-beta=mse,amaf-weight=0.00001", true},
		{"breakthrough", "mcts:amaf=rave,amaf-weight=1000", "mcts:amaf=rave,amaf-beta=hand", true},
		{"breakthrough", "mcts:amaf=grave", "mcts:amaf=grave,amaf-beta=mse", true},
		{"breakthrough", "mcts:amaf=grave", "mcts:amaf=grave,amaf-beta=hand", false},
		{"breakthrough", "mcts:playout=mast", "mcts:playout=mast,mast-select=off", true},
		{"breakthrough", "mcts", "mcts:mast-select=on", true},
	} {
		g := parseGame(t, c.game)
		resolve := func(text string) string {
			s, err := registry.Parse(strings.ReplaceAll(text, "1e3", "1000"))
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.For(g)
			if err != nil {
				t.Fatal(err)
			}
			return r.String()
		}
		if a, b := resolve(c.a), resolve(c.b); (a == b) != c.same {
			t.Errorf("%s: %s and %s are\n%s and\n%s", c.game, c.a, c.b, a, b)
		}
	}
}

// TestResolvedPlaysAlike: an agent and its resolved spec choose the same moves.
func TestResolvedPlaysAlike(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for text, id := range map[string]string{
		"mcts:sims=50": "connect4", "mcts:sims=50,playout=mast": "connect4", "ggp:sims=50": "gdl:goofspiel", "alphabeta": "othello",
		"uct:sims=50": "othello", "alphazero:sims=20,noise=0.3": "connect4", "perfect": "tictactoe", "rules": "backgammon", "expectiminimax": "einstein",
	} {
		g := parseGame(t, id)
		s, err := registry.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.For(g)
		if err != nil {
			t.Fatal(err)
		}
		if one, other := firstMoves(t, registry, g, text), firstMoves(t, registry, g, r.String()); one != other {
			t.Errorf("%s at %s plays %q, and %s plays %q", text, id, one, r, other)
		}
	}
}

// firstMoves are those that an agent makes for both sides of a game.
func firstMoves(t *testing.T, registry *agent.Registry, g game.Game, text string) string {
	t.Helper()
	spec, err := registry.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := spec.New(g)
	if err != nil {
		t.Fatal(err)
	}
	a.NewGame(0, 7)
	s := g.New()
	var moves []game.Move
	for len(moves) < 8 && s.Turn() != game.Over {
		var m game.Move
		switch s.Turn() {
		case game.Chance:
			m = s.Moves(nil)[0]
		case game.Together:
			own, _, err := a.Choose(t.Context(), s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			m = s.(game.Simultaneous).Join([]game.Move{own, s.(game.Simultaneous).MovesOf(1, nil)[0]})
		default:
			if m, _, err = a.Choose(t.Context(), s, agent.Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		s.Play(m)
		moves = append(moves, m)
	}
	return game.FormatLine(g, g.New(), moves)
}

// TestArtefacts: a file is part of what an agent is, and read once.
func TestArtefacts(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	g := parseGame(t, "backgammon")
	file := filepath.Join(t.TempDir(), "w.txt")
	write := func(first string) agent.Resolved {
		if err := os.WriteFile(file, []byte(first+strings.Repeat(" 20", 7)+" 5"+strings.Repeat(" 20", 7)), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := registry.Parse("rules:file=" + file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.For(g)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one := write("1")
	two := write("2")
	if one.String() != two.String() || len(one.Artefacts()) != 1 || one.Artefacts()[0].Digest == two.Artefacts()[0].Digest {
		t.Errorf("the files of both are %+v and %+v", one.Artefacts(), two.Artefacts())
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := one.New(); err != nil {
		t.Errorf("the file is read again: %v", err)
	}
	alphazero, err := registry.Parse("alphazero")
	if err != nil {
		t.Fatal(err)
	}
	c4 := parseGame(t, "connect4")
	r, err := alphazero.For(c4)
	if err != nil || len(r.Artefacts()) != 1 || r.Artefacts()[0].Name != "connect4" {
		t.Errorf("the network of %s is %v, %v", r, r.Artefacts(), err)
	}
}

// TestWithin: limits from outside take the place of the default limit, and no
// other's.
func TestWithin(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	g := parseGame(t, "tictactoe")
	for _, c := range []struct {
		text   string
		limits agent.Limits
		begins string
	}{
		{"mcts", agent.Limits{}, "mcts:sims=1000,memory"},
		{"mcts", agent.Limits{Simulations: 5000}, "mcts:sims=5000,memory"},
		{"mcts", agent.Limits{Depth: 3}, "mcts:sims=1000,memory"},
		{"mcts", agent.Limits{Time: time.Second}, "mcts:time=1s,memory"},
		{"mcts:sims=7", agent.Limits{Simulations: 5000, Time: time.Second}, "mcts:sims=7,memory"},
		{"alphabeta", agent.Limits{Simulations: 5000}, "alphabeta:depth=4,eval"},
		{"alphabeta", agent.Limits{Time: time.Second}, "alphabeta:time=1s,eval"},
		{"random", agent.Limits{Time: time.Second}, "random"},
		{"perfect", agent.Limits{Depth: 5}, "perfect:ties=rule,positions="},
		{"mcts", agent.Limits{Time: time.Microsecond}, "mcts:time=1ms,memory"},
	} {
		s, err := registry.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Within(c.limits).For(g); err != nil || !strings.HasPrefix(r.String(), c.begins) {
			t.Errorf("%s within %+v is %s, %v", c.text, c.limits, r, err)
		}
	}
}
