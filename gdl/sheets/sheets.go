// Package sheets holds the rulesheets that come with gambito, one file each. Its
// first line is a comment with the name of the game, its second says in a
// sentence how it goes; further comments tell the rest of the rules.
package sheets

import (
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed *.kif
var folder embed.FS

// Sheet is a rulesheet.
type Sheet struct {
	ID    string // its file without the extension
	Name  string // of the game
	About string // its rules in a sentence
	Text  []byte
}

// All lists the rulesheets by ID.
func All() (all []Sheet) {
	entries, err := folder.ReadDir(".")
	if err != nil {
		panic(err) // it is part of the program
	}
	for _, entry := range entries {
		s, _ := Find(strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())))
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Sheet) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Find returns the rulesheet of that ID, if there is one.
func Find(id string) (s Sheet, ok bool) {
	text, err := folder.ReadFile(id + ".kif")
	if err != nil {
		return Sheet{}, false
	}
	name, rest, _ := strings.Cut(string(text), "\n")
	about, _, _ := strings.Cut(rest, "\n")
	return Sheet{ID: id, Name: strings.TrimPrefix(name, "; "), About: strings.TrimPrefix(about, "; "), Text: text}, true
}
