// Package examples has experiment files to begin with.
package examples

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed *.yaml
var folder embed.FS

// Policies compares selection policies of Monte Carlo tree search.
//
//go:embed policies.yaml
var Policies string

//go:embed tune/*.yaml
var tunings embed.FS

// Tunings are the names of the files that tune an agent, the one to begin with first.
func Tunings() []string {
	return []string{"connect4", "breakthrough", "othello", "ladder", "accuracy", "endgame", "regret"}
}

// Tuning is one of them.
func Tuning(name string) (string, error) {
	content, err := tunings.ReadFile("tune/" + name + ".yaml")
	if err != nil || !slices.Contains(Tunings(), name) {
		return "", fmt.Errorf("there is no example %q: there are %s", name, strings.Join(Tunings(), ", "))
	}
	return string(content), nil
}

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
