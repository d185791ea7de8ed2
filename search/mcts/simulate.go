package mcts

import (
	"errors"
	"gambito/bandit"
	"gambito/game"
)

// step is one choice on the path of a simulation.
type step struct {
	node        int32
	edge        int32   // or, of a joint move, where its edges begin in joined
	probability float64 // with which a Weighted policy chose it
}

// played is a move of a simulation and who made it.
type played struct {
	move   game.Move
	player game.Player
}

func (p *Params) checkExpansion(of traits) error {
	if p.ExpandAll && (of.together || p.shared() || p.judges()) {
		return errors.New("all moves of a position can be tried at once only by one thread a tree, with playouts, where players move in turn")
	}
	return nil
}

// simulate runs one simulation.
func (w *worker) simulate() {
	if last := w.descend(); last >= 0 && w.p.ExpandAll && w.tree.nodes[last].turn >= 0 {
		w.tryAll(last)
		return
	}
	w.evaluate()
	w.backup()
}

// descend walks from the root to a position that is not in the tree, or where
// the game is over, and leaves it in state and the way to it in path. If it has
// expanded a position on the way it returns its node, else −1.
func (w *worker) descend() (expanded int32) {
	t := w.tree
	w.state.CopyFrom(w.from)
	w.path, w.joined, w.sequence = w.path[:0], w.joined[:0], w.sequence[:0]
	if w.room != nil {
		if w.sequence = append(w.sequence, w.claim.sequence...); w.start < 0 {
			return -1
		}
	}
	w.amaf.forget()
	expanded = -1
	for at := w.start; ; {
		n := &t.nodes[at]
		if n.turn == game.Together {
			next, grown, stop := w.chooseTogether(at, n)
			if grown {
				expanded = next
			}
			if stop {
				return expanded
			}
			at = next
			continue
		}
		e, probability := w.choose(n, w.above+len(w.path))
		if e < 0 {
			w.takeProven(n)
			return expanded
		}
		if t.p.Trace != nil {
			w.tellChoice(n, e)
		}
		visits, next, move := t.arms[e].N, t.child[e], t.moves[e]
		if w.keepsApart() {
			n.visits += int32(w.p.VirtualLoss)
			w.addVirtualLoss(&t.arms[e])
		}
		w.path = append(w.path, step{at, e, probability})
		if !w.playFrom(n, move) && next == 0 { // the joint move is not complete
			if next = w.expandNextChooser(n); next == 0 {
				w.completeJoint(n)
				return expanded
			}
			t.child[e] = next
		}
		if next == 0 {
			if int(visits) < w.p.Visits && !w.judged || expanded >= 0 {
				return expanded
			}
			fresh := false
			if next, fresh = w.expandChild(e); next == 0 {
				return expanded
			}
			if fresh {
				expanded = next
				if w.judged || w.p.ExpandAll && t.nodes[next].turn >= 0 {
					return expanded
				}
			}
		}
		at = next
	}
}

// playFrom makes a move that was chosen at n. It returns false if others have
// yet to choose theirs for a joint move.
func (w *worker) playFrom(n *node, m game.Move) bool {
	if n.order >= 0 {
		if w.recording {
			w.sequence = append(w.sequence, played{m, n.turn})
		}
		w.chosen[n.turn] = m
		if int(n.order) < len(w.chosen)-1 {
			return false
		}
		m = w.joint.Join(w.chosen)
	}
	if w.recording && n.turn >= 0 && n.order < 0 {
		w.sequence = append(w.sequence, played{m, n.turn})
	}
	w.state.Play(m)
	return true
}

// expandChild gives the position after edge e, in which state is, moves of its
// own in the tree. It returns 0 if the game is over there or the tree is full,
// and says whether the node is new.
func (w *worker) expandChild(e int32) (at int32, fresh bool) {
	if w.state.Turn() == game.Over {
		return 0, false
	}
	t := w.tree
	if t.table != nil {
		if at, ok := t.table[w.state.Hash()]; ok {
			t.child[e] = at
			return at, false
		}
	}
	if at, fresh = w.expandState(); !fresh {
		return 0, false
	}
	if t.table != nil {
		t.table[w.state.Hash()] = at
	}
	t.child[e] = at
	return at, true
}

// expandState makes a node of the position in state, or says that the tree is
// full.
func (w *worker) expandState() (at int32, ok bool) {
	turn := w.state.Turn()
	if turn == game.Together {
		if w.p.Sequential {
			return w.expandChooser(0)
		}
		return w.expandTogether()
	}
	w.moves = w.state.Moves(w.moves[:0])
	if turn >= 0 && w.p.Playout.Decisive != DecisiveOff {
		w.moves = w.decisiveMoves(w.moves)
	}
	return w.addMoves(turn, -1)
}

// addMoves makes a node whose edges are the moves in the buffer.
func (w *worker) addMoves(turn game.Player, order int) (at int32, ok bool) {
	t := w.tree
	at, ok = w.addNode(len(w.moves))
	if !ok {
		return 0, false
	}
	n := &t.nodes[at]
	n.turn, n.order = turn, int8(order)
	if w.p.WidenFactor > 0 {
		w.r.Shuffle(len(w.moves), func(i, j int) { w.moves[i], w.moves[j] = w.moves[j], w.moves[i] })
	}
	copy(t.moves[n.first:], w.moves)
	w.setEqualPriors(n.first, n.first+n.count)
	if t.p.Groups {
		w.setGroups(n)
	}
	if t.p.Weighted != nil && t.p.FPU != nil {
		w.imagine(n)
	}
	if t.p.Solver {
		for i := range w.moves {
			t.bounds[int(n.first)+i] = bounds{-1, 1}
		}
	}
	return at, true
}

// setEqualPriors gives edges the priors of moves of which nothing is known.
func (w *worker) setEqualPriors(from, end int32) {
	if w.opens {
		for e := from; e < end; e++ {
			w.tree.arms[e].Prior = 1 / float32(end-from)
		}
	}
}

// tryAll gives each move of a new node its first simulation.
func (w *worker) tryAll(at int32) {
	t := w.tree
	base, sequence := len(w.path), len(w.sequence)
	w.before.CopyFrom(w.state)
	n := &t.nodes[at]
	for i := range n.count {
		w.path, w.sequence = w.path[:base], w.sequence[:sequence]
		w.state.CopyFrom(w.before)
		e := n.first + i
		n.tried = i + 1
		if t.p.Trace != nil {
			w.tellChoice(n, e)
		}
		w.path = append(w.path, step{at, e, 1 / float64(n.count)})
		w.playFrom(n, t.moves[e])
		w.evaluate()
		w.backup()
	}
}

// backup counts the rewards along the path.
func (w *worker) backup() {
	t := w.tree
	virtual := w.keepsApart()
	for i := range w.path {
		st := &w.path[i]
		n := &t.nodes[st.node]
		if n.turn == game.Together {
			w.backupTogether(n, st)
		} else {
			arm := &t.arms[st.edge]
			if virtual {
				n.visits -= int32(w.p.VirtualLoss)
				w.takeVirtualLossBack(arm)
			}
			n.visits++
			if n.turn >= 0 {
				reward := w.rewards[n.turn]
				arm.Add(reward)
				if t.p.Weighted != nil {
					if t.p.FPU != nil && arm.N == 1 {
						t.weights[st.edge] = 0
					}
					t.p.Weighted.Learn(t.weights[n.first:n.first+n.count], int(st.edge-n.first), st.probability, reward)
				}
			} else {
				arm.Add(0) // chance wins nothing
			}
		}
	}
	if w.amaf.on {
		w.backupAMAF()
	}
	if w.mast.on {
		w.mast.learn(w.sequence, w.rewards)
	}
	if w.adapt != nil {
		w.adapt.note(w.rewards[w.search.seat])
	}
	if w.line.on {
		w.line.note(w.scores[0], w.sequence)
	}
	if w.p.Solver {
		w.prove()
	}
	if w.p.Trace != nil {
		w.tellBackup()
	}
	w.simulations++
	w.depth = max(w.depth, w.above+len(w.path))
}

// keepsApart reports whether simulations begin before others have ended.
func (w *worker) keepsApart() bool { return w.shared || w.p.Batch > 1 }

// addVirtualLoss counts losses until the simulation's result is known, so that
// others look elsewhere.
func (w *worker) addVirtualLoss(arm *bandit.Arm) {
	arm.N += int32(w.p.VirtualLoss)
	arm.Sum += float64(w.p.VirtualLoss) * w.p.Rewards.Loss
}

func (w *worker) takeVirtualLossBack(arm *bandit.Arm) {
	arm.N -= int32(w.p.VirtualLoss)
	arm.Sum -= float64(w.p.VirtualLoss) * w.p.Rewards.Loss
}
