package minimax

import (
	"context"
	"testing"

	"gambito/game"
	"gambito/games"
)

// treeSize counts the nodes of game trees that end at the same ply. Precondition:
// no position occurs at two plies.
type treeSize struct {
	known map[uint64]uint64 // by the hash of the root
	moves [][]game.Move     // by depth: buffers
}

// treeNodes is the number of nodes of the tree of depth plies below s, s included:
// what plain minimax visits. Positions that are reached in several ways count
// once for each.
func treeNodes(s game.State, depth int) uint64 {
	t := treeSize{map[uint64]uint64{}, make([][]game.Move, depth+1)}
	return t.count(s, s.(game.Undoer), depth)
}

func (t *treeSize) count(s game.State, undoer game.Undoer, depth int) uint64 {
	if depth == 0 || s.Turn() == game.Over {
		return 1
	}
	keep := depth > 2 // the last levels have the most positions, each of a small tree
	var hash uint64
	if keep {
		hash = s.Hash()
		if nodes, ok := t.known[hash]; ok {
			return nodes
		}
	}
	t.moves[depth] = s.Moves(t.moves[depth][:0])
	nodes := 1 + uint64(len(t.moves[depth]))
	if depth > 1 {
		nodes = 1
		for _, m := range t.moves[depth] {
			s.Play(m)
			nodes += t.count(s, undoer, depth-1)
			undoer.Undo(m)
		}
	}
	if keep {
		t.known[hash] = nodes
	}
	return nodes
}

// TestAlphaBetaSaves counts how much less of the tree of Connect 4 alpha–beta with
// a transposition table visits than minimax, which is checked to visit all of it
// where it can.
func TestAlphaBetaSaves(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	evaluate, err := g.(game.Evaluated).Evaluation("")
	if err != nil {
		t.Fatal(err)
	}
	nodes := func(p Params) uint64 {
		p.Evaluate = evaluate
		search, err := New(g, p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(context.Background(), g.New())
		if err != nil || r.Depth != p.Depth {
			t.Fatalf("depth %d of %d, %v", r.Depth, p.Depth, err)
		}
		return r.Nodes
	}
	const shallow, deep, saving = 7, 12, 30
	want := treeNodes(g.New(), shallow)
	if got := nodes(Params{Algorithm: Minimax, Depth: shallow}); got != want {
		t.Errorf("to depth %d minimax visits %d nodes, and the tree has %d", shallow, got, want)
	}
	tree := treeNodes(g.New(), deep)
	visited := nodes(Params{Algorithm: AlphaBeta, Depth: deep, TableBits: 18, Order: true, Deepen: true})
	t.Logf("to depth %d: %d nodes of %d, %.0f times fewer", deep, visited, tree, float64(tree)/float64(visited))
	if visited*saving > tree {
		t.Errorf("to depth %d alpha-beta visits %d of %d nodes: not %d times fewer", deep, visited, tree, saving)
	}
}
