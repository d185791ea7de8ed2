package minimax

import "gambito/game"

// BStar is Berliner's B* (1979): a best-first search of a tree in memory in
// which every position has two bounds, a pessimistic and an optimistic one.
// It ends as soon as one move's pessimistic bound is no worse than the
// optimistic bounds of all others, whatever their values are. Each step tries
// one of two things: PROVEBEST raises the pessimistic bound of the move that
// looks best, DISPROVEREST lowers the optimistic bound of the next best; here
// the one whose tree is smaller is worked on. From there the search goes down
// along the best optimistic bounds to a position not yet expanded.
//
// Bounds come from the game where it has them (game.Bounded), else they are
// the widest possible; at the depth limit the evaluation is both. Where no more
// than bounds is known of leaves, as in some trees, there may be nothing left to
// look at before any move is proved to be best: the one that looks best is then
// returned.
func BStar(s *Search, depth int) Result {
	b := bstar{s: s, depth: depth}
	if tree, ok := s.game.(*Tree); ok {
		b.intervals = tree.intervals
	}
	root := b.add(b.bounded(0))
	if !b.nodes[root].expanded {
		b.expand(root)
		b.backUp(root)
	}
	for !s.stopped {
		best, rest, strategy := b.strategy(root)
		if s.params.Trace != nil {
			b.tellStrategy(strategy, best, rest)
		}
		switch strategy {
		case ProveBest:
			b.descend(root, best)
		case DisproveRest:
			b.descend(root, rest)
		default:
			return b.result(root, best)
		}
	}
	best, _ := b.leaders(root, false)
	return b.result(root, best)
}

// strategy says what to do next about the two moves that look best.
func (b *bstar) strategy(root int) (best, rest int, s Strategy) {
	best, rest = b.leaders(root, false)
	switch {
	case rest < 0 || b.pessimistic(root, best) >= b.optimistic(root, rest):
		return best, rest, Proven
	case !b.live(best) && !b.live(rest):
		return best, rest, Unprovable
	case !b.live(best) || b.nodes[rest].size < b.nodes[best].size && b.live(rest):
		return best, rest, DisproveRest
	}
	return best, rest, ProveBest
}

// tellStrategy tells the tracer what is done next.
func (b *bstar) tellStrategy(s Strategy, best, rest int) {
	other := noMove
	if rest >= 0 {
		other = b.nodes[rest].move
	}
	b.s.params.Trace.Prove(s, b.nodes[best].move, other)
}

// bstarNodes is how many positions are kept at the most.
const bstarNodes = 4 << 20

type bstarNode struct {
	lower, upper int // bounds of the value for the side whose view it takes
	side         game.Player
	expanded     bool // or there is nothing to expand
	open         bool // not so, or not so below
	move         game.Move
	children     int32 // number of the first child; they stand side by side
	count        int32
	size         int32 // positions in the tree below and this one
}

type bstar struct {
	s         *Search
	depth     int
	nodes     []bstarNode
	intervals bool // there are leaves of which only bounds are known
}

func (b *bstar) add(n bstarNode) int {
	b.nodes = append(b.nodes, n)
	return len(b.nodes) - 1
}

// bounded is a node for the present position.
func (b *bstar) bounded(m game.Move) bstarNode {
	s := b.s
	s.visit(-infinity, infinity)
	n := bstarNode{move: m, side: s.side[s.ply], lower: -s.params.Range, upper: s.params.Range, size: 1, open: true}
	if bounded, ok := s.state.(game.Bounded); ok {
		low, high := bounded.Bounds()
		n.lower, n.upper = int(low*float64(s.params.Scale)), int(high*float64(s.params.Scale))
	}
	over := s.state.Turn() == game.Over
	if known := over && b.intervals && n.lower < n.upper; known {
		n.expanded, n.open = true, false
	} else if v, ok := s.leaf(b.depth - s.ply); ok {
		n.lower, n.upper, n.expanded, n.open = v, v, true, false
	}
	if s.params.Trace != nil {
		s.params.Trace.Bounds(float64(n.lower), float64(n.upper))
	}
	return n
}

// view is the value of a child's bounds for its parent.
func (b *bstar) view(parent, child int) (lower, upper int) {
	p, c := &b.nodes[parent], &b.nodes[child]
	if p.side == c.side {
		return c.lower, c.upper
	}
	return -c.upper, -c.lower
}

func (b *bstar) pessimistic(parent, child int) int { v, _ := b.view(parent, child); return v }
func (b *bstar) optimistic(parent, child int) int  { _, v := b.view(parent, child); return v }

// live reports whether more can be found out of a position's value.
func (b *bstar) live(n int) bool { return b.nodes[n].lower < b.nodes[n].upper && b.nodes[n].open }

// leaders returns the children, or those of them that are live, with the best and
// the second best optimistic bound, among equals those with the better
// pessimistic one; −1 for none.
func (b *bstar) leaders(parent int, live bool) (best, rest int) {
	best, rest = -1, -1
	p := &b.nodes[parent]
	ahead := func(x, y int) bool {
		xLower, xUpper := b.view(parent, x)
		yLower, yUpper := b.view(parent, y)
		return xUpper > yUpper || xUpper == yUpper && xLower > yLower
	}
	for c := int(p.children); c < int(p.children+p.count); c++ {
		switch {
		case live && !b.live(c):
		case best < 0 || ahead(c, best):
			best, rest = c, best
		case rest < 0 || ahead(c, rest):
			rest = c
		}
	}
	return best, rest
}

// descend goes from a child of the root along the best optimistic bounds to a
// position to expand, and brings the new bounds back up. Law: the position it
// begins with is live, and so one of the moves is that it goes on with.
func (b *bstar) descend(root, next int) {
	path := []int{root}
	for {
		if b.s.params.Trace != nil {
			b.s.params.Trace.Choose(b.nodes[next].move)
		}
		b.s.play(b.nodes[next].move)
		path = append(path, next)
		if !b.nodes[next].expanded || b.nodes[next].count == 0 {
			break
		}
		next, _ = b.leaders(next, true)
	}
	b.expand(next)
	for i := len(path) - 1; i >= 0; i-- {
		b.backUp(path[i])
		if i > 0 {
			b.s.undo(b.nodes[path[i]].move)
		}
	}
	if len(b.nodes) > bstarNodes {
		b.s.stopped = true
	}
}

// expand makes the children of the present position.
func (b *bstar) expand(n int) {
	if b.nodes[n].expanded {
		return
	}
	s := b.s
	moves := s.ordered(noMove)
	first := len(b.nodes)
	for _, m := range moves {
		s.play(m)
		b.add(b.bounded(m))
		s.undo(m)
	}
	node := &b.nodes[n]
	node.expanded, node.children, node.count = true, int32(first), int32(len(moves))
}

// backUp makes the bounds of a position those of its best children.
func (b *bstar) backUp(n int) {
	node := b.nodes[n]
	if node.count == 0 {
		return
	}
	node.lower, node.upper, node.size, node.open = -infinity, -infinity, 1, false
	for c := int(node.children); c < int(node.children+node.count); c++ {
		lower, upper := b.view(n, c)
		node.lower, node.upper = max(node.lower, lower), max(node.upper, upper)
		node.size += b.nodes[c].size
		node.open = node.open || b.live(c)
	}
	b.nodes[n] = node
	if b.s.params.Trace != nil {
		b.s.params.Trace.Bounds(float64(node.lower), float64(node.upper))
	}
}

// result is the move that was proved best, with what is known of its value and
// the line of best moves below it.
func (b *bstar) result(root, best int) Result {
	lower, upper := b.view(root, best)
	r := Result{Move: b.nodes[best].move, Value: float64(lower), Exact: lower == upper}
	for n := best; n >= 0; n, _ = b.leaders(n, false) {
		r.PV = append(r.PV, b.nodes[n].move)
		if b.nodes[n].count == 0 {
			break
		}
	}
	return r
}
