package mcts

// bounds are what is proven of a move's score, in whole numbers, for the player
// who makes it.
//
// This is Score Bounded Monte-Carlo Tree Search (Cazenave and Saffidine, 2010),
// which extends MCTS-Solver (Winands, Björnsson and Saito, 2008) to draws:
//
//	the score of a position is at least the greatest lower bound of its moves
//	and at most their greatest upper bound; moves that cannot be better than
//	what is proven are not searched any more.
//
// Law: the exact score of a move lies within its bounds.
type bounds struct{ low, high int8 }

func (b bounds) proven() bool { return b.low == b.high }

// nodeBounds are those of a position, for the player to move.
func (t *tree) nodeBounds(n *node) bounds {
	b := bounds{-1, -1}
	for _, of := range t.bounds[n.first : n.first+n.count] {
		b.low, b.high = max(b.low, of.low), max(b.high, of.high)
	}
	return b
}

// prove carries what the end of the path has proven towards the root, as far as
// it changes anything.
func (w *worker) prove() {
	t := w.tree
	if len(w.path) == 0 {
		return
	}
	last := len(w.path) - 1
	st := w.path[last]
	if child := w.childOf(st); child == 0 {
		if !w.ended {
			return
		}
		score := sign(w.scores[t.nodes[st.node].turn])
		w.setBounds(st, bounds{score, score})
	} else if !w.raise(st, child) && t.table == nil {
		return
	}
	for i := last - 1; i >= 0; i-- {
		// With transpositions a position may have been proven by another way.
		if !w.raise(w.path[i], w.path[i+1].node) && t.table == nil {
			return
		}
	}
}

// takeProven leaves the scores of a node all whose moves are proven. The node
// is held, and released here.
func (w *worker) takeProven(n *node) {
	b, turn := w.tree.nodeBounds(n), n.turn
	if w.shared {
		n.release()
	}
	score := float64(b.low)
	if turn == 1 {
		score = -score
	}
	w.scores[0], w.scores[1] = score, -score
	w.exact = true
}

// childOf is the node that a step led to, if any.
func (w *worker) childOf(st step) int32 {
	if w.shared {
		n := &w.tree.nodes[st.node]
		n.hold()
		defer n.release()
	}
	return w.tree.child[st.edge]
}

// raise gives an edge the bounds of the position it leads to, and reports
// whether that is news.
func (w *worker) raise(st step, child int32) bool {
	t := w.tree
	c := &t.nodes[child]
	if w.shared {
		c.hold()
	}
	b, turn := t.nodeBounds(c), c.turn
	if w.shared {
		c.release()
	}
	if turn != t.nodes[st.node].turn {
		b = bounds{-b.high, -b.low}
	}
	return w.setBounds(st, b)
}

func (w *worker) setBounds(st step, b bounds) (changed bool) {
	t := w.tree
	if w.shared {
		n := &t.nodes[st.node]
		n.hold()
		defer n.release()
	}
	of := &t.bounds[st.edge]
	changed = b.low > of.low || b.high < of.high
	of.low, of.high = max(of.low, b.low), min(of.high, b.high)
	return changed
}

func sign(x float64) int8 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
