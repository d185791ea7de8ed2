package table

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// screen is a terminal so wide.
type screen struct {
	strings.Builder
	width int
}

func (s *screen) Width() int { return s.width }

var sample = [][]string{
	{"agent", "wins", "note"},
	{"mcts:policy=ucb-tuned,sims=1000,final=mean", "12", "limited by time"},
	{"random", "3", ""},
}

func TestWithoutWidth(t *testing.T) {
	var b strings.Builder
	Style{Indent: 2, Text: []int{2}}.Write(&b, sample)
	want := "" +
		"  agent                                       wins  note\n" +
		"  mcts:policy=ucb-tuned,sims=1000,final=mean    12  limited by time\n" +
		"  random                                         3\n"
	if b.String() != want {
		t.Errorf("it is\n%s", b.String())
	}
}

func TestBroken(t *testing.T) {
	s := &screen{width: 40}
	Style{Text: []int{2}}.Write(s, sample)
	want := "" +
		"agent              wins  note\n" +
		"mcts:policy=ucb-     12  limited by time\n" +
		"tuned,sims=1000,\n" +
		"final=mean\n" +
		"random                3\n"
	if s.String() != want {
		t.Errorf("it is\n%s", s.String())
	}
}

// TestFits: lines fit if texts can be broken, and nothing of a cell is lost.
func TestFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`[a-zα:=,]{0,30}( [a-z]{1,9}){0,4}`)
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 3, 3), 1, 5).Draw(t, "rows")
		s := &screen{width: rapid.IntRange(3*least+6, 120).Draw(t, "width")}
		Style{Indent: 2, Text: []int{1, 2}}.Write(s, rows)
		for line := range strings.Lines(s.String()) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > s.width {
				t.Fatalf("%q is longer than %d", line, s.width)
			}
		}
		letters := func(text string) string { return strings.Join(strings.Fields(text), "") }
		for _, row := range rows {
			for _, r := range strings.Join(row, "") {
				if r != ' ' && strings.Count(letters(s.String()), string(r)) < strings.Count(strings.Join(row, ""), string(r)) {
					t.Fatalf("%q is lost of %q in\n%s", r, row, s.String())
				}
			}
		}
		p := &screen{width: s.width}
		text := strings.Join(rows[0], " ")
		Paragraph(p, "  head  ", text)
		if letters(p.String()) != "head"+letters(text) {
			t.Fatalf("%q became %q", text, p.String())
		}
		for line := range strings.Lines(p.String()) {
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > p.width {
				t.Fatalf("%q is longer than %d", line, p.width)
			}
		}
	})
}

func TestParagraph(t *testing.T) {
	for _, c := range []struct {
		head, want string
	}{
		{"", "one two three four five\nsix seven\n"},
		{"a head: ", "a head: one two three\n        four five six\n        seven\n"},
		{"a longer head ", "a longer head one two\n      three four five\n      six seven\n"},
		{"a head longer still ", "a head longer still\n      one two three four\n      five six seven\n"},
	} {
		s := &screen{width: 24}
		Paragraph(s, c.head, "one two three four five six seven")
		if s.String() != c.want {
			t.Errorf("%q", s.String())
		}
	}
	var b strings.Builder
	Paragraph(&b, "a: ", "one two three")
	if b.String() != "a: one two three\n" {
		t.Errorf("%q", b.String())
	}
}

// TestHeadings: a row of one cell stands across all columns, however wide they are.
func TestHeadings(t *testing.T) {
	var b strings.Builder
	rows := [][]string{{"a", "b"}, {"the first of several"}, {"1", "2"}}
	Style{Indent: 1}.Write(&b, rows)
	if want := " a  b\n the first of several\n 1  2\n"; b.String() != want || (Style{Indent: 1}).Width(rows) != 5 {
		t.Errorf("it is\n%s", b.String())
	}
}
