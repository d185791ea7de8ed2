package mcts

import (
	"cmp"
	"slices"

	"gambito/game"
	"gambito/search/treetop"
)

// Top returns the tree's top: down to a depth, the moves with at least a share
// of the root's visits. Where players move at once it ends. Of trees of root
// parallelism it is that of the first.
//
// Law: it is a copy that shares nothing with the search, so that it stays what it
// is when the search goes on, forgets or begins another game.
func (s *Search) Top(depth int, share float64) *treetop.Node {
	t := s.tree
	if t.nodeCount == 0 {
		return &treetop.Node{}
	}
	root := &treetop.Node{Visits: int(t.nodes[0].visits)}
	s.top(root, 0, depth, max(1, int(share*float64(root.Visits))))
	return root
}

func (s *Search) top(of *treetop.Node, at int32, depth, least int) {
	t := s.tree
	n := &t.nodes[at]
	if depth == 0 || n.claimed || n.turn == game.Together || n.order >= 0 {
		return
	}
	for e := n.first; e < n.first+n.count; e++ {
		arm := &t.arms[e]
		if int(arm.N) < least {
			continue
		}
		child := &treetop.Node{Move: t.moves[e], Player: n.turn, Visits: int(arm.N), Value: s.p.Rewards.score(arm.Mean())}
		if s.p.Solver && t.bounds[e].proven() {
			child.Value, child.Proven = float64(t.bounds[e].low), true
		}
		of.Children = append(of.Children, child)
		if next := t.child[e]; next != 0 {
			s.top(child, next, depth-1, least)
		}
	}
	slices.SortStableFunc(of.Children, func(a, b *treetop.Node) int { return cmp.Compare(b.Visits, a.Visits) })
}
