package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gambito/agents"
	"gambito/api"
	"gambito/files"
	"gambito/game"
	"gambito/search/explain"
	"gambito/search/minimax"
	"gambito/spec"
)

type explainCmd struct {
	Args     []string `arg:"" optional:"" name:"game and algorithm" complete:"explain" help:"GAME ALGORITHM, or ALGORITHM with --tree; leave the algorithm out with --compare."`
	Tree     string   `help:"Walk a tree given as nested lists, such as '((3 17) (2 12))', instead of a game's; [1/2:3 1/2:(4 7)] is chance."`
	Compare  []string `help:"Algorithms to compare, separated by commas, or all that fit the game."`
	Depth    int      `default:"3" help:"Plies of a game to look ahead (default: ${default})."`
	Position string   `help:"Position of the game to start from, as the game writes it."`
	Moves    string   `help:"Moves to make first."`
	Eval     string   `help:"Evaluation of the game (default: its first)."`
	Order    bool     `help:"Try promising moves first."`
	Table    bool     `help:"Use a transposition table."`
	SVG      string   `name:"svg" type:"output" help:"Draw the tree into this SVG file."`
	jsonFlag
	quietFlag
	idleFlags
}

// Help is shown by --help.
func (explainCmd) Help() string {
	return `Shows the positions an algorithm visits, with their windows and values, where
it cuts off and what it never looks at. Values are as the player to move at the
root sees them; in a tree that is MAX. The trees of Monte Carlo searches, with or
without networks, are drawn by gambito analyze --tree-svg.

A tree is nested lists of whole numbers, MAX's scores: in (…) a player moves,
MAX first. In […] chance decides: each item follows its probability, a decimal
or a fraction, and a colon; without them all are equally likely. Chance takes
nobody's turn: in ([(1 2) (3 4)]) MAX moves, chance decides, and MIN moves.

Where chance has a part only expectiminimax can search; its pruning is none,
star1 or star2: expectiminimax:pruning=star1. Depth counts moves of players.

Examples:

  gambito explain alphabeta --tree '((3 17) (2 12) ((15) (25 0)))'
  gambito explain --compare minimax,alphabeta,scout,pvs,mtdf,bns --tree '((3 17) (2 12) ((15) (25 0)))'
  gambito explain tictactoe alphabeta --depth 2 --svg tree.svg
  gambito explain tictactoe pvs --depth 4 --position 'XO./.X./..O'
  gambito explain connect4 --compare all --depth 5
  gambito explain expectiminimax --tree '([0.5:3 0.5:(4 7)] [1/3:(2 9) 2/3:(0 5)])'
  gambito explain --compare all --tree '([(5 6) (7 8)] [(1 9) (2 3)])'
  gambito explain einstein expectiminimax:pruning=star1 --depth 2 --moves 3`
}

// Run walks and shows.
func (c explainCmd) Run(s *session) error {
	g, root, algorithms, err := c.what()
	if err != nil {
		return err
	}
	var walks []*explain.Walk
	for _, name := range algorithms {
		p, err := c.params(g, name)
		if err != nil {
			return err
		}
		bar := c.bar()
		walk, err := explain.Run(s.ctx, g, root, name, p, explain.Options{Tell: bar.Show})
		bar.Clear()
		if s.ctx.Err() != nil {
			return failure{fmt.Errorf("explain stopped in %s", name)}
		}
		if err != nil {
			return err
		}
		walks = append(walks, walk)
	}
	if c.SVG != "" {
		var svg bytes.Buffer
		if err := walks[0].SVG(&svg); err != nil {
			return err
		}
		if err := files.Replace(c.SVG, svg.Bytes()); err != nil {
			return failure{err}
		}
	}
	switch {
	case c.JSON:
		return s.printJSON(api.NewWalks(walks))
	case len(c.Compare) > 0:
		explain.Compare(s.stdout, walks)
	default:
		walks[0].Text(s.stdout)
	}
	return nil
}

// what reads the arguments.
func (c explainCmd) what() (g game.Game, root game.State, algorithms []string, err error) {
	args := c.Args
	if c.Tree != "" {
		tree, err := minimax.ParseTree(c.Tree)
		if err != nil {
			return nil, nil, nil, err
		}
		g = tree
	} else {
		if len(args) == 0 {
			return nil, nil, nil, fmt.Errorf("name a game, or a tree by --tree")
		}
		if g, err = parseGame(args[0]); err != nil {
			name, _, _ := strings.Cut(args[0], ":")
			if slices.Contains(algorithmNames(), name) {
				err = fmt.Errorf("%s is an algorithm: name a game before it, as in gambito explain tictactoe %[1]s, or a tree by --tree", name)
			}
			return nil, nil, nil, err
		}
		args = args[1:]
	}
	root = g.New()
	if c.Position != "" {
		if root, err = g.ParsePosition(c.Position); err != nil {
			return nil, nil, nil, err
		}
	}
	if _, err = game.ParseLine(g, root, c.Moves); err != nil {
		return nil, nil, nil, fmt.Errorf("--moves %q: %w", c.Moves, err)
	}
	switch {
	case len(c.Compare) == 1 && c.Compare[0] == "all" && len(args) == 0:
		algorithms = fitting(g)
	case len(c.Compare) > 0 && len(args) == 0:
		algorithms = c.Compare
	case len(c.Compare) == 0 && len(args) == 1:
		algorithms = args
	default:
		return nil, nil, nil, fmt.Errorf("name one algorithm, or several by --compare; there are %s", strings.Join(algorithmNames(), ", "))
	}
	return g, root, algorithms, nil
}

func algorithmNames() (names []string) {
	for _, a := range minimax.Algorithms {
		names = append(names, a.Name)
	}
	return append(names, "expectiminimax")
}

// fitting names the algorithms that can search g.
func fitting(g game.Game) (names []string) {
	if !game.OfChance(g) {
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
		return fmt.Errorf("unknown algorithm %q %s", name, spec.Suggest(name, algorithmNames()))
	}
	schema := spec.Schema{ID: algorithm.Name, Options: []spec.Option{agents.PruningOption}}
	values, err := schema.Read(algorithm.Args)
	if err != nil {
		return fmt.Errorf("algorithm %q: %w", name, err)
	}
	p.Pruning = minimax.Pruning(values.Text("pruning"))
	return nil
}

func (c explainCmd) params(g game.Game, name string) (minimax.Params, error) {
	p := minimax.Params{Depth: c.Depth, Order: c.Order}
	if err := setAlgorithm(&p, name); err != nil {
		return p, err
	}
	if c.Table {
		p.TableBits = 16
	}
	switch g := g.(type) {
	case *minimax.Tree:
		p.Depth, p.Scale, p.Range = g.Info().MaxPlies, 1, g.Range()
		if p.Pruning != "" {
			p.Range-- // the largest score itself: the tighter, the more is cut off
		}
	case game.Evaluated:
		evaluate, err := g.Evaluation(c.Eval)
		if err != nil {
			return p, err
		}
		p.Evaluate = evaluate
	default:
		if c.Eval != "" {
			return p, fmt.Errorf("--eval %q: the game has no evaluation", c.Eval)
		}
	}
	return p, nil
}
