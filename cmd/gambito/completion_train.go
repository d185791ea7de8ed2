package main

import (
	"gambito/games"
	"gambito/learn/training"
	"gambito/shell"
)

func trainMethods() (found shell.Candidates) {
	for _, m := range training.Methods() {
		found.List = append(found.List, shell.Candidate{Text: m.Name, Help: m.About})
	}
	return found
}

// trainingOf is what can be chosen for the game and the method on the line; nothing
// if they do not fit.
func trainingOf(l shell.Line) (d training.Description) {
	if len(l.Args) == 0 {
		return d
	}
	g, err := games.Parse(l.Args[0])
	if err != nil {
		return d
	}
	method := ""
	if given := l.Flags["method"]; len(given) > 0 {
		method = given[len(given)-1]
	}
	d, _ = training.Describe(g, method)
	return d
}

func trainPresets(l shell.Line) (found shell.Candidates) {
	for _, p := range trainingOf(l).Presets {
		found.List = append(found.List, shell.Candidate{Text: p.Name, Help: p.About})
	}
	return found
}
