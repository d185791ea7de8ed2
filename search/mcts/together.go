package mcts

import (
	"errors"
	"fmt"

	"gambito/game"
)

// Where all players move at once the tree has two ways.
//
// Decoupled (Finnsson and Björnsson, 2008): every player has arms of its own at
// the position and chooses as if alone; the moves chosen make a joint move,
// which leads on. No player's choice knows another's, see alone.go.
//
// Sequential: players choose one after the other, the searching one first, each
// at a node of its own that knows what was chosen before. The tree is one over
// joint moves; opponents who see one's move make the search careful.

func (p *Params) checkTogether(of traits) error {
	if p.Sequential && p.Reuse {
		return errors.New("a tree in which players choose one after the other for a joint move cannot be kept")
	}
	if of.together && !p.Sequential && (p.Transpositions || p.FPU != nil || p.WidenFactor > 0) {
		return fmt.Errorf("transpositions, first-play urgency and widening do not go with players who choose for themselves at once, as those of %s do", of.id)
	}
	return nil
}

// jointKey is a joint move at a node.
type jointKey struct {
	node int32
	move game.Move
}

// joint is one player's part of a joint move on a path: the edge, those it was
// chosen from, and with what probability a Weighted policy chose it.
type joint struct {
	edge, from, end int32
	probability     float64
}

// branch is what a joint move leads to.
type branch struct {
	visits int32 // while there is no child
	child  int32 // 0 while there is none
}

// expandTogether makes a node whose edges are the moves of all players, one
// player's after another's.
func (w *worker) expandTogether() (at int32, ok bool) {
	w.moves = w.moves[:0]
	w.ends = w.ends[:0]
	for p := range w.chosen {
		w.moves = w.joint.MovesOf(game.Player(p), w.moves)
		w.ends = append(w.ends, int32(len(w.moves)))
	}
	t := w.tree
	at, ok = w.addNode(len(w.moves))
	if !ok {
		return 0, false
	}
	n := &t.nodes[at]
	n.turn, n.order = game.Together, -1
	copy(t.moves[n.first:], w.moves)
	from := n.first
	for _, end := range w.ends {
		w.setEqualPriors(from, n.first+end)
		from = n.first + end
	}
	n.tried = int32(len(t.splits)) // no edge of such a node is first in line
	t.splits = append(t.splits, w.ends...)
	return at, true
}

// chooseTogether lets every player choose at a decoupled node and makes the
// joint move. It returns the next node, whether it is new, and whether the walk
// ends here.
func (w *worker) chooseTogether(at int32, n *node) (next int32, grown, stop bool) {
	t := w.tree
	joined := int32(len(w.joined))
	from := n.first
	for p := range w.chosen {
		end := n.first + t.splitOf(n, p)
		e, probability := w.chooseAlone(p, n, from, end)
		w.joined = append(w.joined, joint{e, from, end, probability})
		w.chosen[p] = t.moves[e]
		if w.keepsApart() {
			w.addVirtualLoss(&t.arms[e])
		}
		from = end
	}
	if w.keepsApart() {
		n.visits += int32(w.p.VirtualLoss)
	}
	w.path = append(w.path, step{node: at, edge: joined})
	if w.recording {
		for p, m := range w.chosen {
			w.sequence = append(w.sequence, played{m, game.Player(p)})
		}
	}
	m := w.joint.Join(w.chosen)
	w.state.Play(m)
	return w.follow(jointKey{at, m})
}

// splitOf is where the edges of player p end, counted from the node's first.
func (t *tree) splitOf(n *node, p int) int32 {
	return t.splits[int(n.tried)+p]
}

// follow finds or makes the node after a joint move.
func (w *worker) follow(key jointKey) (next int32, grown, stop bool) {
	t := w.tree
	b := t.together[key]
	if b.child != 0 {
		return b.child, false, false
	}
	b.visits++
	t.together[key] = b
	if int(b.visits) <= w.p.Visits && !w.judged || w.state.Turn() == game.Over {
		return 0, false, true
	}
	at, ok := w.expandState()
	if !ok {
		return 0, false, true
	}
	t.together[key] = branch{b.visits, at}
	return at, true, true
}

// backupTogether counts the rewards of all players at a decoupled node.
func (w *worker) backupTogether(n *node, st *step) {
	if w.keepsApart() {
		n.visits -= int32(w.p.VirtualLoss)
	}
	n.visits++
	for p, j := range w.joined[st.edge : int(st.edge)+len(w.chosen)] {
		arm := &w.tree.arms[j.edge]
		if w.keepsApart() {
			w.takeVirtualLossBack(arm)
		}
		arm.Add(w.rewards[p])
		if w.p.Weighted != nil {
			w.p.Weighted.Learn(w.tree.weights[j.from:j.end], int(j.edge-j.from), j.probability, w.rewards[p])
		}
	}
}

// chooser is the player who chooses as number order for a joint move: the
// searching player first, then the others by seat.
func (w *worker) chooser(order int) game.Player {
	seat := w.search.seat
	switch p := game.Player(order); {
	case order == 0:
		return seat
	case p <= seat:
		return p - 1
	default:
		return p
	}
}

// expandChooser makes the node of one player's choice for a joint move.
func (w *worker) expandChooser(order int) (at int32, ok bool) {
	p := w.chooser(order)
	w.moves = w.joint.MovesOf(p, w.moves[:0])
	return w.addMoves(p, order)
}

// expandNextChooser makes the node of the choice after n's, or returns 0 if the
// tree is full.
func (w *worker) expandNextChooser(n *node) int32 {
	at, _ := w.expandChooser(int(n.order) + 1)
	return at
}

// completeJoint draws the choices that follow n's at random, for want of room
// in the tree.
func (w *worker) completeJoint(n *node) {
	for order := int(n.order) + 1; order < len(w.chosen); order++ {
		p := w.chooser(order)
		w.moves = w.joint.MovesOf(p, w.moves[:0])
		w.chosen[p] = w.moves[w.r.IntN(len(w.moves))]
	}
	w.state.Play(w.joint.Join(w.chosen))
}
