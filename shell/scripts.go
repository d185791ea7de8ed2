package shell

import (
	"embed"
	"fmt"
	"io"
	"strings"
)

//go:embed scripts
var scripts embed.FS

// Shells are those that there is a script for.
var Shells = []string{"bash", "zsh", "fish"}

// Script is what one of the Shells reads in order to complete words of gambito's
// command lines. It asks the program itself, with the verb complete.
func Script(name string) (string, error) {
	text, err := scripts.ReadFile("scripts/gambito." + name)
	return string(text), err
}

// Write writes candidates as the scripts read them: first words that begin with a
// colon and say how to go on, then a line for every candidate and, after a tab, its
// help.
func (f Candidates) Write(out io.Writer) error {
	var b strings.Builder
	if f.Open {
		b.WriteString(":open\n")
	}
	if f.Files {
		b.WriteString(":files\n")
	}
	flat := strings.NewReplacer("\n", " ", "\t", " ")
	for _, c := range f.List {
		fmt.Fprintf(&b, "%s\t%s\n", flat.Replace(c.Text), flat.Replace(firstSentence(c.Help)))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// firstSentence is the beginning of a help, which is enough beside a word.
func firstSentence(help string) string {
	for _, end := range []string{". ", "; ", " (default"} {
		help, _, _ = strings.Cut(help, end)
	}
	return strings.TrimSuffix(help, ".")
}
