package agents_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/spec"
)

func level(t *testing.T, r *agent.Registry, n int) agent.Spec {
	t.Helper()
	s, err := agents.Level(r, n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLevelsOfEveryGame: every level stands for an agent that fits the game, whatever
// its kind, and all but the highest make a legal move somewhere in it.
func TestLevelsOfEveryGame(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	ids := []string{"connect4:8x6", "breakthrough:8x8", "backgammon:match=3", "backgammon:cube=on"}
	for _, e := range games.Catalogue.Entries {
		ids = append(ids, e.ID)
	}
	for _, s := range games.Sheets() {
		ids = append(ids, s.ID)
	}
	for _, id := range ids {
		g := parseGame(t, id)
		s, seat := somewhere(g)
		for n := 1; n <= agents.Levels; n++ {
			r, err := level(t, registry, n).For(g)
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			again, err := registry.Parse(r.String())
			if err != nil {
				t.Fatalf("%s: level %d is %s, which is refused: %v", id, n, r, err)
			}
			if twice, err := again.For(g); err != nil || twice.String() != r.String() {
				t.Errorf("%s: level %d is\n%s, and that is\n%s, %v", id, n, r, twice, err)
			}
			if n == agents.Levels {
				continue
			}
			a, err := r.New()
			if err != nil {
				t.Fatal(err)
			}
			a.NewGame(seat, 1)
			if m, _, err := a.Choose(t.Context(), s, agent.Limits{Simulations: 20}); err != nil || !slices.Contains(game.MovesFor(s, seat, nil), m) {
				t.Errorf("%s: level %d plays %d, %v", id, n, m, err)
			}
		}
	}
}

// somewhere is a position some random moves into a game, and a seat that has to move.
func somewhere(g game.Game) (game.State, game.Player) {
	s, r := g.New(), rand.New(rand.NewPCG(3, 3))
	last := s.Clone()
	for ply := 0; ply < 5 || s.Turn() == game.Chance; ply++ {
		m, ok := game.RandomMove(s, r, nil)
		if !ok {
			break
		}
		if s.Turn() != game.Chance {
			last.CopyFrom(s)
		}
		s.Play(m)
	}
	if s.Turn() == game.Over {
		s = last
	}
	for seat := game.Player(0); ; seat++ {
		if game.ToMove(s, seat) {
			return s, seat
		}
	}
}

// TestLevelsRefused: what is no level is told in one line.
func TestLevelsRefused(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for text, want := range map[string]string{
		"level:11":        `agent "level:11": option n=11: it must be a whole number from 1 to 10`,
		"level:0":         `agent "level:0": option n=0: it must be a whole number from 1 to 10`,
		"level:high":      `agent "level:high": option n=high: it must be a whole number from 1 to 10`,
		"level:x":         `agent "level:x": "x" must be key=value or N`,
		"level:5,n=6":     `agent "level:5,n=6": option "n" is given twice`,
		"level:5,sims=10": `agent "level:5,sims=10": unknown option "sims" (there are: n)`,
	} {
		if _, err := registry.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: the error is\n%v, not\n%s", text, err, want)
		}
	}
}

// budget is what a spec spends on a move, or, of one that errs, how seldom it does;
// 0 if it does not say.
func budget(t *testing.T, text string) float64 {
	t.Helper()
	parsed, err := spec.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, arg := range parsed.Args {
		x, err := strconv.ParseFloat(arg.Value, 64)
		switch {
		case err != nil:
		case arg.Key == "temperature":
			return 1 / x
		case arg.Key == "sims" || arg.Key == "depth":
			return x
		}
	}
	return 0
}

// TestLadders: of levels by the same agent the higher one has more to spend, no two
// levels are the same, and only the highest of other games may be limited by time.
func TestLadders(t *testing.T) {
	for _, l := range agents.Ladders {
		for i, text := range l.Specs {
			if slices.Contains(l.Specs[:i], text) {
				t.Errorf("%q has %s twice", l.Game, text)
			}
			if strings.Contains(text, "time=") && (l.Game != "" || i < 7) {
				t.Errorf("%q: level %d, %s, depends on the machine", l.Game, i+1, text)
			}
			if i == 0 {
				continue
			}
			before, _, _ := strings.Cut(l.Specs[i-1], ":")
			id, _, _ := strings.Cut(text, ":")
			if less, more := budget(t, l.Specs[i-1]), budget(t, text); id == before && more != 0 && more <= less {
				t.Errorf("%q: level %d, %s, has no more to spend than %s", l.Game, i+1, text, l.Specs[i-1])
			}
		}
	}
	if last := agents.Ladders[len(agents.Ladders)-1]; last.Game != "" {
		t.Errorf("the ladder of all other games is %q", last.Game)
	}
}

// TestHigherLevelsWin: levels that are some apart differ clearly.
func TestHigherLevelsWin(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for _, c := range []struct {
		game      string
		high, low int
		games     int
	}{{"connect4", 5, 1, 20}, {"othello", 6, 3, 20}, {"breakthrough", 5, 2, 20}, {"backgammon", 7, 2, 40}, {"gdl:hex", 5, 2, 10}} {
		m := arena.Match{
			Game: parseGame(t, c.game), Agents: []agent.Spec{level(t, registry, c.high), level(t, registry, c.low)}, Games: c.games, Seed: 4, Jobs: 2,
		}
		won := 0.0
		err := m.Run(context.Background(), func(r arena.Record) error {
			if seat := slices.Index(r.Seats, 0); r.Result[seat] > 0 {
				won++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if share := won / float64(c.games); share < 0.7 {
			t.Errorf("%s: level %d wins %.0f %% of the games against level %d", c.game, c.high, 100*share, c.low)
		}
	}
}

// TestWarmTurns: with a temperature turns are drawn, by the seed alone, the better
// the likelier, and where there is a cube, too.
func TestWarmTurns(t *testing.T) {
	g := parseGame(t, "backgammon")
	s, err := g.ParsePosition("4HPwATDgc/ABMA W 31")
	if err != nil {
		t.Fatal(err)
	}
	best := make1(t, g, "td")
	want, _, err := best.Choose(t.Context(), s, agent.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]int{}
	for _, text := range []string{"td:temperature=0.001", "td:temperature=0.1", "td:temperature=5", "lookahead:eval=td,plies=0,temperature=0.1"} {
		a := newAgent(t, g, text)
		for seed := range uint64(100) {
			a.NewGame(0, seed)
			m, _, err := a.Choose(t.Context(), s, agent.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			a.NewGame(0, seed)
			if again, _, _ := a.Choose(t.Context(), s, agent.Limits{}); again != m {
				t.Fatalf("%s: seed %d gives two turns", text, seed)
			}
			if m == want {
				kept[text]++
			}
		}
	}
	cold, middle, hot := kept["td:temperature=0.001"], kept["td:temperature=0.1"], kept["td:temperature=5"]
	if cold != 100 || middle < 30 || middle > 95 || hot > 25 || kept["lookahead:eval=td,plies=0,temperature=0.1"] != middle {
		t.Errorf("the best turn is played %v times of 100", kept)
	}
}

// TestWarmTurnsWithCube: who plays the cube does not choose better turns than asked.
func TestWarmTurnsWithCube(t *testing.T) {
	g := parseGame(t, "backgammon:cube=on")
	s, err := g.ParsePosition("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
	if err != nil {
		t.Fatal(err)
	}
	turns := map[game.Move]bool{}
	a := newAgent(t, g, "td:temperature=5")
	for seed := range uint64(30) {
		a.NewGame(0, seed)
		m, _, err := a.Choose(t.Context(), s, agent.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		turns[m] = true
	}
	if len(turns) < 5 {
		t.Errorf("30 draws give %d turns", len(turns))
	}
}
