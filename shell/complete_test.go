package shell

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"gambito/spec"
)

// sample is a command line with everything that can be completed.
type sample struct {
	Match struct {
		Game   string   `arg:""`
		Spec   []string `arg:""`
		Games  int      `short:"n" help:"How many games (default: 100)."`
		Pairs  string   `enum:"on,off" default:"on" help:"Pairs; or not."`
		Tags   []string `help:"Any number."`
		Secret string   `hidden:""`
		Out    string   `type:"path"`
		Quiet  bool     `short:"q" help:"No words."`
	} `cmd:"" help:"Let agents meet. They play."`
	Runs struct {
		Show struct {
			Run string `arg:""`
		} `cmd:"" help:"Show one."`
		List struct{} `cmd:"" help:"List all."`
	} `cmd:"" help:"Stored runs."`
	Inner struct{} `cmd:"" hidden:""`
	Lang  string   `enum:"en,es" default:"en" help:"Language."`
}

var schemas = []spec.Schema{
	{ID: "mcts", About: "A search.", Options: []spec.Option{
		{Name: "policy", Type: spec.Choice, Choices: []string{"ucb", "ucb-tuned"}, Default: "ucb", Help: "how to select"},
		{Name: "sims", Type: spec.Int, Default: "1000"},
		{Name: "reuse", Type: spec.Bool, Default: "on"},
		{Name: "model", Type: spec.File},
		{Name: "eval", Type: spec.Evaluation},
	}},
	{ID: "level", Options: []spec.Option{{Name: "n", Type: spec.Int, Min: 1, Max: 3}}, Size: []string{"n"}},
	{ID: "random"}, {ID: "gdl:hex"}, {ID: "gdl"},
}

func completer(t *testing.T) (Completer, *Line) {
	t.Helper()
	parser, err := kong.New(&sample{}, kong.Name("gambito"))
	if err != nil {
		t.Fatal(err)
	}
	seen := &Line{}
	return Completer{
		Root: parser.Model.Node,
		Kind: func(v *kong.Value, _ []string) string {
			if v.Tag.Type == "path" {
				return Files
			}
			return v.Name
		},
		Sources: map[string]Source{
			"game": func(string, Line) Candidates {
				return Candidates{List: []Candidate{{Text: "othello"}, {Text: "connect4"}}}
			},
			"tags": func(string, Line) Candidates { return Candidates{List: []Candidate{{Text: "a"}, {Text: "b"}}} },
			"run":  func(_ string, l Line) Candidates { *seen = l; return Candidates{List: []Candidate{{Text: "first"}}} },
			"spec": func(word string, l Line) Candidates {
				*seen = l
				return Specs(schemas, word, func(_ spec.Schema, o spec.Option) []string {
					if o.Type == spec.Evaluation {
						return []string{"h1", "h2"}
					}
					return nil
				})
			},
		},
	}, seen
}

func TestComplete(t *testing.T) {
	c, _ := completer(t)
	for _, at := range []struct{ line, want string }{
		{"", "match runs"},
		{"ma", "match"},
		{"help ru", "runs"},
		{"x", ""},
		{"x ma", ""},
		{"runs ", "show list"},
		{"runs s", "show"},
		{"runs show ", "first"},
		{"runs list ", ""},
		{"match ", "othello connect4"},
		{"match c", "connect4"},
		{"match match ", "mcts level random gdl:hex gdl"}, // a verb's name is no verb in the place of an argument
		{"match othello m", "mcts"},
		{"match othello mcts", "mcts mcts:"},
		{"match othello random", "random"},
		{"match othello mcts:", "mcts:policy= mcts:sims= mcts:reuse= mcts:model= mcts:eval="},
		{"match othello mcts:po", "mcts:policy="},
		{"match othello mcts:policy=", "mcts:policy=ucb mcts:policy=ucb-tuned"},
		{"match othello mcts:policy=ucb", "mcts:policy=ucb mcts:policy=ucb, mcts:policy=ucb-tuned"},
		{"match othello mcts:policy=ucb,s", "mcts:policy=ucb,sims="},
		{"match othello mcts:policy=ucb,p", ""}, // given already
		{"match othello mcts:sims=", "mcts:sims=1000"},
		{"match othello mcts:sims=2", ""},
		{"match othello mcts:reuse=o", "mcts:reuse=on mcts:reuse=off"},
		{"match othello mcts:eval=", "mcts:eval=h1 mcts:eval=h2"},
		{"match othello mcts:what=", ""},
		{"match othello nobody:", ""},
		{"match othello level:", "level:1 level:2 level:3 level:n="},
		{"match othello gdl:h", "gdl:hex"},
		{"match othello gdl:hex", "gdl:hex"},
		{"match othello random mcts m", "mcts"}, // the last argument takes all that follow
		{"match -", "--help --lang --games --pairs --tags --out --quiet"},
		{"match --games 3 --qui", "--quiet"},
		{"match --games 3 --ga", ""},
		{"match --tags a --ta", "--tags"}, // a list may go on
		{"match --tags a,", "a,a a,b"},
		{"match --tags=a,b", "--tags=a,b"},
		{"match --pairs ", "on off"},
		{"match --pairs=of", "--pairs=off"},
		{"match --pairs on o", "othello"},
		{"match -n 5 o", "othello"},
		{"match -n5 o", "othello"},
		{"match -q o", "othello"},
		{"match -n ", ""},
		{"match --what o", "othello"},
		{"match -- -", ""},
		{"match -- o", "othello"},
		{"--lang e", "en es"},
		{"--lang es ma", "match"},
	} {
		var got []string
		for _, candidate := range c.Complete(strings.Split(at.line, " ")).List {
			got = append(got, candidate.Text)
		}
		if text := strings.Join(got, " "); text != at.want {
			t.Errorf("%q: %s, not %s", at.line, text, at.want)
		}
	}
	if got := c.Complete(nil); len(got.List) != 2 {
		t.Errorf("without words: %+v", got)
	}
}

func TestOptions(t *testing.T) {
	for word, want := range map[string]string{"po": "policy=", "sims=": "sims=1000", "sims=5,policy=ucb-": "sims=5,policy=ucb sims=5,policy=ucb-tuned"} {
		var got []string
		for _, candidate := range Options(schemas[0].Options, word).List {
			if strings.HasPrefix(candidate.Text, word[:2]) {
				got = append(got, candidate.Text)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", word, got)
		}
	}
}

// TestHowToGoOn: no space after what may go on, names of files where they fit.
func TestHowToGoOn(t *testing.T) {
	c, seen := completer(t)
	for _, at := range []struct {
		line        string
		open, files bool
	}{
		{"match othello mc", true, false}, {"match othello ra", false, false}, {"match othello mcts:model=", true, true},
		{"match --out ", false, true}, {"match --out=x", false, true}, {"ma", false, false},
	} {
		if got := c.Complete(strings.Split(at.line, " ")); got.Open != at.open || got.Files != at.files {
			t.Errorf("%q: %+v", at.line, got)
		}
	}
	c.Complete([]string{"match", "--out=x", "-n", "4", "othello", "random", ""})
	if !slices.Equal(seen.Args, []string{"othello", "random"}) || !slices.Equal(seen.Verb, []string{"match"}) || seen.Flags["games"][0] != "4" || seen.Flags["out"][0] != "x" {
		t.Errorf("the source sees %+v", seen)
	}
}

func TestWrite(t *testing.T) {
	var b strings.Builder
	err := Candidates{List: []Candidate{{"a", "First. Second"}, {"b\nc", "one\ttwo; three"}, {"d", ""}}, Open: true, Files: true}.Write(&b)
	if want := ":open\n:files\na\tFirst\nb c\tone two\nd\t\n"; err != nil || b.String() != want {
		t.Errorf("%v, %q", err, b.String())
	}
	for _, name := range Shells {
		if script, err := Script(name); err != nil || !strings.Contains(script, " complete ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzComplete: whatever stands on the line, what comes begins with the last word.
func FuzzComplete(f *testing.F) {
	for _, line := range []string{"match othello mcts:policy=ucb,", "match --pairs=o", "-n", "--", "match -n5 -q=", "help", "match othello :=,"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, _ := completer(t)
		words := strings.Split(line, " ")
		for _, candidate := range c.Complete(words).List {
			if !strings.HasPrefix(candidate.Text, words[len(words)-1]) {
				t.Errorf("%q: %q", line, candidate.Text)
			}
		}
	})
}
