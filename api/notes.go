package api

import "reflect"

// notes describe a struct of another package, which has no tags for it: plain values
// know nothing of schemas. A doc tag of a field goes before its note.
type notes struct {
	of       any
	name     string            // of its definition, if not that of the type
	about    string            // "" of those that are only embedded
	fields   map[string]string // by their names in JSON
	nullable []string          // slices and maps that may be null
}

// borrowed are the notes of all packages, by type.
var borrowed = func() map[reflect.Type]notes {
	byType := map[reflect.Type]notes{}
	for _, list := range [][]notes{gameNotes, runNotes, statsNotes, backgammonNotes, learnNotes, otherNotes, boardNotes} {
		for _, n := range list {
			byType[reflect.TypeOf(n.of)] = n
		}
	}
	return byType
}()

func notesOf(t reflect.Type) notes { return borrowed[t] }

// aboutOf says what a struct is.
func aboutOf(t reflect.Type) string {
	if about, ok := abouts[t]; ok {
		return about
	}
	return notesOf(t).about
}
