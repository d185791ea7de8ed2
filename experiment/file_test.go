package experiment

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games"
)

// written reads a text, and what is written of it again.
func written(t interface {
	Helper()
	Fatalf(string, ...any)
}, f File) {
	t.Helper()
	text := f.Write()
	again := readSource(text)
	if len(again.wrong) > 0 || !reflect.DeepEqual(again.File, f) {
		t.Fatalf("%+v is written as\n%s and read as\n%+v (%v)", f, text, again.File, again.wrong)
	}
}

// TestWriteThenRead: what is written is read as it was.
func TestWriteThenRead(t *testing.T) {
	text := rapid.OneOf(rapid.StringN(1, 20, -1), rapid.SampledFrom([]string{"random", "mcts:policy=ucb,sims=100", "on", "null", "1e5", "~", "- a", "a: b", "'", "\"", "#x", "{", "0x10", "\u2028", " a ", "é"}))
	rapid.Check(t, func(t *rapid.T) {
		f := NewFile()
		f.Name = text.Draw(t, "name")
		f.Games = rapid.SliceOfN(text, 1, 4).Draw(t, "games")
		for range rapid.IntRange(1, 4).Draw(t, "agents") {
			a := Agent{Name: text.Draw(t, "agent"), Spec: text.Draw(t, "spec")}
			f.Agents = append(f.Agents, a)
		}
		f.Rounds, f.GamesPerPair = rapid.IntRange(1, 1e7).Draw(t, "rounds"), 2*rapid.IntRange(1, 5e6).Draw(t, "pairs")
		f.Schedule, f.Draw = rapid.SampledFrom(key("schedule").Choices).Draw(t, "schedule"), rapid.SampledFrom(key("draw").Choices).Draw(t, "draw")
		f.Pairs = rapid.Bool().Draw(t, "pairs")
		f.Seed = rapid.StringMatching(`[1-9][0-9]{0,18}`).Draw(t, "seed")
		f.MaxPlies = rapid.IntRange(1, 1e9).Draw(t, "plies")
		if rapid.Bool().Draw(t, "by game") {
			f.Openings = map[string]string{"a": text.Draw(t, "opening"), "b:8x6,x=1": text.Draw(t, "opening")}
		} else {
			f.Openings = map[string]string{"": text.Draw(t, "openings")}
		}
		if rapid.Bool().Draw(t, "gives up") {
			f.Resign = &Resign{rapid.Float64Range(0.001, 1).Draw(t, "value"), rapid.IntRange(1, 1e6).Draw(t, "moves")}
		}
		f.Limits = Limits{Sims: rapid.IntRange(0, 1e9).Draw(t, "sims"), Depth: rapid.IntRange(0, 200).Draw(t, "depth"), Time: rapid.SampledFrom([]string{"", "20ms", "1m0s"}).Draw(t, "time")}
		f.Stop = newStop()
		switch f.Stop.Rule = rapid.SampledFrom(stopRules).Draw(t, "rule"); f.Stop.Rule {
		case "sprt":
			f.Stop.Elo0, f.Stop.Elo1 = rapid.Float64().Draw(t, "elo0"), rapid.Float64Range(0, 100).Draw(t, "elo1")
			f.Stop.Alpha, f.Stop.Model = rapid.Float64Range(0, 1).Draw(t, "alpha"), rapid.SampledFrom(key("stop.model").Choices).Draw(t, "model")
		case "width":
			f.Stop.Width, f.Stop.Level = rapid.Float64Range(0, 1).Draw(t, "width"), rapid.Float64Range(0, 1).Draw(t, "level")
		}
		written(t, f)
	})
}

// TestFilesGoThrough: every file that comes with gambito means the same after it went
// through the form.
func TestFilesGoThrough(t *testing.T) {
	registry, files := agents.New(agent.NewEnvironment("")), 0
	for _, folder := range []string{"../examples", "../papers"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".yaml" {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			before, err := Parse(content, filepath.Dir(path), registry)
			if err != nil {
				return nil // it is no experiment, or needs an agent that is not there
			}
			files++
			s := readSource(content)
			written(t, s.File)
			after, err := Parse(s.Write(), filepath.Dir(path), registry)
			if err != nil || !reflect.DeepEqual(before.Settings(), after.Settings()) {
				t.Errorf("%s means something else after: %v\n%s", path, err, s.Write())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 10 {
		t.Errorf("only %d files are experiments", files)
	}
}

// TestCheck tells all that is wrong, where it is.
func TestCheck(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	library := Library{Game: games.Parse, Agent: registry.Parse, Openings: func(g game.Game, text string) (arena.Openings, error) { return arena.ParseOpenings(g, text) }}
	text := `name: a b
games: [conect4, tictactoe]
agents:
  - {name: x, spec: "mtcs"}
  - random
rounds: many
limits: {sims: 0, depth: 3}
openings: {othello: none, tictactoe: "random:2"}
`
	f, e, problems := Check([]byte(text), library)
	if e != nil || f.Limits.Depth != 3 || len(f.Agents) != 2 || f.Rounds != 1 || f.Openings["tictactoe"] != "random:2" {
		t.Errorf("read is %+v", f)
	}
	var lines []int
	var keys []string
	for _, p := range problems {
		lines, keys = append(lines, p.Line), append(keys, p.Key)
		if p.Column == 0 || strings.Contains(p.Detail, "\n") || strings.HasPrefix(p.Detail, "line") {
			t.Errorf("%+v", p)
		}
	}
	if !reflect.DeepEqual(lines, []int{1, 2, 4, 6, 7, 8}) {
		t.Errorf("problems are %+v", problems)
	}
	if want := []string{"name", "games[0]", "agents[0].spec", "rounds", "limits.sims", ""}; !reflect.DeepEqual(keys, want) {
		t.Errorf("the keys are %q", keys)
	}
	for text, line := range map[string]int{
		"name: a\ngames: [tictactoe]\nagents: [random, 'mcts:sims=5', 'alphabeta:depth=1']\nstop: sprt\n":                 4,
		"name: a\ngames: [tictactoe]\nagents:\n- random\n- perfect:book=none\n":                                           5,
		"name: a\ngames: [tictactoe]\nagents: [random]\n":                                                                 3,
		"name: a\ngames: [tictactoe]\nagents: [random, {name: b, spec: random}]\nrounds: 10000000\ngames-per-pair: 400\n": 4,
		"name: a\ngames: [": 2,
		"":                  0,
	} {
		if _, e, problems := Check([]byte(text), library); e != nil || len(problems) == 0 || problems[0].Line != line && line != 2 {
			t.Errorf("%q: %+v", text, problems)
		}
	}
	if f, e, problems := Check([]byte(minimal), library); e == nil || len(problems) > 0 || f.Agents[0] != (Agent{"random", "random"}) {
		t.Errorf("%+v, %v", f, problems)
	}
}
