package fleet

import (
	"strings"
	"unicode"
)

// shown is a text of somebody else as one line that people read: what breaks lines,
// moves the cursor or turns the direction of writing is a space.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, text)
}

// allShown are texts as people read them.
func allShown(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = shown(text)
	}
	return list
}
