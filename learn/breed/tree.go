package breed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/games/backgammon/rules"
	"gambito/learn/genetic"
)

// grammar is what the trees of a kind of player are made of, and how they are written.
type grammar struct {
	trees   genetic.Trees
	symbols [][]string // by tree, from number 1 on: functions, inputs, constants
	usual   string     // the default
	names   []string   // of what is counted: functions, the inputs of every tree, constants
}

// ruleTrees are expressions of what the rules of backgammon count, see rules.Trees.
var ruleTrees = func() *grammar {
	g := &grammar{usual: rules.Default.Trees().String(), names: slices.Clone(rules.TreeFunctions)}
	g.trees = genetic.Trees{Functions: len(rules.TreeFunctions), Constants: rules.TreeConstants}
	for _, inputs := range rules.TreeInputs {
		g.trees.Inputs = append(g.trees.Inputs, len(inputs))
		g.names = append(g.names, inputs...)
		symbols := slices.Concat(rules.TreeFunctions, inputs)
		for n := range rules.TreeConstants {
			symbols = append(symbols, strconv.Itoa(n))
		}
		g.symbols = append(g.symbols, symbols)
	}
	g.names = append(g.names, "constants")
	return g
}()

// mostCounted is up to how many of a symbol are told apart where trees are drawn.
const mostCounted = 16

// grown is the kind with trees up to a depth instead of numbers.
func (k Kind) grown(depth int) (Kind, error) {
	if k.grammar == nil {
		var names []string
		for _, other := range Kinds {
			if other.grammar != nil {
				names = append(names, other.Name)
			}
		}
		return k, fmt.Errorf("coding tree: it is for player %s, not for %s", strings.Join(names, ", "), k.Name)
	}
	k.depth, k.Repair = depth, nil
	k.Genome, k.Names = k.grammar.trees.Genome(depth), k.grammar.names
	var err error
	if k.Default, err = k.parse(k.grammar.usual); err != nil {
		return k, fmt.Errorf("tree-depth %d: the player's default cannot be written: %w", depth, err)
	}
	return k, nil
}

// trees is what the individuals are made of, nil if they are numbers.
func (k Kind) trees() *genetic.Trees {
	if k.depth == 0 {
		return nil
	}
	return &k.grammar.trees
}

// parse reads an individual: numbers with slashes between them, or trees.
func (k Kind) parse(text string) ([]int, error) {
	if k.depth > 0 {
		return k.grammar.parse(text, k.depth)
	}
	genes := make([]int, len(k.Genome))
	return genes, rules.ParseNumbers(genes, text, func(i int) (int, int) { return k.Genome[i].Low, k.Genome[i].High })
}

// text writes trees as agents read them.
func (g *grammar) text(genes []int) string {
	var names []string
	for i, list := range g.trees.Written(genes) {
		for _, symbol := range list {
			names = append(names, g.symbols[i][symbol-1])
		}
	}
	return strings.Join(names, "/")
}

// parse reads trees up to a depth.
func (g *grammar) parse(text string, depth int) ([]int, error) {
	parsed, err := rules.ParseTrees(text)
	if err != nil {
		return nil, err
	}
	names, lists := strings.Split(text, "/"), make([][]int, len(parsed))
	for i, tree := range parsed {
		for _, name := range names[:len(tree)] {
			lists[i] = append(lists[i], 1+slices.Index(g.symbols[i], name))
		}
		names = names[len(tree):]
	}
	return g.trees.Plant(lists, depth)
}

// counts are how often each symbol stands in trees, all constants together.
func (g *grammar) counts(genes []int) []int {
	counts := make([]int, len(g.names))
	before := 0 // inputs of the trees before
	for i, list := range g.trees.Written(genes) {
		inputs := g.trees.Inputs[i]
		for _, symbol := range list {
			at := symbol - 1
			switch {
			case symbol > g.trees.Functions+inputs:
				at = len(counts) - 1
			case symbol > g.trees.Functions:
				at += before
			}
			counts[at] = min(counts[at]+1, mostCounted)
		}
		before += inputs
	}
	return counts
}
