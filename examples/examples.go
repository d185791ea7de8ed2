// Package examples has experiment files to begin with.
package examples

import (
	"embed"
	"path"
	"strings"
)

//go:embed *.yaml
var folder embed.FS

// Policies compares selection policies of Monte Carlo tree search.
//
//go:embed policies.yaml
var Policies string

// Tuning looks for the options with which a tree search wins more.
//
//go:embed tune/connect4.yaml
var Tuning string

// Example is an experiment file.
type Example struct {
	Name  string
	About string // what it finds out, as its comment begins
	Text  string
}

// All are the files, those that take least time first.
func All() (list []Example) {
	for _, file := range []string{"first.yaml", "sequential.yaml", "policies.yaml", "mcts-moves.yaml", "mcts-options.yaml"} {
		content, err := folder.ReadFile(file)
		if err != nil {
			panic(err) // it is embedded
		}
		list = append(list, Example{strings.TrimSuffix(path.Base(file), ".yaml"), about(string(content)), string(content)})
	}
	return list
}

// about is the first paragraph of the comment with which a file begins.
func about(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
		if comment = strings.TrimSpace(comment); !ok || comment == "" {
			break
		}
		lines = append(lines, comment)
	}
	return strings.Join(lines, " ")
}
