package minimax

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
)

// Tree is a game tree written as nested lists, such as ((3 17) (2 12)), for
// teaching and for tests: a list is a position, its items the positions that
// moves lead to, a number the score of player 0 at the end. Players move in
// turn. Moves are numbered from 0.
//
// A list in square brackets, such as [0.5:3 0.5:(4 7)], is a position in which
// chance decides: every item follows its probability, a decimal or a fraction
// such as 1/6, and a colon. Without them, as in [3 5 9], all are equally likely.
// Chance takes nobody's turn: in ([(1 2) (3 4)]) player 0 moves, chance decides,
// and player 1 moves.
type Tree struct {
	nodes  []treeNode
	depth  int
	width  int
	most   int // the largest absolute score
	chance bool
}

type treeNode struct {
	score         int
	turn          game.Player // who moves, or Over, or Chance
	children      []int
	probabilities []float64 // of the children, where chance decides
	least, most   int       // of the scores below
}

// maxTreeDepth keeps hostile texts from exhausting the stack.
const maxTreeDepth = 200

// ParseTree reads nested lists. Items are separated by spaces or commas.
func ParseTree(text string) (*Tree, error) {
	p := treeParser{text: text, tree: &Tree{}}
	root, err := p.item(0, 0)
	if err == nil {
		if p.skip(); p.at < len(text) {
			err = p.wrong("there is more after the tree")
		} else if len(p.tree.nodes[root].children) == 0 {
			err = errors.New("tree: it must be a list with at least one item, such as ((3 17) (2 12))")
		}
	}
	if err != nil {
		return nil, err
	}
	// The root is the last to be finished; moves are counted from it.
	return p.tree, nil
}

type treeParser struct {
	text string
	at   int
	tree *Tree
	odds []float64 // of the lists being read, 0 where none is given
}

func (p *treeParser) wrong(what string) error {
	return fmt.Errorf("tree, character %d: %s", p.at+1, what)
}

func (p *treeParser) skip() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == ',' || p.text[p.at] == '\n' || p.text[p.at] == '\t') {
		p.at++
	}
}

// item reads a list or a number and returns its node. A list in parentheses is
// a position in which player moves.
func (p *treeParser) item(depth int, player game.Player) (int, error) {
	if depth > maxTreeDepth {
		return 0, p.wrong(fmt.Sprintf("lists are nested more than %d deep", maxTreeDepth))
	}
	p.tree.depth = max(p.tree.depth, depth)
	p.skip()
	switch {
	case p.at == len(p.text):
		return 0, p.wrong("a list or a number is missing")
	case p.text[p.at] == '(':
		return p.list(depth, player, ')', func() (int, error) { return p.item(depth+1, player^1) })
	case p.text[p.at] == '[':
		p.tree.chance = true
		n := len(p.odds)
		node, err := p.list(depth, game.Chance, ']', func() (int, error) { return p.outcome(depth+1, player) })
		if err == nil {
			p.tree.nodes[node].probabilities, err = p.probabilities(p.odds[n:])
		}
		p.odds = p.odds[:n]
		return node, err
	case p.text[p.at] == ')' || p.text[p.at] == ']':
		return 0, p.wrong(fmt.Sprintf("an empty list, or a %c too many", p.text[p.at]))
	}
	return p.number()
}

// list reads items up to the closing bracket.
func (p *treeParser) list(depth int, turn game.Player, end byte, item func() (int, error)) (int, error) {
	p.at++
	n := treeNode{turn: turn}
	for {
		p.skip()
		if p.at < len(p.text) && p.text[p.at] == end && n.children != nil {
			p.at++
			break
		}
		child, err := item()
		if err != nil {
			return 0, err
		}
		c := p.tree.nodes[child]
		if n.children == nil {
			n.least, n.most = c.least, c.most
		}
		n.least, n.most = min(n.least, c.least), max(n.most, c.most)
		n.children = append(n.children, child)
	}
	p.tree.width = max(p.tree.width, len(n.children))
	p.tree.nodes = append(p.tree.nodes, n)
	return len(p.tree.nodes) - 1, nil
}

// outcome reads an item of a list in square brackets, with its probability if
// it has one.
func (p *treeParser) outcome(depth int, player game.Player) (int, error) {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte("0123456789./", p.text[p.at]) >= 0 {
		p.at++
	}
	odds := 0.0
	if p.at == len(p.text) || p.text[p.at] != ':' {
		p.at = begin // there is none
	} else {
		text := p.text[begin:p.at]
		above, below, fraction := strings.Cut(text, "/")
		whole := 1.0
		var err error
		if odds, err = strconv.ParseFloat(above, 64); err == nil && fraction {
			whole, err = strconv.ParseFloat(below, 64)
		}
		if odds /= whole; err != nil || !(odds > 0 && odds <= 1) {
			p.at = begin
			return 0, p.wrong(fmt.Sprintf("%q is no probability: it must be above 0 and at most 1, such as 0.25 or 1/4", text))
		}
		p.at++
	}
	p.odds = append(p.odds, odds)
	return p.item(depth, player)
}

// probabilities checks those of the list that ends here and returns them.
func (p *treeParser) probabilities(odds []float64) ([]float64, error) {
	sum, given := 0.0, 0
	for _, x := range odds {
		if sum += x; x > 0 {
			given++
		}
	}
	list := slices.Clone(odds)
	switch {
	case given == 0:
		for i := range list {
			list[i] = 1 / float64(len(list))
		}
		return list, nil
	case given < len(odds):
		return nil, p.wrong("some outcomes of the list that ends here have a probability and some have none")
	case math.Abs(sum-1) > 1e-6:
		return nil, p.wrong(fmt.Sprintf("the probabilities of the list that ends here sum to %g, not 1", sum))
	}
	for i := range list {
		list[i] /= sum
	}
	return list, nil
}

// maxTreeScore leaves room for windows beyond every value.
const maxTreeScore = Win - 1

func (p *treeParser) number() (int, error) {
	begin := p.at
	for p.at < len(p.text) && (p.text[p.at] == '-' || p.text[p.at] == '+' || p.text[p.at] >= '0' && p.text[p.at] <= '9') {
		p.at++
	}
	text := p.text[begin:p.at]
	score, err := strconv.Atoi(text)
	fraction := p.at < len(p.text) && strings.IndexByte("./:", p.text[p.at]) >= 0
	if err != nil || fraction || score > maxTreeScore || score < -maxTreeScore {
		p.at = begin
		return 0, p.wrong(fmt.Sprintf("a list or a whole number between −%d and %d is expected", maxTreeScore, maxTreeScore))
	}
	p.tree.most = max(p.tree.most, score, -score)
	p.tree.nodes = append(p.tree.nodes, treeNode{score: score, turn: game.Over, least: score, most: score})
	return len(p.tree.nodes) - 1, nil
}

// Range is the largest absolute score: what Params.Range should be.
func (t *Tree) Range() int { return t.most + 1 }

// Info implements game.Game.
func (t *Tree) Info() game.Info {
	return game.Info{ID: "tree", Name: "Tree", Roles: []string{"MAX", "MIN"}, MaxMoves: t.width, MaxPlies: t.depth}
}

// New implements game.Game.
func (t *Tree) New() game.State {
	root := &treeState{t: t, path: []int{len(t.nodes) - 1}}
	if t.chance {
		return &chanceTreeState{*root}
	}
	return root
}

// FormatMove implements game.Game: children are counted from 1.
func (t *Tree) FormatMove(_ game.State, m game.Move) string { return strconv.Itoa(int(m) + 1) }

// ParseMove implements game.Game.
func (t *Tree) ParseMove(s game.State, text string) (game.Move, error) {
	n, err := strconv.Atoi(text)
	if children := len(s.(treeWalker).walker().node().children); err != nil || n < 1 || n > children {
		return 0, fmt.Errorf("%q is not a child: there are %d", text, children)
	}
	return game.Move(n - 1), nil
}

// FormatPosition implements game.Game: the number of a node.
func (t *Tree) FormatPosition(s game.State) string {
	path := s.(treeWalker).walker().path
	return strconv.Itoa(path[len(path)-1])
}

// ParsePosition implements game.Game. Only the root has a position of its own.
func (t *Tree) ParsePosition(text string) (game.State, error) {
	return nil, fmt.Errorf("position %q: a tree is searched from its root", text)
}

// treeState is a node and the way to it.
type treeState struct {
	t    *Tree
	path []int
}

// treeWalker is a treeState of a tree with or without chance.
type treeWalker interface{ walker() *treeState }

func (s *treeState) walker() *treeState { return s }

// chanceTreeState is the state of a tree in which chance has a part.
type chanceTreeState struct{ treeState }

// Probability implements game.Stochastic.
func (s *chanceTreeState) Probability(m game.Move) float64 { return s.node().probabilities[m] }

// Clone implements game.State.
func (s *chanceTreeState) Clone() game.State {
	c := &chanceTreeState{}
	c.CopyFrom(s)
	return c
}

func (s *treeState) node() *treeNode { return &s.t.nodes[s.path[len(s.path)-1]] }

// Turn implements game.State.
func (s *treeState) Turn() game.Player { return s.node().turn }

// Moves implements game.State.
func (s *treeState) Moves(buf []game.Move) []game.Move {
	for m := range s.node().children {
		buf = append(buf, game.Move(m))
	}
	return buf
}

// Play implements game.State.
func (s *treeState) Play(m game.Move) { s.path = append(s.path, s.node().children[m]) }

// Undo implements game.Undoer.
func (s *treeState) Undo(game.Move) { s.path = s.path[:len(s.path)-1] }

// Score implements game.State.
func (s *treeState) Score(p game.Player) float64 {
	if p == 0 {
		return float64(s.node().score)
	}
	return -float64(s.node().score)
}

// Bounds implements game.Bounded: the lowest and the highest score below.
func (s *treeState) Bounds() (pessimistic, optimistic float64) {
	n := s.node()
	if n.turn == 0 {
		return float64(n.least), float64(n.most)
	}
	return -float64(n.most), -float64(n.least)
}

// Hash implements game.State.
func (s *treeState) Hash() uint64 { return uint64(s.path[len(s.path)-1]+1) * 0x9e3779b97f4a7c15 }

// CopyFrom implements game.State.
func (s *treeState) CopyFrom(src game.State) {
	o := src.(treeWalker).walker()
	s.t, s.path = o.t, append(s.path[:0], o.path...)
}

// Clone implements game.State.
func (s *treeState) Clone() game.State {
	c := &treeState{}
	c.CopyFrom(s)
	return c
}
