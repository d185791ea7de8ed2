package minimax

import (
	"fmt"
	"strconv"

	"gambito/game"
)

// Tree is a game tree written as nested lists, such as ((3 17) (2 12)), for
// teaching and for tests: a list is a position, its items the positions that
// moves lead to, a number, whole or decimal, the score of player 0 at the end.
// Players move in turn, player 0 first unless the word min stands before the tree.
// Moves are numbered from 0.
//
// A list in square brackets, such as [0.5:3 0.5:(4 7)], is a position in which
// chance decides: every item follows its probability, a decimal or a fraction
// such as 1/6, and a colon. Without them, as in [3 5 9], all are equally likely.
// Chance takes nobody's turn: in ([(1 2) (3 4)]) player 0 moves, chance decides,
// and player 1 moves.
//
// Two numbers with two points between them, [2..9], are bounds: alone they are a
// leaf of which no more is known, right before a list, as in [2..9](3 8), they
// are what B* knows of that position before it looks at its moves.
//
// Scores as the methods below tell them are whole numbers of 1/Unit, so that every
// algorithm of this package can compare them.
type Tree struct {
	nodes     []treeNode
	depth     int
	width     int
	most      int // the largest absolute score
	unit      int
	first     game.Player
	chance    bool
	intervals bool // there are leaves of which only bounds are known

	normal      bool // scores are told between −1 and 1
	least, span float64
}

type treeNode struct {
	score         int
	turn          game.Player // who moves, or Over, or Chance
	player        game.Player // who moves, or would
	children      []int
	probabilities []float64 // of the children, where chance decides
	least, most   int       // bounds of the value: what is given, else the scores below
	interval      bool      // a leaf of which they are all that is known
}

// Unit is the part of a score that a whole number stands for: 1, or 10, 100, … if
// scores have decimals.
func (t *Tree) Unit() int { return t.unit }

// Intervals reports whether there are leaves of which only bounds are known, so that
// B* alone can search the tree.
func (t *Tree) Intervals() bool { return t.intervals }

// Normal is the tree for searches that take scores to lie between −1 and 1, and Score
// what such a score stands for.
func (t *Tree) Normal() *Tree {
	n := *t
	least, most := infinity, -infinity
	for _, node := range t.nodes {
		if node.turn == game.Over {
			least, most = min(least, node.score), max(most, node.score)
		}
	}
	n.normal, n.least, n.span = true, float64(least), float64(max(most-least, 1))
	return &n
}

// Score is what a score between −1 and 1 of a Normal tree stands for, in the unit of
// its leaves.
func (t *Tree) Score(normal float64) float64 {
	return (t.least + (normal+1)/2*t.span) / float64(t.unit)
}

// Leaf is between what bounds player 0's score at the end of a tree lies, which are
// one where it is known, in the unit of the leaves.
func (t *Tree) Leaf(s game.State) (low, high float64) {
	n := s.(treeWalker).walker().node()
	return float64(n.least) / float64(t.unit), float64(n.most) / float64(t.unit)
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
	score := float64(s.node().score)
	if s.t.normal {
		score = 2*(score-s.t.least)/s.t.span - 1
	}
	if p == 0 {
		return score
	}
	return -score
}

// Bounds implements game.Bounded: those that are given, else the lowest and the
// highest score below.
func (s *treeState) Bounds() (pessimistic, optimistic float64) {
	n := s.node()
	if n.player == 0 {
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
