package spec

import (
	"fmt"
	"strings"
)

// Entry is a schema and whatever makes things of its kind.
type Entry[T any] struct {
	Schema
	Make T
}

// Catalogue is the names of one kind of thing.
type Catalogue[T any] struct {
	Kind    string // "game" or "agent", for error messages
	Entries []Entry[T]
}

// Read finds the entry that text names and checks text against its schema.
func (c *Catalogue[T]) Read(text string) (*Entry[T], Values, error) {
	s, err := Parse(text)
	if err != nil {
		return nil, Values{}, fmt.Errorf("%s %w", c.Kind, err)
	}
	var ids []string
	for i := range c.Entries {
		entry := &c.Entries[i]
		if entry.ID != s.Name {
			ids = append(ids, entry.ID)
			continue
		}
		values, err := entry.Read(s.Args)
		if err != nil {
			return nil, Values{}, fmt.Errorf("%s %q: %w", c.Kind, text, err)
		}
		return entry, values, nil
	}
	return nil, Values{}, fmt.Errorf("unknown %s %q %s", c.Kind, s.Name, Suggest(s.Name, ids))
}

// Suggest names the candidate nearest to a mistyped word, or all of them if
// none is near.
func Suggest(word string, candidates []string) string {
	if best := Nearest(word, candidates); best != "" {
		return fmt.Sprintf("(did you mean %q?)", best)
	}
	return fmt.Sprintf("(there are: %s)", strings.Join(candidates, ", "))
}

// Nearest is the candidate nearest to a mistyped word, "" if none is near.
func Nearest(word string, candidates []string) (best string) {
	distance := len(word)/3 + 2
	for _, candidate := range candidates {
		if d := edits(strings.ToLower(word), strings.ToLower(candidate)); d < distance {
			best, distance = candidate, d
		}
	}
	return best
}

// edits is the number of letters to insert, delete, replace or swap with their
// neighbour that turns a into b (optimal string alignment).
func edits(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, above, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range above {
		above[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			change := 1
			if s[i] == t[j] {
				change = 0
			}
			row[j+1] = min(above[j]+change, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(t)]
}
