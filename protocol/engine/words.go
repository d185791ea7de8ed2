package engine

import (
	"errors"
	"strings"
)

// Words takes a command apart: words are separated by blanks, unless these stand in
// single or double quotes. There is no shell.
func Words(command string) (words []string, err error) {
	var word strings.Builder
	var quote rune
	inside := false // a word, which may be empty: ''
	for _, c := range command {
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, inside = c, true
		case strings.ContainsRune(" \t\r\n", c):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote in it has no end")
	}
	if inside {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("it names no program")
	}
	return words, nil
}
