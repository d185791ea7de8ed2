// Package lesson is what is to be explained, from texts to walks: a tree typed, a
// random one or a position of a game, and the searches that walk it. The command line
// and the server of the page ask it the same.
package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/agents"
	"gambito/game"
	"gambito/progress"
	"gambito/search/explain"
	"gambito/search/minimax"
	"gambito/spec"
)

// Lesson is what is walked, and how.
type Lesson struct {
	Game game.Game
	Root game.State

	Depth int    // plies of a game to look ahead; a tree is walked to its leaves
	Eval  string // evaluation of the game, its first if it is empty
	Order bool   // try promising moves first
	Table bool   // use a transposition table
	Seed  uint64 // of searches that draw
	Steps int    // remember every step, up to so many; 0: none
}

// maxLessonDepth is how deep a walk goes; fewer plies are too many for most games.
const maxLessonDepth = 100

// OfTree is a lesson on a tree of numbers: nested lists, as minimax.ParseTree reads
// them, or options of a random tree. With min MIN moves first.
func OfTree(tree, random string, min bool) (Lesson, error) {
	switch {
	case tree != "" && random != "":
		return Lesson{}, errors.New("there is a tree and a random one: choose one of them")
	case random != "":
		r, err := explain.ParseRandom(random)
		if err != nil {
			return Lesson{}, err
		}
		r.Min = r.Min || min
		tree, min = r.Text(), false
	}
	if min {
		if word := strings.ToLower(strings.TrimLeft(tree, " ,\n\t")); strings.HasPrefix(word, "max") {
			return Lesson{}, errors.New("the tree says that MAX moves first, and so MIN cannot")
		} else if !strings.HasPrefix(word, "min") {
			tree = "min" + tree
		}
	}
	t, err := minimax.ParseTree(tree)
	if err != nil {
		return Lesson{}, err
	}
	return Lesson{Game: t, Root: t.New()}, nil
}

// Algorithms are the names of all searches that there are to explain.
func Algorithms() (names []string) {
	for _, a := range minimax.Algorithms {
		names = append(names, a.Name)
	}
	return slices.Concat(names, []string{"expectiminimax"}, agents.TreeSearches())
}

// Fitting names the algorithms of the minimax family that can search the lesson's
// tree.
func (l Lesson) Fitting() (names []string) {
	tree, _ := l.Game.(*minimax.Tree)
	switch {
	case tree != nil && tree.Intervals():
		return []string{"bstar"}
	case !game.OfChance(l.Game):
		for _, a := range minimax.Algorithms {
			names = append(names, a.Name)
		}
		return names
	}
	for _, pruning := range minimax.Prunings {
		names = append(names, "expectiminimax:pruning="+string(pruning))
	}
	return names
}

// Walk has a search, named as Algorithms does with its options, walk the tree. Tell is
// told how far it has come.
func (l Lesson) Walk(ctx context.Context, name string, tell progress.Func) (*explain.Walk, error) {
	search, _, _ := strings.Cut(name, ":")
	if slices.Contains(agents.TreeSearches(), search) {
		p, b, err := agents.TaughtSearch(name, l.Game)
		if err != nil {
			return nil, err
		}
		return explain.RunMonte(ctx, l.Game, l.Root, name, p, b, l.Seed, explain.Options{Steps: l.Steps})
	}
	p, err := l.params(name)
	if err != nil {
		return nil, err
	}
	return explain.Run(ctx, l.Game, l.Root, name, p, explain.Options{Steps: l.Steps, Tell: tell})
}

// params are those of an algorithm of the minimax family.
func (l Lesson) params(name string) (minimax.Params, error) {
	p := minimax.Params{Depth: l.Depth, Order: l.Order}
	if err := setAlgorithm(&p, name); err != nil {
		return p, err
	}
	if l.Table {
		p.TableBits = 16
	}
	switch g := l.Game.(type) {
	case *minimax.Tree:
		if g.Intervals() && name != "bstar" {
			return p, fmt.Errorf("%s needs the values of leaves, and of some only bounds are known: those B* can search", name)
		}
		p.Depth, p.Scale, p.Range = g.Info().MaxPlies, 1, g.Range()
		if p.Pruning != "" {
			p.Range-- // the largest score itself: the tighter, the more is cut off
		}
		return p, nil
	case game.Evaluated:
		evaluate, err := g.Evaluation(l.Eval)
		if err != nil {
			return p, err
		}
		p.Evaluate = evaluate
	default:
		if l.Eval != "" {
			return p, fmt.Errorf("--eval %q: the game has no evaluation", l.Eval)
		}
	}
	if l.Depth < 1 || l.Depth > maxLessonDepth {
		return p, fmt.Errorf("a depth of %d is not possible: it may be 1 to %d", l.Depth, maxLessonDepth)
	}
	return p, nil
}

// setAlgorithm reads an algorithm's name into p.
func setAlgorithm(p *minimax.Params, name string) error {
	for _, a := range minimax.Algorithms {
		if a.Name == name {
			p.Algorithm = a.Search
			return nil
		}
	}
	algorithm, err := spec.Parse(name)
	if err != nil || algorithm.Name != "expectiminimax" {
		return fmt.Errorf("unknown algorithm %q %s", name, spec.Suggest(name, Algorithms()))
	}
	schema := spec.Schema{ID: algorithm.Name, Options: []spec.Option{agents.PruningOption}}
	values, err := schema.Read(algorithm.Args)
	if err != nil {
		return fmt.Errorf("algorithm %q: %w", name, err)
	}
	p.Pruning = minimax.Pruning(values.Text("pruning"))
	return nil
}
