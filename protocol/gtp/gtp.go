// Package gtp speaks version 2 of the Go Text Protocol, which Othello programs and
// boards use too (https://www.lysator.liu.se/~gunnar/gtp/). Server puts an agent
// behind it, for any board of cells; Entry is an agent that runs a program which
// speaks it.
//
// Players are black and white: by their names where a game calls them so, else black
// is who moves first. Cells are a letter and a number, such as D3, where the letter I
// is left out as in Go: the ninth column is J whatever the game itself calls it, which
// matters on boards of more than eight columns only. Rows have the game's own numbers,
// so that A1 is at the top left in Othello. A stone of Connect 4 is named by the cell
// where it comes to rest, and a step by two cells: B2-C3.
package gtp

import (
	"errors"
	"fmt"
	"strings"
)

// Command is a line to an engine, taken apart.
type Command struct {
	ID   string // a number, or "" if there is none
	Name string
	Args []string
}

// ParseCommand takes a line apart. It reports whether there is a command on it: empty
// lines and comments are none.
func ParseCommand(line string) (c Command, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(clean(line))
	if len(words) > 0 && isNumber(words[0]) {
		c.ID, words = words[0], words[1:]
		ok = true
	}
	if len(words) > 0 {
		c.Name, c.Args = words[0], words[1:]
		ok = true
	}
	return c, ok
}

// clean leaves out control characters, as the protocol demands.
func clean(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 127:
			return -1
		}
		return r
	}, line)
}

// isNumber reports whether a word is the number of a command.
func isNumber(word string) bool {
	for _, c := range word {
		if c < '0' || c > '9' {
			return false
		}
	}
	return word != "" && len(word) <= 10
}

// Reply is what an engine answers.
type Reply struct {
	ID     string
	Failed bool   // it is an error
	Text   string // may be several lines, none of them empty
}

// String writes the reply with the empty line that ends it.
func (r Reply) String() string {
	return strings.TrimRight(r.head()+" "+clearLines(r.Text), " ") + "\n\n"
}

// head is what a reply begins with.
func (r Reply) head() string {
	if r.Failed {
		return "?" + r.ID
	}
	return "=" + r.ID
}

// clearLines leaves out empty lines, which would end the reply.
func clearLines(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRight(clean(line), " "); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// ReadReply reads a reply by lines.
func ReadReply(next func() (string, error)) (Reply, error) {
	line := ""
	for line == "" { // left over by engines that write too many
		text, err := next()
		if err != nil {
			return Reply{}, err
		}
		line = strings.TrimSpace(clean(text))
	}
	if line[0] != '=' && line[0] != '?' {
		return Reply{}, fmt.Errorf("%.60q is no reply of GTP, which begins with = or ?", line)
	}
	r := Reply{Failed: line[0] == '?'}
	rest := line[1:]
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	r.ID, rest = rest[:end], rest[end:]
	texts := []string{strings.TrimSpace(rest)}
	for {
		text, err := next()
		if err != nil {
			return Reply{}, err
		}
		if text = strings.TrimRight(clean(text), " "); text == "" {
			break
		}
		texts = append(texts, text)
	}
	r.Text = strings.Trim(strings.Join(texts, "\n"), "\n")
	return r, nil
}

// Errors that the protocol has words for.
var (
	errSyntax  = errors.New("syntax error")
	errIllegal = errors.New("illegal move")
)
