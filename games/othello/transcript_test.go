package othello

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitMoves(t *testing.T) {
	for line, want := range map[string]string{
		"":                            "",
		"f5d6c3":                      "f5 d6 c3",
		"F5D6C3":                      "f5 d6 c3",
		"1. f5 d6 2. c3":              "f5 d6 c3",
		"1.f5 2.d6 3.c3":              "f5 d6 c3",
		"f5,d6;c3|d3":                 "f5 d6 c3 d3",
		"f5 -- PA ps Pass":            "f5 pass pass pass pass",
		"f5--d6pac3passd3":            "f5 pass d6 pass c3 pass d3",
		"f5x9d6":                      "f5 x9d6",
		"f55":                         "f5 5",
		"i1":                          "i1",
		"(1) f5 [2] d6":               "f5 d6",
		"12 f5":                       "f5",
		"\tf5\u00a0d6\n":              "f5 d6",
		"\u2014":                      "\u2014",
		strings.Repeat("a1", 3) + "?": "a1 a1 a1 ?",
	} {
		if got := strings.Join(New().SplitMoves(line), " "); got != want {
			t.Errorf("%q is taken apart into %q, not %q", line, got, want)
		}
	}
}

func FuzzSplitMoves(f *testing.F) {
	f.Add("1. f5D6 -- c3pa")
	f.Add("f5x9")
	f.Fuzz(func(t *testing.T, line string) {
		texts := New().SplitMoves(line)
		if slices.Contains(texts, "") {
			t.Fatalf("%q has an empty move", line)
		}
		if again := New().SplitMoves(New().JoinMoves(texts)); len(again) > len(texts) {
			t.Fatalf("%q is taken apart into %q and then %q", line, texts, again)
		}
	})
}
