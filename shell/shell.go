// Package shell makes the command line comfortable in a shell: it completes words
// as they are typed, writes the scripts that ask it to, and makes the manual page.
// All of it comes from the declared command line (kong's model) and from the schemas
// of specs, so that nothing has to be said twice.
package shell

// Candidate is a way to complete a word.
type Candidate struct {
	Text string // the whole word
	Help string // a few words about it; may be empty
}

// Candidates are the ways to complete a word, and how to go on after it.
type Candidates struct {
	List  []Candidate
	Open  bool // the word may go on: no space belongs after it
	Files bool // a name of a file would be right too
}

// Source knows the values that can stand at a place of the command line. It may
// return values that do not begin with the word: they are left out.
type Source func(word string, l Line) Candidates

// Line is what stands on the command line before the word that is completed.
type Line struct {
	Verb  []string            // such as runs, show
	Args  []string            // of the verb
	Flags map[string][]string // values given, by the long name
}
