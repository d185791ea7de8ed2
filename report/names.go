package report

import (
	"fmt"
	"strings"
)

// uniqueName is the i-th text as a part of the name of a file that no other has.
func uniqueName(texts []string, i int) string {
	name := fileName(texts[i])
	for j, other := range texts {
		if j != i && fileName(other) == name { // texts that differ by signs alone
			return fmt.Sprintf("%d-%s", i+1, name)
		}
	}
	return name
}

// fileName is a text as a part of the name of a file: what systems and addresses might
// take for something else becomes a dash.
func fileName(text string) string {
	const longest = 60
	words := strings.FieldsFunc(text, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	name := strings.Join(words, "-")
	return strings.TrimRight(name[:min(longest, len(name))], "-")
}
