package yamlfile

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

type sub struct {
	Rate float64 `yaml:"rate"`
}

type settings struct {
	Name   string   `yaml:"name"`
	Games  int      `yaml:"games"`
	Seed   uint64   `yaml:"seed"`
	Quick  bool     `yaml:"quick"`
	Tags   []string `yaml:"tags"`
	Inner  sub      `yaml:"inner"`
	Hidden int      `yaml:"-"`
	Inline sub      `yaml:",inline"`
}

func read(text string) (s settings, err error) {
	s.Games = 7
	top, err := Parse([]byte(text))
	if err == nil {
		err = top.Into(&s)
	}
	return s, err
}

func TestInto(t *testing.T) {
	got, err := read("name: >\n  two\n  lines\nseed: 18446744073709551615\nquick: on\ntags: [a, 1]\ninner: {rate: -2}\nrate: 0.5\n")
	want := settings{Name: "two lines", Games: 7, Seed: 1<<64 - 1, Quick: true, Tags: []string{"a", "1"}, Inner: sub{-2}, Inline: sub{0.5}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := read("games: -3\nname: ''\n"); err != nil || got.Games != -3 || got.Name != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestErrors checks that every error is one line that says where and what.
func TestErrors(t *testing.T) {
	for text, wrong := range map[string]string{
		"\nnmae: x":                  `line 2: unknown key "nmae" (did you mean "name"?)`,
		"hidden: 1":                  `unknown key "hidden"`,
		"name: x\ngames: many":       "line 2: games: it must be a whole number",
		"games: 9999999999999999999": "games: it must be a whole number",
		"games: [1]":                 "games: it must be a whole number",
		"seed: -1":                   "seed: it must be a whole number from 0 on",
		"rate: fast":                 "rate: it must be a number",
		"quick: maybe":               "quick: it must be on or off",
		"tags: a":                    "tags: it must be a list",
		"tags: [a, {b: c}]":          "tags: it must be text",
		"name: [x]":                  "name: it must be text",
		"tags:\n- >-\n- a":           "line 2: tags: it must be text",
		"name: >-\ngames: 1":         "line 1: name: it must be text",
		"inner: 3":                   "inner: it must be keys with values: rate",
		"inner: {rte: 3}":            `unknown key "rte" (did you mean "rate"?)`,
		"games: 1\ngames: 2":         "line 2: ",
		"- a":                        "line 1: it must be keys with values",
		"name: [":                    "line 1: ",
		"name: a\n---\nname: b":      "it must hold one document",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "# a comment\n"} {
		if _, err := read(text); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLimits: files that would take gigabytes are refused before anything is built.
func TestLimits(t *testing.T) {
	for name, text := range map[string]string{
		"brackets":    "name: " + strings.Repeat("[", 20_000),
		"braces":      "name: " + strings.Repeat("{a: ", 5000),
		"dashes":      strings.Repeat("- ", 20_000) + "x",
		"keys":        strings.Repeat("? ", 20_000) + "x",
		"indentation": deepKeys(2000),
		"entries":     "tags:\n" + strings.Repeat("- a\n", 51_000),
		"bytes":       "name: " + strings.Repeat("a", 1<<20),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := read(text)
		runtime.ReadMemStats(&after)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 60<<20 {
			t.Errorf("%s: %d MB were taken", name, used>>20)
		}
	}
}

// deepKeys is mappings within each other.
func deepKeys(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestWhatPeopleWrite: files as editors and other programs write them.
func TestWhatPeopleWrite(t *testing.T) {
	for text, want := range map[string]settings{
		"\ufeffname: x\n":                  {Name: "x", Games: 7},
		"name: >-\n  mcts:sims=1\n":        {Name: "mcts:sims=1", Games: 7},
		"name: |\n  mcts:sims=1\n":         {Name: "mcts:sims=1", Games: 7},
		"name: |+\n  mcts:sims=1\n\n":      {Name: "mcts:sims=1", Games: 7},
		"name: >\n  mcts:sims=1\n":         {Name: "mcts:sims=1", Games: 7},
		"name: |-\n  mcts:sims=1\n":        {Name: "mcts:sims=1", Games: 7},
		"rate: 1e-3\n":                     {Games: 7, Inline: sub{1e-3}},
		"rate: -1E+3\n":                    {Games: 7, Inline: sub{-1e3}},
		"tags:\n- >-\n  one\n  two\n- a\n": {Games: 7, Tags: []string{"one two", "a"}},
	} {
		if got, err := read(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"rate: '1e-3'", "rate: nan", "rate: .inf", "rate: 1e999"} {
		if _, err := read(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestPlainWords: what the library says of wrong YAML is told as people do.
func TestPlainWords(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\na: 2\n":     `line 2: the key "a" is there twice, first in line 1`,
		"a: 1\n\tb: [x]\n": "line 2: it is indented by a tab, and YAML takes blanks only",
		"a: {b\n":          "line 1: a { has no }",
		"a: \"b\n":         "line 1: a double quote is not closed",
		"a b\nc: x\n":      "line 1: a key is missing, or its colon, or the blank after that",
		"a: [b\nc: x\n":    "line 2: a comma or ] is missing",
		"a: b: c\n":        "line 1: there is a colon too many: a text with colons stands in quotes",
	} {
		if _, err := Parse([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
