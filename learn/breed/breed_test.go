package breed

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/games/backgammon"
	"gambito/games/backgammon/rules"
	"gambito/progress"
)

// small are settings that take next to no time, but for what is changed.
func small(t *testing.T, change string) Settings {
	t.Helper()
	s := Default()
	s.Games, s.Finalists, s.FinalGames = 4, 2, 6
	s.Genetic.Population, s.Genetic.Elite, s.Genetic.Generations, s.Genetic.Stale, s.Genetic.Mutation = 4, 1, 3, 0, 0.2
	text := "\n" + string(s.YAML())
	for line := range strings.Lines(change) {
		key, _, _ := strings.Cut(line, ":")
		before, after, _ := strings.Cut(text, "\n"+key+":")
		_, after, _ = strings.Cut(after, "\n")
		text = before + "\n" + line + after
	}
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t *testing.T, s Settings, jobs int) *Evolution {
	t.Helper()
	g, err := games.Parse(s.GameSpec())
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(g, agents.New(agent.NewEnvironment("")), s, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var kept = func(*Evolution) error { return nil }

// variety is every kind of fitness, and all kinds of players.
var variety = map[string]string{
	"points":       "",
	"fuzzy":        "player: fuzzy\n",
	"same dice":    "dice: run\n",
	"co-evolution": "against: self\n",
	"two rivals":   "against: pubeval,rules:bearoff=off\n",
	"mixed":        "against: self;pubeval\n",
	"agreement":    "agree: rank:10\n",
	"hand":         "player: hand\nagainst: default\n",
	"classic":      "player: classic\nagainst: self;alphabeta:depth=1\ncoding: gray\n",
	"h1":           "player: h1\nagainst: default\nsearch: alphabeta:depth=1\nopenings: 4\n",
	"other board":  "player: h2\ngame: connect4:6x5\nagainst: self\n",
	"agrees on h2": "player: h2\nagainst: alphabeta:depth=1,eval=h1\nagree: best:1\n",
	"network":      climbing,
	"networks":     "player: network\nagainst: pubeval,self\nmutation: 0.5\ncreep: 0.01\ngames: 2\ngenerations: 2\n",
	"agreements":   "agree: rank:10\nagainst: pubeval,fuzzy\n",
	"coincidence":  "agree: best:5\nagainst: rules\n",
	"top three":    "agree: top:10/5/3\n",
	"steady":       "method: steady\nchildren: 3\nreplace: 2\nelite: 0\n",
	"first rules":  "options: moved=on/rear-blots=on\n",
	"hill":         "method: hill\npopulation: 2\nelite: 0\ncreep: 0.1\nagainst: self\n",
}

// climbing is hill climbing of a network.
const climbing = "player: network\nmethod: hill\npopulation: 2\nelite: 0\nmutation: 1\ncreep: 0.0015625\nstride: 0.05\nagainst: self\nfinalists: 1\n"

// TestSameForAnyJobs evolves with one job and with three, and stops in between.
func TestSameForAnyJobs(t *testing.T) {
	for name, change := range variety {
		s := small(t, change)
		one, three := start(t, s, 1), start(t, s, 3)
		if err := one.Evolve(context.Background(), kept); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		stop := errors.New("stop")
		err := three.Evolve(context.Background(), func(*Evolution) error { return stop })
		if !errors.Is(err, stop) {
			t.Fatalf("%s: %v", name, err)
		}
		rest := start(t, s, 3)
		if err := rest.Load(three.Save()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := rest.Evolve(context.Background(), kept); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(one.Save(), rest.Save()) {
			t.Errorf("%s: one job and three differ", name)
		}
		if one.done != one.Total() || rest.done != rest.Total() {
			t.Errorf("%s: %d and %d of %d games", name, one.done, rest.done, one.Total())
		}
		finals, err := rest.Finals(context.Background())
		if err != nil || len(finals) == 0 || finals[0].Games != 6*max(1, len(finals[0].Met)) {
			t.Errorf("%s: finals %+v, %v", name, finals, err)
		}
	}
}

// TestStoppedGeneration counts a generation once, though it was begun before.
func TestStoppedGeneration(t *testing.T) {
	e := start(t, small(t, "games: 4\n"), 1)
	ctx, stop := context.WithCancel(context.Background())
	e.Progress = func(s progress.Step) {
		if s.Done > 2 {
			stop()
		}
	}
	if err := e.Evolve(ctx, kept); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var first, last progress.Step
	e.Progress = func(s progress.Step) {
		if first.Total == 0 {
			first = s
		}
		last = s
	}
	if err := e.Evolve(context.Background(), kept); err != nil {
		t.Fatal(err)
	}
	if first.Done != 0 || last != (progress.Step{What: "games", Done: e.Total(), Total: e.Total()}) {
		t.Errorf("it goes on at %+v and ends at %+v", first, last)
	}
	if _, err := e.Finals(context.Background()); err != nil || last.What != "games of the finals" || last.Done == 0 || last.Done != last.Total {
		t.Errorf("the finals end at %+v, %v", last, err)
	}
}

// TestEqualDice gives an individual the same games wherever it stands in a
// generation, and others in the next.
func TestEqualDice(t *testing.T) {
	e := start(t, small(t, "games: 40\n"), 2)
	a, b := rules.Default[:], []int{20, 8, 20, 20, 10, 12, 2, 6, 5, 10, 10, 40, 10, 20, 30, 5}
	first, err := e.fitness(context.Background(), 1, [][]int{a, b})
	if err != nil {
		t.Fatal(err)
	}
	again, _ := e.fitness(context.Background(), 1, [][]int{b, a, a})
	if again[0] != first[1] || again[1] != first[0] || again[2] != first[0] {
		t.Errorf("fitness %v, in another order %v", first, again)
	}
	other, _ := e.fitness(context.Background(), 2, [][]int{a, b})
	if other[0] == first[0] && other[1] == first[1] {
		t.Error("two generations have the same dice")
	}
}

// TestCoevolution shares the points of every pair out.
func TestCoevolution(t *testing.T) {
	e := start(t, small(t, "against: self\ngames: 30\n"), 2)
	weak := []int{1, 1, 1, 0, 1, 1, 1, 1, 3, 100, 100, 1, 1, 1, 1, 1}
	got, err := e.fitness(context.Background(), 0, [][]int{rules.Default[:], weak, rules.Default[:]})
	if err != nil {
		t.Fatal(err)
	}
	if sum := got[0] + got[1] + got[2]; sum < 149.9 || sum > 150.1 || got[1] > min(got[0], got[2])-10 {
		t.Errorf("fitness %v", got)
	}
}

func TestSchemes(t *testing.T) {
	order := func(moves ...game.Move) []game.Move { return moves }
	for _, c := range []struct {
		scheme      string
		own, agents []game.Move
		want        float64
	}{
		{"rank:10", order(1, 2, 3), order(1, 2, 3), 10},
		{"rank:10", order(3, 2, 1), order(1, 2, 3), 8},
		{"rank:3", order(4, 3, 2, 1), order(1, 2, 3, 4), 0},
		{"rank:3", order(4, 3, 1, 2), order(1, 2, 3, 4), 1},
		{"best:7", order(1, 3, 2), order(1, 2, 3), 7},
		{"best:7", order(2, 1, 3), order(1, 2, 3), 0},
		{"top:10/5/3", order(2, 1, 3), order(1, 2, 3), 5},
		{"top:10/5/3", order(3, 1, 2), order(1, 2, 3), 3},
		{"top:10/5/3", order(4, 3, 1, 2), order(1, 2, 3, 4), 0},
	} {
		s, err := parseScheme(c.scheme)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.worth(c.own, c.agents); got != c.want {
			t.Errorf("%s of %v and %v is %g, not %g", c.scheme, c.own, c.agents, got, c.want)
		}
	}
}

// TestAgreesWithItself finds full agreement where there is nothing to disagree on.
func TestAgreesWithItself(t *testing.T) {
	e := start(t, small(t, "agree: best:1\nagainst: fuzzy:bearoff=off\nplayer: fuzzy\n"), 2)
	other := append([]int{}, e.Kind.Default...)
	other[0], other[1], other[21] = 0, 0, 0
	got, err := e.fitness(context.Background(), 0, [][]int{e.Kind.Default, other})
	if err != nil || got[0] != 100 || got[1] >= 99 || got[1] < 20 {
		t.Errorf("agreement %v, %v", got, err)
	}
}

func TestPresets(t *testing.T) {
	for _, name := range Presets() {
		text, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		start(t, s, 1)
		if again, err := Parse(s.YAML()); err != nil || again != s {
			t.Errorf("%s: %+v is written and read as %+v, %v", name, s, again, err)
		}
	}
	if _, err := Preset("grey"); err == nil || !strings.Contains(err.Error(), `did you mean "gray"`) {
		t.Error(err)
	}
}

func TestWrongSettings(t *testing.T) {
	for text, wrong := range map[string]string{
		"gmes: 5":                                `line 1: unknown key "gmes" (did you mean "games"?)`,
		"games: many":                            "line 1: games: it must be a whole number",
		"games: 1":                               "games 1: it must be a whole number from 2",
		"finalists: -1":                          "finalists -1",
		"final-games: 3":                         "final-games 3",
		"dice: new":                              `dice "new"`,
		"agree: rank":                            `agree "rank"`,
		"agree: top:1/2":                         `agree "top:1/2"`,
		"agree: rank:1\nagainst: self":           "needs an agent to agree with",
		"population: 1":                          "population 1",
		"from: 1/2":                              "there are 2 numbers, not 16",
		"from: 1/1/1/99/1/1/1/1/3/1/1/1/1/1/1/1": `number 4 is "99"`,
		"player: chess":                          `player "chess": it must be one of rules, fuzzy, network, hand`,
		"against: pubevel":                       `did you mean "pubeval"`,
		"against: pubeval,tdd":                   `unknown agent "tdd"`,
		"against: pubeval;pubeval":               `against "pubeval": it is there twice`,
		"against: pubeval;":                      `agent "": it must start with a name`,
		"agree: rank:1\nagainst: pubeval,self":   "needs an agent to agree with",
		"against: random\nagree: best:1":         "does not tell what it thinks",
		"- a":                                    "line 1: it must be keys with values: ",
		"a: [":                                   "line 1: ",
	} {
		s, err := Parse([]byte(text))
		if err == nil {
			_, err = New(backgammon.New(), agents.New(agent.NewEnvironment("")), s, 1)
		}
		if err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for id, wrong := range map[string]string{
		"tictactoe":    "players of tictactoe cannot be bred, only those of backgammon, othello, connect4",
		"connect4":     `player "rules" of connect4 cannot be bred`,
		"connect4:8x7": `player "rules" of connect4:8x7 cannot be bred`,
	} {
		g, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(g, agents.New(agent.NewEnvironment("")), Default(), 1); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestWrongWeights: weights that cannot be, and what else does not go together, is
// refused in one line.
func TestWrongWeights(t *testing.T) {
	for text, wrong := range map[string]string{
		"player: hand\nfrom: 1/2":                      "there are 2 numbers, not 5",
		"player: hand\nfrom: 1/2/3/4/2001":             `number 5 is "2001"`,
		"player: h1\nfrom: 1/2/-3/4/5":                 `number 3 is "-3"`,
		"player: h1\nsearch: alphabeta:depht=2":        `unknown option "depht"`,
		"player: h1\nsearch: nobody":                   `unknown agent "nobody"`,
		"player: h1\nsearch: human":                    `human`,
		"player: h1\nsearch: random":                   `unknown option "eval"`,
		"player: h1\nsearch: alphabeta:eval=h2":        `"eval"`,
		"player: h1\nagainst: alphabeta:eval=h1:1/2/3": "there are 3 numbers, not 5",
		"player: h1\nagainst: pubeval":                 "pubeval",
		"player: h1\nopenings: 61":                     "openings 61",
		"player: h1\nopenings: 60":                     "openings",
		"player: network\nagainst: default":            "a network is nobody before it is bred",
		"player: network\nfrom: 1/2":                   "there are 2 numbers, not 4081",
		"player: network\nsearch: alphabeta":           "it is for players that judge by an evaluation",
		"player: rules\nsearch: alphabeta":             "it is for players that judge by an evaluation",
	} {
		s, err := Parse([]byte(text))
		if err == nil {
			g, parseErr := games.Parse(s.GameSpec())
			if parseErr != nil {
				t.Fatal(parseErr)
			}
			_, err = New(g, agents.New(agent.NewEnvironment("")), s, 1)
		}
		if err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestKinds: names of kinds are all different, and the default numbers are in their ranges.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds {
		if seen[k.Name] || len(k.Names) != len(k.Shown(k.Default)) || k.Genome.Fits(k.Default) != nil {
			t.Errorf("%s: %d names of %d numbers, %v", k.Name, len(k.Names), len(k.Genome), k.Genome.Fits(k.Default))
		}
		seen[k.Name] = true
		s := DefaultFor(k.Game)
		s.Player = k.Name
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		if s.GameSpec() != k.Game {
			t.Errorf("%s plays %s", k.Name, s.GameSpec())
		}
	}
}

// TestDraws count half a point for each.
func TestDraws(t *testing.T) {
	c := counter{points: arena.PointTally{Paired: true}}
	for n, score := range []float64{1, -1, 0, 0, 0, 1} {
		c.add(arena.Record{Number: n, Seats: []int{0, 1}, Result: []float64{score, -score}})
	}
	if r := c.result(); r.Share != 3.5/6 || math.Abs(r.Points.Share.Estimate-r.Share) > 1e-9 || r.Wins.Estimate != 2.0/6 {
		t.Errorf("%+v, %+v", r, r.Points)
	}
}

// FuzzParse reads anything; what it takes can be written and read again.
func FuzzParse(f *testing.F) {
	for _, name := range Presets() {
		text, _ := Preset(name)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error %q has several lines", err)
			}
			return
		}
		if again, err := Parse(s.YAML()); err != nil || again != s {
			t.Errorf("%+v is written and read as %+v, %v", s, again, err)
		}
	})
}

// TestOpponents: commas between agents and commas between options are told apart.
func TestOpponents(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	for text, want := range map[string][]string{
		"pubeval":                         {"pubeval"},
		"pubeval,td":                      {"pubeval", "td"},
		"pubeval, td":                     {"pubeval", "td"},
		"self;pubeval":                    {"self", "pubeval"},
		"td:plies=1,width=4":              {"td:plies=1,width=4"},
		"td:plies=1,width=4,pubeval":      {"td:plies=1,width=4", "pubeval"},
		"td:plies=1;td:plies=0":           {"td:plies=1", "td:plies=0"},
		"td:plies=1,td:plies=0,width=4":   {"td:plies=1", "td:plies=0,width=4"},
		"rules;lookahead:eval=td,plies=1": {"rules", "lookahead:eval=td,plies=1"},
	} {
		if got := Opponents(registry, text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// TestMeanOverRivals: fitness is the mean over all rivals, and so is what finalists come to.
func TestMeanOverRivals(t *testing.T) {
	population := [][]int{rules.Default[:], {20, 8, 20, 20, 10, 12, 2, 6, 5, 10, 10, 40, 10, 20, 30, 5}}
	fitness := func(against string) []float64 {
		f, err := start(t, small(t, "games: 40\nagainst: "+against+"\n"), 2).fitness(context.Background(), 1, population)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	a, b, self := fitness("pubeval"), fitness("fuzzy"), fitness("self")
	for i, got := range fitness("pubeval,fuzzy,self") {
		if want := (a[i] + b[i] + self[i]) / 3; math.Abs(got-want) > 1e-9 {
			t.Errorf("the fitness of %d is %g, not the mean %g", i, got, want)
		}
	}
	e := start(t, small(t, "against: pubeval,random\nfinal-games: 40\n"), 2)
	if err := e.Evolve(context.Background(), kept); err != nil {
		t.Fatal(err)
	}
	finals, err := e.Finals(context.Background())
	if err != nil || len(finals) == 0 || e.Rival() != "pubeval;random" {
		t.Fatalf("%+v, %v", finals, err)
	}
	for _, f := range finals {
		if len(f.Met) != 2 || f.Games != 80 || math.Abs(f.Share-(f.Met[0].Share+f.Met[1].Share)/2) > 1e-9 || f.Met[1].Share < f.Met[0].Share+0.2 {
			t.Errorf("%+v", f)
		}
		one := f.Met[0].Points.Share
		if all := f.Points.Share; all.High-all.Low >= one.High-one.Low || all.Low >= f.Share || all.High <= f.Share {
			t.Errorf("the interval of the mean is %+v, of one %+v", all, one)
		}
	}
}
