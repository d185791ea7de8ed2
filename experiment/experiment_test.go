package experiment

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/examples"
	"gambito/spec"
	"gambito/stats"
)

const minimal = `
name: test
games: [tictactoe, "connect4:8x6"]
agents:
  - random
  - {name: deep, spec: "alphabeta:depth=2,eval=none"}
`

func TestParse(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "lines"), []byte("4\n5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := minimal + `rounds: 3
games-per-pair: 10
schedule: gauntlet
openings: {tictactoe: "random:2", "connect4:8x6": lines}
pairs: on
draw: loss
seed: 18446744073709551615
stop: {rule: sprt, elo1: 30, model: normalized}
max-plies: 20
resign: {value: 0.9}
limits: {sims: 5, time: 20ms}
`
	e, err := Parse([]byte(text), folder, agents.New(agent.NewEnvironment("")))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	s := e.Settings()
	if s.Name != "test" || len(s.Games) != 2 || s.Games[1].ID != "connect4:8x6" || s.Games[0].Openings != "random:2" || s.Games[1].Lines == "" || s.Games[1].Openings != "lines" ||
		s.Agents[0].Name != "random" || s.Agents[1].Spec != "alphabeta:depth=2,eval=none" || s.Rounds != 3 || s.GamesPerPair != 10 ||
		s.Schedule != arena.Gauntlet || s.Draw != arena.DrawLoss || s.Seed != 1<<64-1 || s.Unpaired ||
		s.Stop.SPRT != (stats.SPRT{Elo1: 30, Alpha: 0.05, Beta: 0.05, Model: stats.NormalizedElo}) || s.Stop.Width != 0 ||
		s.MaxPlies != 20 || s.Resign != (arena.Resign{Value: 0.9, Moves: 3}) ||
		s.Limits != (agent.Limits{Simulations: 5, Time: 20 * time.Millisecond}) {
		t.Errorf("the settings are %+v", s)
	}
	e, err = Parse([]byte(minimal), "", agents.New(agent.NewEnvironment("")))
	if err != nil {
		t.Fatal(err)
	}
	if e.Rounds != 1 || e.GamesPerPair != 100 || e.Seed != 1 || e.Stop.Rule != arena.StopFixed || e.Draw != arena.DrawHalf || e.Schedule != arena.RoundRobin {
		t.Errorf("the defaults are %+v", e)
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                "there is nothing in it",
		"- 1\n":                                           "line 1: it must be keys with values: agents, draw, games,",
		"name: test\n":                                    `the key "games" is missing`,
		minimal + "round: 3\n":                            `line 7: unknown key "round" (did you mean "rounds"?)`,
		minimal + "name: again\n":                         `line 7: the key "name" is there twice, first in line 2`,
		minimal + "rounds: many\n":                        "line 7: rounds: it must be a whole number from 1 to 10000000",
		minimal + "rounds: 0\n":                           "line 7: rounds: it must be a whole number from 1",
		minimal + "rounds: 1.5\n":                         "line 7: rounds: it must be a whole number",
		minimal + "rounds: [1]\n":                         "line 7: rounds: it must be a whole number",
		minimal + "rounds:\n":                             "line 7: rounds: it must be a whole number",
		minimal + "games-per-pair: 5\n":                   "line 7: games-per-pair: it must be even, because games come in pairs with sides swapped",
		minimal + "seed: -1\n":                            "line 7: seed: it must be a whole number from 0 on",
		minimal + "draw: lose\n":                          `line 7: draw: unknown value "lose" (did you mean "loss"?)`,
		minimal + "schedule: league\n":                    `line 7: schedule: unknown value "league" (there are: round-robin, gauntlet, swiss, ladder)`,
		minimal + "stop: soon\n":                          `line 7: stop: unknown value "soon" (there are: fixed, sprt, width, decided)`,
		minimal + "stop: {elo1: 3}\n":                     `line 7: stop: the key "rule" is missing (fixed, sprt, width, decided)`,
		minimal + "stop: {rule: sprt, width: 0.1}\n":      "line 7: width: it goes with rule: width",
		minimal + "stop: {rule: width, games: 5}\n":       "line 7: games: it goes with rule: decided",
		minimal + "stop: {rule: decided, games: 0}\n":     "line 7: games: it must be a whole number from 1 to 10000000",
		minimal + "stop: {rule: sprt, elo0: 30}\n":        "line 7: sprt: elo0 (30) must be less than elo1 (20)",
		minimal + "resign: {value: 2}\n":                  "line 7: value: it must be above 0 and at most 1",
		minimal + "limits: {time: 5}\n":                   "line 7: time: it must be a duration such as 500ms or 2s",
		minimal + "limits: {time: 1us}\n":                 "line 7: time: 1µs: it must be a duration such as 500ms or 2s from 0.001 to 86400 seconds",
		minimal + "limits: {sim: 5}\n":                    `line 7: limits: unknown key "sim" (did you mean "sims"?)`,
		minimal + "openings: random:99\n":                 `line 7: tictactoe: openings "random:99": PLIES in random:PLIES must be a whole number from 1 to 8`,
		minimal + "openings: {othello: none}\n":           `line 7: openings: unknown key "othello"`,
		minimal + "pairs: off\nstop: sprt\nname: [x]\n":   `line 9: the key "name" is there twice, first in line 2`,
		minimal + "pairs: maybe\n":                        "line 7: pairs: it must be on or off",
		minimal + "draw: 'half\n":                         "line 7: a single quote is not closed",
		"name: a b\n":                                     `line 1: name "a b": it must be 1 to 64 letters`,
		"games: [conect4]\n":                              `line 1: games: unknown game "conect4" (did you mean "connect4"?)`,
		"games: connect4\n":                               "line 1: games: it must be a list with an entry or more",
		"games: [connect4, connect4:7x6]\n":               "line 1: games: connect4 is there twice",
		"agents:\n- random\n- mtcs\n":                     `line 3: agents: unknown agent "mtcs" (did you mean "mcts"?)`,
		"agents:\n- {name: a, spec: mcts:sims=1,sim=2}\n": `line 2: agents: unknown key "sim=2" (there are: name, spec); within braces a spec with commas must be quoted`,
		"agents:\n- {name: a, spec: \"mcts:sim=1\"}\n":    `line 2: agents: agent "mcts:sim=1": unknown option "sim" (did you mean "sims"?)`,
		"agents:\n- {name: a, spec: random}\n- {name: a, spec: random}\n": `line 3: agents: two agents have the name "a"`,
		"agents:\n- {name: a}\n": `line 2: agents: the key "spec" is missing`,
	} {
		_, err := Parse([]byte(text), "", agents.New(agent.NewEnvironment("")))
		if err == nil || !strings.HasPrefix(err.Error(), want) && !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is\n%v, not\n%s", text, err, want)
		}
	}
}

// TestExamples: what is shown can be run.
func TestExamples(t *testing.T) {
	e, err := Parse([]byte(examples.Policies), "", agents.New(agent.NewEnvironment("")))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(minimal)
	f.Add(examples.Policies)
	f.Add("a: &b {c: *b}\n? [x]\n: !!int 5\n---\n<<: 3")
	registry := agents.New(agent.NewEnvironment(""))
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := Parse([]byte(text), "", registry); err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("the error is not one line: %q", err)
		}
		if s := readSource([]byte(text)); len(s.wrong) == 0 && len(s.Games) > 0 && len(s.Agents) > 0 && s.Name != "" {
			written(t, s.File)
			s.Rounds, s.Seed = 5, "77"
			if again := readSource(s.Update([]byte(text))); !reflect.DeepEqual(again.File, s.File) {
				t.Fatalf("%+v is read after an update as %+v", s.File, again.File)
			}
		}
	})
}

// TestKeysAreDescribed: every key that is read is described, here and in the
// documentation, and the other way round.
func TestKeysAreDescribed(t *testing.T) {
	text, err := os.ReadFile("../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	r := readSource(nil)
	read := r.keys()
	for _, o := range Keys {
		name, part, nested := strings.Cut(o.Name, ".")
		if read[name] == nil || o.Help == "" {
			t.Errorf("%s is described and not read", o.Name)
		}
		if nested && !strings.Contains(string(text), part) || !strings.Contains(string(text), "| `"+name+"` |") {
			t.Errorf("docs/experiments.md does not tell of %s", o.Name)
		}
	}
	for name := range read {
		if !slices.ContainsFunc(Keys, func(o spec.Option) bool { return o.Name == name || strings.HasPrefix(o.Name, name+".") }) {
			t.Errorf("%s is read and not described", name)
		}
	}
}
