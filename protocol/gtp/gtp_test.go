package gtp

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	for line, want := range map[string]Command{
		"name":                        {Name: "name"},
		"12 play black d3":            {ID: "12", Name: "play", Args: []string{"black", "d3"}},
		"  play\tb\x07 D3 # my move ": {Name: "play", Args: []string{"b", "D3"}},
		"1 genmove\r":                 {ID: "1", Name: "genmove"},
		"7":                           {ID: "7"},
		"2play":                       {Name: "2play"},
		"12345678901 name":            {Name: "12345678901", Args: []string{"name"}},
	} {
		got, ok := ParseCommand(line)
		if !ok || got.ID != want.ID || got.Name != want.Name || !slices.Equal(got.Args, want.Args) {
			t.Errorf("%q is %+v, %v", line, got, ok)
		}
	}
	for _, line := range []string{"", "   \t", "# name", "\r", "\x01\x02"} {
		if c, ok := ParseCommand(line); ok {
			t.Errorf("%q is the command %+v", line, c)
		}
	}
}

// reading returns what reads the lines of a text.
func reading(text string) func() (string, error) {
	lines := strings.Split(text, "\n")
	return func() (string, error) {
		if len(lines) == 1 {
			return "", io.ErrUnexpectedEOF // what follows the last end of line is no line
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}
}

func TestReadReply(t *testing.T) {
	for text, want := range map[string]Reply{
		"=\n\n":                 {},
		"= D3\n\n":              {Text: "D3"},
		"=12 D3 \r\n\r\n":       {ID: "12", Text: "D3"},
		"\n\n=5\n\n":            {ID: "5"},
		"?3 illegal move\n\n":   {ID: "3", Failed: true, Text: "illegal move"},
		"= \n  a b\n 1 . .\n\n": {Text: "  a b\n 1 . ."},
	} {
		if got, err := ReadReply(reading(text)); err != nil || got != want {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "D3\n\n", "= D3\n", "\n\n", "Welcome!\n\n= D3\n\n"} {
		if r, err := ReadReply(reading(text)); err == nil {
			t.Errorf("%q is the reply %+v", text, r)
		}
	}
}

// String writes a command as a line.
func (c Command) String() string {
	words := append([]string{c.Name}, c.Args...)
	if c.ID != "" {
		words = append([]string{c.ID}, words...)
	}
	return strings.TrimRight(strings.Join(words, " "), " ")
}

func FuzzParseCommand(f *testing.F) {
	for _, line := range []string{"name", "12 play b d3", "# x", "3", "play\tw\x00pass\r\n", "genmove b # why"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := ParseCommand(line)
		again, okAgain := ParseCommand(c.String())
		if ok != okAgain || c.ID != again.ID || c.Name != again.Name || !slices.Equal(c.Args, again.Args) {
			t.Fatalf("%q is %+v, %v, and written as %q %+v, %v", line, c, ok, c, again, okAgain)
		}
	})
}

func FuzzReadReply(f *testing.F) {
	for _, text := range []string{"= D3\n\n", "?12 no\n\n", "=\n\n", "= a\nb\nc\n\n", "=1 \t x\r\n\r\n", "garbage"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadReply(reading(text))
		if err != nil {
			if !errors.Is(err, io.ErrUnexpectedEOF) && strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: the error is not one line: %q", text, err)
			}
			return
		}
		again, err := ReadReply(reading(r.String()))
		if err != nil || again.Failed != r.Failed || again.ID != r.ID {
			t.Fatalf("%q is %+v, which is written as %q and read as %+v, %v", text, r, r, again, err)
		}
	})
}
