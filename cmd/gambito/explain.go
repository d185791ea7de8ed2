package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/api"
	"gambito/files"
	"gambito/game"
	"gambito/search/explain"
	"gambito/search/lesson"
	"gambito/web"
	"gambito/words"
)

type explainCmd struct {
	Args     []string `arg:"" optional:"" name:"game and algorithm" complete:"explain" help:"GAME ALGORITHM, or ALGORITHM with --tree or --random; leave the algorithm out with --compare."`
	Tree     string   `help:"Walk a tree given as nested lists, such as '((3 17) (2 12))', instead of a game's; [1/2:3 1/2:(4 7)] is chance, [2..9] bounds."`
	Random   string   `help:"Walk a random tree, such as 'branching=3,depth=4,seed=1'." placeholder:"OPTIONS"`
	Min      bool     `help:"MIN moves first in the tree, not MAX."`
	Compare  []string `help:"Algorithms to compare, separated by commas, or all that fit the game."`
	Depth    int      `default:"3" help:"Plies of a game to look ahead (default: ${default})."`
	Position string   `help:"Position of the game to start from, as the game writes it."`
	Moves    string   `help:"Moves to make first."`
	Eval     string   `help:"Evaluation of the game (default: its first)."`
	Order    bool     `help:"Try promising moves first."`
	Table    bool     `help:"Use a transposition table."`
	Steps    bool     `help:"Print every step of the search, with what was compared and why."`
	SVG      string   `name:"svg" type:"output" help:"Draw the tree into this SVG file, with --compare all trees."`
	HTML     string   `name:"html" type:"output" help:"Write a page to step through the search into this HTML file; it needs no server."`
	langFlag
	jsonFlag
	quietFlag
	seedFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (explainCmd) Help() string {
	return `Shows the positions an algorithm visits, with their windows and values, where
it cuts off and what it never looks at. Values are as the player to move at the
root sees them; in a tree they are always MAX's. With --steps it tells every step:
what was compared with what, what is cut and why, each pass of MTD(f) and Best Node
Search, both bounds of B*, and the four phases of a Monte Carlo tree search with the
index of every move. --html writes a page on which to go through them forwards and
backwards; gambito serve has the same as its classroom.

A tree is nested lists of numbers, MAX's scores: in (…) a player moves, MAX first;
the word min before the tree, or --min, has MIN move first. In […] chance decides:
each item follows its probability, a decimal or a fraction, and a colon; without
them all are equally likely. Chance takes nobody's turn: in ([(1 2) (3 4)]) MAX
moves, chance decides, and MIN moves. [2..9] is a leaf of which only bounds are
known, and [2..9](3 8) a position with the bounds that B* begins with.
--random takes branching, depth, low, high, seed and, as on or off, uneven, chance,
min and bounds.

Where chance has a part only expectiminimax can search; its pruning is none,
star1 or star2: expectiminimax:pruning=star1. Depth counts moves of players.
mcts, uct, ucb1, thesis and ggp are Monte Carlo tree searches with the options of
the agents of their names; they make 20 simulations unless sims is given, and play
out unless leaf=eval is.

Examples:

  gambito explain alphabeta --tree '((3 17) (2 12) ((15) (25 0)))'
  gambito explain alphabeta --tree '((3 17) (2 12) ((15) (25 0)))' --steps
  gambito explain --compare minimax,alphabeta,scout,pvs,mtdf,bns --tree '((3 17) (2 12) ((15) (25 0)))'
  gambito explain pvs --tree 'min((0.5 2.25) (1 -3))' --steps --lang es
  gambito explain bstar --tree '([2..9](3 8) [0..4]((1 2) 4) [1..3])' --steps
  gambito explain --compare all --random 'branching=3,depth=4,seed=1' --svg trees.svg
  gambito explain --compare alphabeta,pvs --tree '((3 17) (2 12))' --html steps.html
  gambito explain tictactoe alphabeta --depth 2 --svg tree.svg
  gambito explain tictactoe pvs --depth 4 --position 'XO./.X./..O'
  gambito explain connect4 --compare all --depth 5
  gambito explain connect4 mcts:sims=20,policy=ucb,alpha=2 --steps
  gambito explain mcts:sims=30,policy=thompson --tree '((3 17) (2 12))' --steps
  gambito explain expectiminimax --tree '([0.5:3 0.5:(4 7)] [1/3:(2 9) 2/3:(0 5)])'
  gambito explain --compare all --tree '([(5 6) (7 8)] [(1 9) (2 3)])'
  gambito explain einstein expectiminimax:pruning=star1 --depth 2 --moves 3`
}

// mostWalked is how many leaves a walk may have that cuts off as well as can be, which
// leaves the square root of all.
const mostWalked = 1e9

// within refuses a depth that no walk comes to the end of. Monte Carlo looks at none.
func (c explainCmd) within(l lesson.Lesson, algorithms []string) error {
	deep := slices.ContainsFunc(algorithms, func(name string) bool { return !strings.HasPrefix(name, "mcts") })
	if leaves := estimateLeaves(l.Root, l.Depth); deep && leaves > mostWalked*mostWalked {
		return fmt.Errorf("--depth %d: the tree has %s leaves, which no walk comes to the end of: choose a smaller depth", l.Depth, power(leaves))
	}
	return nil
}

// Run walks and shows.
func (c explainCmd) Run(s *session) error {
	l, algorithms, err := c.what(s)
	if err != nil {
		return err
	}
	if err := c.within(l, algorithms); err != nil {
		return err
	}
	in, err := c.words()
	if err != nil {
		return err
	}
	var walks []*explain.Walk
	for _, name := range algorithms {
		bar := c.bar()
		walk, err := l.Walk(s.ctx, name, bar.Show)
		bar.Clear()
		if s.ctx.Err() != nil {
			return failure{fmt.Errorf("explain stopped in %s", name)}
		}
		if err != nil {
			return err
		}
		walks = append(walks, walk)
	}
	if err := c.draw(walks); err != nil {
		return err
	}
	if err := c.page(in, l, walks); err != nil {
		return err
	}
	switch {
	case c.JSON && c.Steps:
		return s.printJSON(lessonsOf(in, l, walks, false))
	case c.JSON:
		return s.printJSON(api.NewWalks(walks))
	case c.Steps:
		for i, w := range walks {
			if i > 0 {
				fmt.Fprintln(s.stdout)
			}
			w.StepText(s.stdout, in)
		}
	case len(c.Compare) > 0:
		explain.Compare(s.stdout, walks)
	default:
		walks[0].Text(s.stdout)
	}
	return nil
}

// draw writes the drawing, if one is asked for.
func (c explainCmd) draw(walks []*explain.Walk) error {
	if c.SVG == "" {
		return nil
	}
	var svg bytes.Buffer
	if err := explain.SVG(&svg, walks); err != nil {
		return err
	}
	if err := files.Replace(c.SVG, svg.Bytes()); err != nil {
		return failure{err}
	}
	return nil
}

// page writes the page to step through, if one is asked for.
func (c explainCmd) page(in words.Words, l lesson.Lesson, walks []*explain.Walk) error {
	if c.HTML == "" {
		return nil
	}
	title := cmp.Or(c.Tree, c.Random)
	if title == "" {
		title = in.Text(l.Game.Info().Name)
	}
	page, err := web.LessonPage(in, title, lessonsOf(in, l, walks, true))
	if err != nil {
		return err
	}
	if err := files.Replace(c.HTML, page); err != nil {
		return failure{err}
	}
	return nil
}

// lessonsOf are walks with their steps.
func lessonsOf(in words.Words, l lesson.Lesson, walks []*explain.Walk, boards bool) []api.Lesson {
	lessons := []api.Lesson{}
	for _, w := range walks {
		lessons = append(lessons, api.NewLesson(in, w, l.Game, l.Root, boards))
	}
	return lessons
}

// what reads the arguments.
func (c explainCmd) what(s *session) (l lesson.Lesson, algorithms []string, err error) {
	args := c.Args
	if c.Tree != "" || c.Random != "" {
		if c.Position != "" {
			return l, nil, errors.New("--position is of a game, and a tree is walked from its root")
		}
		l, err = lesson.OfTree(c.Tree, c.Random, c.Min)
	} else {
		l, args, err = c.ofGame(s)
	}
	if err != nil {
		return l, nil, err
	}
	if _, err = game.ParseLine(l.Game, l.Root, c.Moves); err != nil {
		return l, nil, fmt.Errorf("--moves %q: %w", c.Moves, err)
	}
	l.Depth, l.Eval, l.Order, l.Table, l.Seed = c.Depth, c.Eval, c.Order, c.Table, c.Seed
	if c.Steps || c.HTML != "" {
		l.Steps = explain.MaxSteps
	}
	switch {
	case len(c.Compare) == 1 && c.Compare[0] == "all" && len(args) == 0:
		algorithms = l.Fitting()
	case len(c.Compare) > 0 && len(args) == 0:
		algorithms = withOptions(c.Compare)
	case len(c.Compare) == 0 && len(args) == 1:
		algorithms = args
	default:
		return l, nil, fmt.Errorf("name one algorithm, or several by --compare; there are %s", strings.Join(lesson.Algorithms(), ", "))
	}
	return l, algorithms, nil
}

// withOptions puts algorithms together again whose options have commas between them.
func withOptions(parts []string) (algorithms []string) {
	for _, part := range parts {
		name, _, _ := strings.Cut(part, ":")
		if last := len(algorithms) - 1; last >= 0 && strings.Contains(name, "=") && strings.Contains(algorithms[last], ":") {
			algorithms[last] += "," + part
			continue
		}
		algorithms = append(algorithms, part)
	}
	return algorithms
}

// ofGame reads a game and its position, and returns the arguments after it.
func (c explainCmd) ofGame(s *session) (l lesson.Lesson, rest []string, err error) {
	switch {
	case c.Min:
		return l, nil, errors.New("--min is of a tree: name one by --tree or --random")
	case len(c.Args) == 0:
		return l, nil, errors.New("name a game, or a tree by --tree or --random")
	}
	if l.Game, err = parseGame(s.ctx, c.Args[0]); err != nil {
		name, _, _ := strings.Cut(c.Args[0], ":")
		if slices.Contains(lesson.Algorithms(), name) {
			err = fmt.Errorf("%s is an algorithm: name a game before it, as in gambito explain tictactoe %[1]s, or a tree by --tree", name)
		}
		return l, nil, err
	}
	l.Root = l.Game.New()
	if c.Position != "" {
		if l.Root, err = l.Game.ParsePosition(c.Position); err != nil {
			return l, nil, err
		}
	}
	return l, c.Args[1:], nil
}
