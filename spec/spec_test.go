package spec

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var things = Catalogue[int]{
	Kind: "thing",
	Entries: []Entry[int]{
		{Schema: Schema{ID: "board", Options: []Option{
			{Name: "columns", Type: Int, Default: "7", Min: 1, Max: 9},
			{Name: "rows", Type: Int, Default: "6", Min: 1, Max: 9},
		}, Size: []string{"columns", "rows"}}},
		{Schema: Schema{ID: "square", Options: []Option{{Name: "size", Type: Int, Default: "3"}}, Size: []string{"size", "size"}}},
		{Schema: Schema{ID: "search", Options: []Option{
			{Name: "sims", Type: Int, Default: "1000", Min: 1, Max: 1e9},
			{Name: "alpha", Type: Float, Default: "2", Min: 0, Max: 100},
			{Name: "time", Type: Duration, Min: 0.001, Max: 3600},
			{Name: "policy", Type: Choice, Default: "ucb", Choices: []string{"ucb", "greedy", "thompson"}},
			{Name: "reuse", Type: Bool, Default: "off"},
			{Name: "model", Type: Text},
		}}},
		{Schema: Schema{ID: "plain"}},
	},
}

func TestRead(t *testing.T) {
	_, v, err := things.Read("search:sims=50,alpha=0.5,time=1.5s,policy=greedy,reuse=on,model=a=b:c")
	if err != nil {
		t.Fatal(err)
	}
	if v.Int("sims") != 50 || v.Float("alpha") != 0.5 || v.Duration("time") != 1500*time.Millisecond ||
		v.Text("policy") != "greedy" || !v.Bool("reuse") || v.Text("model") != "a=b:c" {
		t.Errorf("the values are %+v", v)
	}
	_, v, err = things.Read("search")
	if err != nil {
		t.Fatal(err)
	}
	if v.Int("sims") != 1000 || v.Float("alpha") != 2 || v.Text("policy") != "ucb" || v.Bool("reuse") || v.Has("time") || v.Has("model") {
		t.Errorf("the defaults are %+v", v)
	}
	_, v, err = things.Read("board:8x5")
	if err != nil || v.Int("columns") != 8 || v.Int("rows") != 5 {
		t.Errorf("board:8x5 is %+v, %v", v, err)
	}
	_, v, err = things.Read("square:5x5")
	if err != nil || v.Int("size") != 5 {
		t.Errorf("square:5x5 is %+v, %v", v, err)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                         `thing "": it must start with a name`,
		":a=1":                     `thing ":a=1": it must start with a name`,
		"serch":                    `unknown thing "serch" (did you mean "search"?)`,
		"SEARCH":                   `unknown thing "SEARCH" (did you mean "search"?)`,
		"esarch":                   `unknown thing "esarch" (did you mean "search"?)`,
		"xyzzy":                    `unknown thing "xyzzy" (there are: board, square, search, plain)`,
		"search:":                  `thing "search:": option "" must be key=value`,
		"search:sims":              `thing "search:sims": "sims" must be key=value`,
		"search:sims=":             `thing "search:sims=": option "sims=" must be key=value`,
		"search:=5":                `thing "search:=5": option "=5" must be key=value`,
		"search:sims=5,":           `thing "search:sims=5,": option "" must be key=value`,
		"search:sim=100":           `thing "search:sim=100": unknown option "sim" (did you mean "sims"?)`,
		"search:sims=5,sims=6":     `thing "search:sims=5,sims=6": option "sims" is given twice`,
		"search:sims=0":            `thing "search:sims=0": option sims=0: it must be a whole number from 1 to 1000000000`,
		"search:sims=1.5":          `thing "search:sims=1.5": option sims=1.5: it must be a whole number from 1 to 1000000000`,
		"search:alpha=NaN":         `thing "search:alpha=NaN": option alpha=NaN: it must be a number from 0 to 100`,
		"search:alpha=-1":          `thing "search:alpha=-1": option alpha=-1: it must be a number from 0 to 100`,
		"search:time=5":            `thing "search:time=5": option time=5: it must be a duration such as 500ms or 2s from 0.001 to 3600 seconds`,
		"search:policy=gredy":      `thing "search:policy=gredy": option policy=gredy: unknown value "gredy" (did you mean "greedy"?)`,
		"search:reuse=yes":         `thing "search:reuse=yes": option reuse=yes: it must be on or off`,
		"plain:a=1":                `thing "plain:a=1": unknown option "a": plain has no options`,
		"plain:8x8":                `thing "plain:8x8": "8x8" must be key=value`,
		"board:8":                  `thing "board:8": "8" must be key=value or COLUMNSxROWS`,
		"board:8x6x4":              `thing "board:8x6x4": "8x6x4" must be key=value or COLUMNSxROWS`,
		"board:99x6":               `thing "board:99x6": option columns=99: it must be a whole number from 1 to 9`,
		"board:8x6,rows=5":         `thing "board:8x6,rows=5": option "rows" is given twice`,
		"square:5x4":               `thing "square:5x4": "5x4": both numbers of SIZExSIZE must be equal`,
		"board:columns=1e1":        `thing "board:columns=1e1": option columns=1e1: it must be a whole number from 1 to 9`,
		"board:columns=\x00\n":     "thing \"board:columns=\\x00\\n\": option columns=\"\\x00\\n\": it must be a whole number from 1 to 9",
		"search:policy=\n":         "thing \"search:policy=\\n\": option policy=\"\\n\": unknown value \"\\n\" (there are: ucb, greedy, thompson)",
		`search:model="a,b`:        `thing "search:model=\"a,b": option "model": its quotes must end before a comma or at the end, and a quote within them is written ""`,
		`search:model="a"b`:        `thing "search:model=\"a\"b": option "model": its quotes must end before a comma or at the end, and a quote within them is written ""`,
		`search:model=""`:          `thing "search:model=\"\"": option "model=\"\"" must be key=value`,
		"search:model=x,model=y=z": `thing "search:model=x,model=y=z": option "model" is given twice`,
	} {
		if _, _, err := things.Read(text); err == nil || err.Error() != want {
			t.Errorf("%q: the error is\n%v, not\n%s", text, err, want)
		}
	}
}

func TestUndeclaredOptionPanics(t *testing.T) {
	_, v, _ := things.Read("plain")
	defer func() {
		if recover() == nil {
			t.Error("reading an option that was never declared goes unnoticed")
		}
	}()
	v.Int("sims")
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"", "abc", 3}, {"radom", "random", 1}, {"randmo", "random", 1}, {"kitten", "sitting", 3}, {"é", "e", 1}} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("edits(%q, %q) is %d, not %d", c.a, c.b, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		if edits(a, b) != edits(b, a) || (edits(a, b) == 0) != (a == b) {
			t.Fatalf("edits(%q, %q) is no distance", a, b)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"search:sims=5,alpha=2", "board:8x6", "square:3x3", "plain", "a:b", ":", "search:time=1h,reuse=on", `search:model="a, ""b""",sims=3`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := Parse(text); err == nil && !strings.HasPrefix(text, s.Name) {
			t.Fatalf("%q has the name %q", text, s.Name)
		}
		if _, v, err := things.Read(text); err == nil {
			if _, again, err := things.Read(v.String()); err != nil || again.String() != v.String() {
				t.Fatalf("%q is written as %q, which reads as %v, %v", text, v, again, err)
			}
		} else if strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("%q: the error is not one line: %q", text, err)
		}
	})
}

func TestFull(t *testing.T) {
	for text, want := range map[string]string{
		"search:reuse=on,sims=50": "search:sims=50,alpha=2,policy=ucb,reuse=on",
		"board:8x5":               "board:columns=8,rows=5",
		"plain":                   "plain",
	} {
		if _, v, err := things.Read(text); err != nil || v.Settle().String() != want {
			t.Errorf("%s in full is %s, %v", text, v.Settle().String(), err)
		}
	}
}

func TestQuotes(t *testing.T) {
	for text, want := range map[string]string{
		`search:model="a, b",sims=3`:        "a, b",
		`search:model="say ""no"", or ""`:   "",
		`search:sims=3,model="say ""no"","`: `say "no",`,
		`search:model=a "b c" d`:            `a "b c" d`,
		`search:model="""a"""`:              `"a"`,
		`search:model="a"`:                  "a",
	} {
		_, v, err := things.Read(text)
		if (err != nil) != (want == "") || err == nil && v.Text("model") != want {
			t.Errorf("%s: the model is %v, %v, not %q", text, v, err, want)
			continue
		}
		if err == nil {
			if _, again, err := things.Read(v.Settle().String()); err != nil || again.Text("model") != want {
				t.Errorf("%s is written as %s, which is %v, %v", text, v.Settle(), again, err)
			}
		}
	}
}
