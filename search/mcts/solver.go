package mcts

import "fmt"

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

func (p *Params) checkSolver(of traits) error {
	if p.Solver && (of.chance || of.together || of.players != 2 || of.generalSum) {
		return fmt.Errorf("the solver proves games for two without chance, in which players move in turn and one wins what the other loses; %s is not one", of.id)
	}
	return nil
}

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
	if child := t.child[st.edge]; child == 0 {
		if !w.ended {
			return
		}
		score := sign(w.scores[t.nodes[st.node].turn])
		t.narrow(st.edge, bounds{score, score})
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

// takeProven leaves the scores of a node all whose moves are proven.
func (w *worker) takeProven(n *node) {
	b, turn := w.tree.nodeBounds(n), n.turn
	score := float64(b.low)
	if turn == 1 {
		score = -score
	}
	w.scores[0], w.scores[1] = score, -score
	w.exact = true
}

// raise gives an edge the bounds of the position it leads to, and reports
// whether that is news.
func (w *worker) raise(st step, child int32) bool {
	t := w.tree
	c := &t.nodes[child]
	b, turn := t.nodeBounds(c), c.turn
	if turn != t.nodes[st.node].turn {
		b = bounds{-b.high, -b.low}
	}
	return t.narrow(st.edge, b)
}

// narrow gives an edge bounds that are proven too, and reports whether that is
// news.
func (t *tree) narrow(edge int32, b bounds) (changed bool) {
	of := &t.bounds[edge]
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
