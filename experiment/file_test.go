package experiment

import (
	"fmt"
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

// anyText draws texts, among them such as mean something to YAML.
var anyText = rapid.OneOf(rapid.StringN(1, 20, -1), rapid.SampledFrom([]string{"random", "mcts:policy=ucb,sims=100", "on", "null", "1e5", "~", "- a", "a: b", "'", "\"", "#x", " # x", "{", "0x10", "\u2028", " a ", "é"}))

// anyFile draws a file.
func anyFile(t *rapid.T) File {
	text := anyText
	f := NewFile()
	f.Name = text.Draw(t, "name")
	f.Games = rapid.SliceOfN(text, 1, 4).Draw(t, "games")
	for range rapid.IntRange(1, 4).Draw(t, "agents") {
		f.Agents = append(f.Agents, Agent{Name: text.Draw(t, "agent"), Spec: text.Draw(t, "spec")})
	}
	f.Rounds, f.GamesPerPair = rapid.IntRange(1, 1e7).Draw(t, "rounds"), 2*rapid.IntRange(1, 5e6).Draw(t, "pairs")
	f.Schedule, f.Draw = rapid.SampledFrom(key("schedule").Choices).Draw(t, "schedule"), rapid.SampledFrom(key("draw").Choices).Draw(t, "draw")
	f.Pairs = rapid.Bool().Draw(t, "pairs")
	f.Seed = rapid.StringMatching(`[1-9][0-9]{0,18}`).Draw(t, "seed")
	f.MaxPlies = rapid.IntRange(0, 3).Draw(t, "plies")
	if rapid.Bool().Draw(t, "by game") {
		f.Openings = map[string]string{"a": text.Draw(t, "opening"), "b:8x6,x=1": text.Draw(t, "opening")}
	} else {
		f.Openings = map[string]string{"": text.Draw(t, "openings")}
	}
	if rapid.Bool().Draw(t, "gives up") {
		f.Resign = &Resign{rapid.Float64Range(0.001, 1).Draw(t, "value"), rapid.IntRange(1, 1e6).Draw(t, "moves")}
	}
	if rapid.Bool().Draw(t, "limited") {
		f.Limits = Limits{Sims: rapid.IntRange(0, 1e9).Draw(t, "sims"), Depth: rapid.IntRange(0, 200).Draw(t, "depth"), Time: rapid.SampledFrom([]string{"", "20ms", "1m0s"}).Draw(t, "time")}
	}
	switch f.Stop.Rule = rapid.SampledFrom(stopRules).Draw(t, "rule"); f.Stop.Rule {
	case "sprt":
		f.Stop.Elo0, f.Stop.Elo1 = rapid.Float64().Draw(t, "elo0"), rapid.Float64Range(0, 100).Draw(t, "elo1")
		f.Stop.Alpha, f.Stop.Model = rapid.Float64Range(0, 1).Draw(t, "alpha"), rapid.SampledFrom(key("stop.model").Choices).Draw(t, "model")
	case "width":
		f.Stop.Width, f.Stop.Level = rapid.Float64Range(0, 1).Draw(t, "width"), rapid.Float64Range(0, 1).Draw(t, "level")
	}
	return f
}

// TestWriteThenRead: what is written is read as it was.
func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { written(t, anyFile(t)) })
}

// TestUpdateKeepsTheRest: what is written into another file is read as it was, and the
// comments of that file stay.
func TestUpdateKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := anyFile(t), anyFile(t)
		var text strings.Builder
		comments := 0
		for line := range strings.Lines(string(before.Write())) {
			if !strings.HasPrefix(line, " ") {
				fmt.Fprintf(&text, "\n# note %d.\n", comments)
				comments++
			}
			text.WriteString(line)
		}
		got := after.Update([]byte(text.String()))
		if s := readSource(got); !reflect.DeepEqual(s.File, after) {
			t.Fatalf("%+v in\n%s is\n%s", after, text.String(), got)
		}
		for i := range comments {
			if !strings.Contains(string(got), fmt.Sprintf("# note %d.\n", i)) {
				t.Fatalf("comment %d is gone from\n%s", i, got)
			}
		}
	})
}

// TestUpdate: lines of keys that have not changed stay as they are, to the letter.
func TestUpdate(t *testing.T) {
	const text = `# What it is for.
name: test   # of the run
games: [ tictactoe ,  connect4 ]

agents:
  # the strong one
  - {name: a,   spec: "mcts:sims=10"}
  - random
# how much
rounds: 3         # more for less noise
draw: loss
resign: {value: 0.9}
# the end`
	change := func(do func(*File)) string {
		f := readSource([]byte(text)).File
		do(&f)
		return string(f.Update([]byte(text)))
	}
	if got := change(func(*File) {}); got != text+"\n" {
		t.Errorf("nothing has changed, and it is\n%s", got)
	}
	got := change(func(f *File) { f.Rounds, f.Draw, f.Resign, f.Seed = 10, "half", nil, "7"; f.Schedule = "swiss" })
	want := strings.NewReplacer("rounds: 3         #", "rounds: 10        #", "\ndraw: loss\nresign: {value: 0.9}\n", "\nschedule: swiss\ndraw: half\nseed: 7\n").Replace(text) + "\n"
	if got != want {
		t.Errorf("it is\n%s, not\n%s", got, want)
	}
	got = change(func(f *File) { f.Agents = append(f.Agents, Agent{"b", "mcts"}) })
	if !strings.Contains(got, "# how much\nrounds: 3         # more") || !strings.Contains(got, "  - {name: b, spec: mcts}\n# how much") || strings.Contains(got, "strong") {
		t.Errorf("it is\n%s", got)
	}
	f := readSource([]byte(text)).File
	for _, other := range []string{"", ": [", "{name: x, rounds: 5}", "  name: x\n  rounds: 5\n", "- a"} {
		if got := f.Update([]byte(other)); string(got) != string(f.Write()) {
			t.Errorf("%q becomes\n%s", other, got)
		}
	}
	if got := string(f.Update([]byte("rounds: many # unreadable\nunknown: 1\nname: test\n"))); !strings.Contains(got, "rounds: 3    # unreadable\n") || !strings.Contains(got, "\nunknown: 1\nname: test\n") {
		t.Errorf("it is\n%s", got)
	}
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
			if err != nil || before.Check() != nil {
				return nil // it is no experiment, or needs an agent or a model that is not there
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
