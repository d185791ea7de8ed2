package mcts

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gambito/bandit"
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
	root := s.topRoot()
	s.top(root, 0, 0, depth, max(1, int(share*float64(root.Visits))))
	return root
}

// top fills in what lies below a node at a depth, down to another.
func (s *Search) top(of *treetop.Node, at int32, depth, end, least int) {
	if depth == end {
		return
	}
	for _, e := range s.shown(at) {
		if int(s.tree.arms[e].N) < least {
			continue
		}
		child := s.topNode(at, e, depth+1)
		of.Children = append(of.Children, child)
		if next := s.tree.child[e]; next != 0 {
			s.top(child, next, depth+1, end, least)
		}
	}
	byVisits(of)
}

// TopNodes is the tree's top with so many nodes, the most visited ones, under the same
// law as Top.
func (s *Search) TopNodes(most int) *treetop.Node {
	if s.tree.nodeCount == 0 {
		return &treetop.Node{}
	}
	root := s.topRoot()
	queue := &open{{root, 0, 0}}
	var shown []*treetop.Node
	for count := 1; count < most && len(*queue) > 0; {
		at := heap.Pop(queue).(opened)
		shown = append(shown, at.top)
		for _, e := range s.shown(at.node) {
			if s.tree.arms[e].N == 0 {
				continue
			}
			child := s.topNode(at.node, e, at.depth+1)
			at.top.Children = append(at.top.Children, child)
			count++
			if next := s.tree.child[e]; next != 0 {
				heap.Push(queue, opened{child, next, at.depth + 1})
			}
		}
	}
	for _, n := range shown {
		byVisits(n)
	}
	return root
}

// opened is a node of the top whose children may be shown too, and open those there
// are, the most visited first.
type (
	opened struct {
		top   *treetop.Node
		node  int32
		depth int
	}
	open []opened
)

// Len implements heap.Interface.
func (o open) Len() int { return len(o) }

// Less implements heap.Interface.
func (o open) Less(i, j int) bool { return o[i].top.Visits > o[j].top.Visits }

// Swap implements heap.Interface.
func (o open) Swap(i, j int) { o[i], o[j] = o[j], o[i] }

// Push implements heap.Interface.
func (o *open) Push(x any) { *o = append(*o, x.(opened)) }

// Pop implements heap.Interface.
func (o *open) Pop() any {
	last := len(*o) - 1
	x := (*o)[last]
	*o = (*o)[:last]
	return x
}

func (s *Search) topRoot() *treetop.Node {
	root := &treetop.Node{Visits: int(s.tree.nodes[0].visits)}
	s.topChoice(root, 0, 0)
	return root
}

// shown are the edges of a node that can be shown: none where players move at once,
// and none that a thread is at work on.
func (s *Search) shown(at int32) []int32 {
	n := &s.tree.nodes[at]
	if n.claimed || n.turn == game.Together || n.order >= 0 {
		return nil
	}
	edges := make([]int32, 0, n.count)
	for e := n.first; e < n.first+n.count; e++ {
		edges = append(edges, e)
	}
	return edges
}

// topNode is what is known of an edge of a node, without what lies below. Depth is that
// of the position it leads to.
func (s *Search) topNode(at, e int32, depth int) *treetop.Node {
	t := s.tree
	arm := &t.arms[e]
	n := &treetop.Node{Move: t.moves[e], Player: t.nodes[at].turn, Visits: int(arm.N), Prior: float64(arm.Prior)}
	if arm.N > 0 {
		n.Value = s.p.Rewards.score(arm.Mean())
	}
	switch {
	case s.p.Solver && t.bounds[e].proven():
		n.Value, n.Proven = float64(t.bounds[e].low), true
		n.Low, n.High = n.Value, n.Value
	case arm.N > 1:
		sigma := 2 / (s.p.Rewards.Win - s.p.Rewards.Loss) * math.Sqrt(arm.Variance()/float64(arm.N))
		n.Low, n.High = n.Value-z95*sigma, n.Value+z95*sigma
	}
	if child := t.child[e]; child != 0 {
		s.topChoice(n, child, depth)
	}
	return n
}

// z95 is how many standard errors there are to the end of a 95 % interval.
const z95 = 1.959963984540054

// topChoice tells how the policy chooses among the moves of a node.
func (s *Search) topChoice(top *treetop.Node, at int32, depth int) {
	n := &s.tree.nodes[at]
	if n.claimed || n.turn == game.Together || n.order >= 0 {
		return
	}
	top.Moves = int(n.count)
	if explorer, ok := s.p.Policy.(bandit.Explorer); ok && n.turn != game.Chance && n.visits > 1 {
		top.Alpha = explorer.Exploration(s.workers[0].context(n, depth)) / math.Log(float64(n.visits))
	}
}

func byVisits(of *treetop.Node) {
	slices.SortStableFunc(of.Children, func(a, b *treetop.Node) int { return cmp.Compare(b.Visits, a.Visits) })
}
